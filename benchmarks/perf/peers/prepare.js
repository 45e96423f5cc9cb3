/**
 * Waits until the page has loaded, is as `ready` wants it and has come to rest; scrolls.
 * @param {{ ready: string, scroll: number }} options
 */
async ({ ready, scroll }) => {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const until = performance.now() + 30_000;
  while (ready && !(0, eval)(ready)) {
    if (performance.now() > until) throw new Error(`the page did not come to ${ready}`);
    await frame();
  }
  scrollTo({ top: scroll, behavior: "instant" });
  await document.fonts.ready;
  await frame();
  await frame();
};
