/** Waits until the page has had time to draw: drag libraries move things frame by frame. */
async () => {
  await agentE.frame();
  return agentE.frame();
};
