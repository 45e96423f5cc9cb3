/// <reference path="./world.d.ts" />
/**
 * Says where elements are drawn now, those left out that a click in their middle would not land on; with `selectors`
 * those that these do not name or that are transparent, whatever lies over the others. `least`: they are larger than
 * this on both sides.
 * @param {{ mmids: number[], selectors: string, least: number }} options
 * @returns {[number, ...number[]][]} id, then x, y, width, height of each line of it, in the viewport of the root frame
 */
({ mmids, selectors, least }) => {
  const shown = globalThis.agentE;
  /** A link over more lines is read off the first ones. */
  const MOST_LINES = 3;
  const OPEN = new Set(["", "visible"]);
  /** @type {Box} */
  const view = { x: 0, y: 0, width: innerWidth, height: innerHeight };

  /** @type {(a: Box, b: Box) => Box} */
  const common = (a, b) => {
    const x = Math.max(a.x, b.x);
    const y = Math.max(a.y, b.y);
    return { x, y, width: Math.min(a.x + a.width, b.x + b.width) - x, height: Math.min(a.y + a.height, b.y + b.height) - y };
  };

  /** What an element and the boxes around it leave to be seen of what is inside, by element: neighbours share most of them. @type {Map<Element, Box>} */
  const insides = new Map();

  /** What boxes around the element leave to be seen of it. @type {(element: Element) => Box} */
  const opening = (element) => {
    /** @type {Element[]} */
    const unknown = [];
    let fixed = shown.style(element).position === "fixed";
    let up = shown.parent(element);
    for (; up && !fixed && !insides.has(up); up = shown.parent(up)) {
      unknown.push(up);
      fixed = shown.style(up).position === "fixed";
    }
    let left = (!fixed && up && insides.get(up)) || view;
    for (const outer of unknown.reverse()) {
      const { overflowX, overflowY } = shown.style(outer);
      const clips = !OPEN.has(overflowX) || !OPEN.has(overflowY);
      if (clips && outer.tagName !== "BODY" && outer.tagName !== "HTML") left = common(left, shown.box(outer));
      insides.set(outer, left);
    }
    return left;
  };

  /** @type {(element: Element) => Box[]} */
  const lines = (element) => {
    const whole = shown.box(element);
    if (shown.style(element).display !== "inline") return [whole];
    const rects = [...element.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
    if (rects.length < 2) return [whole];
    const { x, y } = element.getBoundingClientRect();
    const [dx, dy] = [whole.x - x, whole.y - y];
    return rects.slice(0, MOST_LINES).map((rect) => ({ x: rect.x + dx, y: rect.y + dy, width: rect.width, height: rect.height }));
  };

  /** @type {(element: Element) => boolean} */
  const wanted = (element) => {
    const { width, height } = element.getBoundingClientRect();
    if (width <= least || height <= least) return false;
    if (!selectors) return shown.hit(element).reachable;
    return element.matches(selectors) && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  /** @type {[number, ...number[]][]} */
  const found = [];
  for (const mmid of mmids) {
    const element = shown.element(mmid);
    if (!element || !wanted(element)) continue;
    const drawn = shown.seenAs(element);
    const open = opening(drawn);
    const boxes = lines(drawn).map((box) => common(box, open)).filter(({ width, height }) => width >= 1 && height >= 1);
    if (boxes.length === 0) continue;
    found.push([mmid, ...boxes.flatMap(({ x, y, width, height }) => [x, y, width, height])]);
  }
  return found;
};
