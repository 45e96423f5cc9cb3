/**
 * Returns the point of an element for the mouse, given as fractions of its box from the left and top.
 *
 * @param {{mmid: number, across: number, down: number, patience: number}} options `patience`: milliseconds to wait
 *   for it to be in view and stand still; 0 to take it where it is
 * @returns {Promise<{problem: "" | "gone" | "hidden" | "covered", role: string, name: string, x: number, y: number}>}
 */
async ({ mmid, across, down, patience }) => {
  const end = performance.now() + patience;
  let before = "";
  for (;;) {
    const element = agentE.element(mmid);
    if (!element) return { problem: "gone", role: "", name: "", x: 0, y: 0 };
    const box = agentE.box(element);
    const [x, y] = [box.x + box.width * across, box.y + box.height * down];
    const inView = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    // If picked up elsewhere, the page must scroll to it: what was grabbed follows the mouse.
    if (!inView && patience > 0) {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      // If it is larger than the viewport, its middle is in view now, but the point may not be.
      const now = agentE.box(element);
      const [left, top] = [now.x + now.width * across, now.y + now.height * down];
      if (left < 0 || top < 0 || left >= innerWidth || top >= innerHeight) scrollBy({ left: left - innerWidth / 2, top: top - innerHeight / 2, behavior: "instant" });
    }
    const now = JSON.stringify(box);
    if ((now === before && inView) || performance.now() > end) {
      const hit = agentE.at(x, y);
      const lands = hit && (agentE.closest(hit, (each) => each === element) || agentE.serves(element, hit));
      const problem = box.width && box.height ? (lands ? "" : "covered") : "hidden";
      return { problem, ...agentE.named(element), x, y };
    }
    before = now;
    await agentE.frame();
  }
};
