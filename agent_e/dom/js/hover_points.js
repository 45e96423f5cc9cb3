/// <reference path="./world.d.ts" />
/**
 * Says where to point so that an element that is kept out of reach may come: a row's buttons often show only while
 * the mouse is over the row. Gives a point on each of the nearest boxes around the element, innermost first, after
 * the first that can be brought into view was.
 * @param {{mmid: number}} options
 * @returns {{x: number, y: number}[]} CSS pixels of the viewport of the world's root frame
 */
({ mmid }) => {
  const shown = globalThis.agentE;
  const element = shown.element(mmid);
  /** Boxes around it that are tried. */
  const MOST = 4;
  /** @type {{x: number, y: number}[]} */
  const points = [];
  let scrolled = false;
  for (let up = element && shown.parent(element); up && up.tagName !== "BODY" && points.length < MOST; up = shown.parent(up)) {
    const { width, height } = shown.bounds(up);
    if (width < 1 || height < 1 || height > innerHeight || !shown.visible(up)) continue;
    if (!shown.hit(up).reachable && !scrolled) {
      up.scrollIntoView({ block: "center", behavior: "instant" });
      scrolled = shown.hit(up).reachable;
    }
    const { reachable, x, y } = shown.hit(up);
    if (reachable) points.push({ x, y });
  }
  return points;
};
