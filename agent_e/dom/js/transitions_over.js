/**
 * Waits until no transition is running, such as after hovering; returns whether that happened in time.
 * @param {{ patience: number }} options milliseconds
 * @returns {Promise<boolean>}
 */
async ({ patience }) => {
  const end = performance.now() + patience;
  const under = () => document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === "running");
  // The hover style applies with the first frame, and with it the transitions to it.
  await agentE.frame(50);
  await agentE.frame(50);
  while (under()) {
    if (performance.now() > end) return false;
    await agentE.frame(50);
  }
  return true;
};
