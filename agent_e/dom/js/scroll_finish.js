/**
 * Waits until the target of `scroll_target` stands still, and scrolls it by script if the wheel did not.
 *
 * A page may use the wheel for something else (zooming a map), but a scroll was requested.
 *
 * @param {{dx: number, dy: number, wheel: boolean}} options distance in CSS pixels
 * @returns {Promise<{moved: number[], position: number[]}>} how far it moved, and its position: x, y, full width and
 * height, visible width and height; empty if it is gone
 */
async ({ dx, dy, wheel }) => {
  const start = globalThis.agentE.scrolling;
  const target = start?.target.deref();
  if (!start || !target) return { moved: [], position: [] };
  const away = () => target.scrollLeft !== start.x || target.scrollTop !== start.y;
  for (let waited = 0; wheel && !away() && waited < 8; waited += 1) await agentE.frame();
  if (!away()) target.scrollBy({ left: dx, top: dy, behavior: "instant" });
  let [x, y] = [NaN, NaN];
  for (let waited = 0; waited < 60 && (x !== target.scrollLeft || y !== target.scrollTop); waited += 1) {
    [x, y] = [target.scrollLeft, target.scrollTop];
    await agentE.frame();
  }
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = target;
  return {
    moved: [scrollLeft - start.x, scrollTop - start.y].map(Math.round),
    position: [scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight].map(Math.round),
  };
};
