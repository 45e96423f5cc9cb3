/**
 * Returns where to hover so that an unreachable element may appear: a row's buttons often show only while the row is
 * hovered. Gives a point on each of the nearest boxes around the element, innermost first, after scrolling to the first
 * possible.
 * @param {{mmid: number}} options
 * @returns {{x: number, y: number}[]} CSS pixels of the viewport of the world's root frame
 */
({ mmid }) => {
  const element = agentE.element(mmid);
  const MOST = 4; // ancestors tried
  const points = /** @type {{x: number, y: number}[]} */ ([]);
  let scrolled = false;
  for (let up = element && agentE.parent(element); up && up.tagName !== "BODY" && points.length < MOST; up = agentE.parent(up)) {
    const { width, height } = agentE.bounds(up);
    if (width < 1 || height < 1 || height > innerHeight || !agentE.visible(up)) continue;
    if (!agentE.hit(up).reachable && !scrolled) {
      up.scrollIntoView({ block: "center", behavior: "instant" });
      scrolled = agentE.hit(up).reachable;
    }
    const { reachable, x, y } = agentE.hit(up);
    if (reachable) points.push({ x, y });
  }
  return points;
};
