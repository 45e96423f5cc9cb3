/** Waits until the page has had time to draw: libraries that drag things move them frame by frame. */
async () => {
  await agentE.frame();
  return agentE.frame();
};
