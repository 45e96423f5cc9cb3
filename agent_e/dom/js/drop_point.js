/// <reference path="./world.d.ts" />
/**
 * Gives the middle of an element that something is being dragged to.
 *
 * @param {{mmid: number, patience: number}} options `patience`: milliseconds to wait for it to be in view and to
 *   stand still; 0 to take it where it is
 * @returns {Promise<{problem: "" | "gone", x: number, y: number}>}
 */
async ({ mmid, patience }) => {
  const shown = globalThis.agentE;
  const gone = /** @type {const} */ ({ problem: "gone", x: 0, y: 0 });
  const end = performance.now() + patience;
  let before = "";
  for (;;) {
    const element = shown.element(mmid);
    if (!element) return gone;
    const { x, y, width, height } = shown.box(element);
    const [left, top] = [x + width / 2, y + height / 2];
    const inView = left >= 0 && top >= 0 && left < innerWidth && top < innerHeight;
    // Picked up elsewhere, the page has to turn to it: what has been grabbed comes along with the mouse.
    if (!inView && patience > 0) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const now = JSON.stringify([x, y, width, height]);
    if ((now === before && inView) || performance.now() > end) return { problem: "", x: left, y: top };
    before = now;
    await new Promise((resolve) => {
      requestAnimationFrame(() => resolve(true));
      setTimeout(() => resolve(true), 500);
    });
  }
};
