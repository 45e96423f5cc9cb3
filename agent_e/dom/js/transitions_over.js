/**
 * Waits until nothing is on its way from one style to another, as after the mouse came; gives whether that came in time.
 * @param {{ patience: number }} options milliseconds
 * @returns {Promise<boolean>}
 */
async ({ patience }) => {
  const end = performance.now() + patience;
  const under = () => document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === "running");
  // The style for the mouse is there with the first frame, and with it what leads to it.
  await agentE.frame(50);
  await agentE.frame(50);
  while (under()) {
    if (performance.now() > end) return false;
    await agentE.frame(50);
  }
  return true;
};
