/**
 * Finds where elements are drawn now, omitting those that a click at their centre would not hit; with `selectors`,
 * those not matching or transparent instead, even if covered. `least`: omit those not larger on both sides.
 * @param {{ mmids: number[], selectors: string, least: number }} options
 * @returns {[number, ...number[]][]} id, then x, y, width, height of each line of it, in the viewport of the root frame
 */
({ mmids, selectors, least }) => {
  const MAX_LINES = 3; // of a link over more lines only the first ones count
  /** Neighbours share most of their ancestors. @type {Map<Element, Box>} */
  const insides = new Map();

  const lines = (/** @type {Element} */ element) => {
    const whole = agentE.box(element);
    if (agentE.style(element).display !== "inline") return [whole];
    const rects = [...element.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
    if (rects.length < 2) return [whole];
    const { x, y } = agentE.origin(element.ownerDocument);
    return rects.slice(0, MAX_LINES).map((rect) => ({ x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height }));
  };

  const wanted = (/** @type {Element} */ element) => {
    const { width, height } = agentE.seenAs(element).getBoundingClientRect();
    if (width <= least || height <= least) return false;
    if (!selectors) return agentE.hit(element).reachable;
    return element.matches(selectors) && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  const found = /** @type {[number, ...number[]][]} */ ([]);
  for (const mmid of mmids) {
    const element = agentE.element(mmid);
    if (!element || !wanted(element)) continue;
    const drawn = agentE.seenAs(element);
    const open = agentE.opening(drawn, insides);
    const boxes = lines(drawn).map((box) => agentE.common(box, open)).filter(({ width, height }) => width >= 1 && height >= 1);
    if (boxes.length === 0) continue;
    found.push([mmid, ...boxes.flatMap(({ x, y, width, height }) => [x, y, width, height])]);
  }
  return found;
};
