/**
 * Waits until nothing is on its way from one style to another, as after the mouse came; gives whether that came in time.
 * @param {{ patience: number }} options milliseconds
 * @returns {Promise<boolean>}
 */
async ({ patience }) => {
  const end = performance.now() + patience;
  /** A hidden page draws no frames. */
  const HIDDEN = 50;
  const frame = () =>
    new Promise((resolve) => {
      setTimeout(resolve, HIDDEN);
      requestAnimationFrame(resolve);
    });
  const under = () => document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === "running");
  // The style for the mouse is there with the first frame, and with it what leads to it.
  await frame();
  await frame();
  while (under()) {
    if (performance.now() > end) return false;
    await frame();
  }
  return true;
};
