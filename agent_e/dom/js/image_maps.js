/**
 * Adds to `globalThis.agentE` the areas of image maps, which have no boxes of their own, and element positions that
 * include them.
 */
() => {
  const LINES = 9; // scan lines of a shape: a click on the middle of one lands in it
  const CORNERS = 3;

  const rootOf = (/** @type {Element} */ element) => /** @type {Document | ShadowRoot} */ (element.getRootNode());

  /** The picture of an area. @type {(area: Element) => Element | null} */
  const pictureOf = (area) => {
    const name = area.closest("map")?.name;
    if (!name) return null;
    const pictures = rootOf(area).querySelectorAll(`img[usemap="#${CSS.escape(name)}"]`);
    return [...pictures].find((picture) => picture.checkVisibility()) ?? pictures[0] ?? null;
  };

  const areas = (/** @type {Element} */ picture) => {
    const name = picture.getAttribute("usemap")?.replace(/^#/, "");
    const map = name ? rootOf(picture).querySelector(`map[name="${CSS.escape(name)}"]`) : null;
    const found = map ? [...map.querySelectorAll("area[href]")] : [];
    return found.filter((area) => pictureOf(area) === picture);
  };

  /** The parts of a scan line inside a shape with these corners, widest first. @type {(corners: number[][], y: number) => number[][]} */
  const spans = (corners, y) => {
    const ends = /** @type {number[]} */ ([]);
    corners.forEach(([x, top], index) => {
      const [other, bottom] = corners[(index + 1) % corners.length];
      if ((top <= y) !== (bottom <= y)) ends.push(x + ((y - top) / (bottom - top)) * (other - x));
    });
    ends.sort((one, two) => one - two);
    const found = [];
    for (let at = 0; at + 1 < ends.length; at += 2) found.push([ends[at], ends[at + 1]]);
    return found.sort((one, two) => two[1] - two[0] - (one[1] - one[0]));
  };

  /** @type {(points: number[], at: DOMRect) => DOMRect[]} */
  const polygon = (points, at) => {
    const corners = /** @type {number[][]} */ ([]);
    for (let index = 0; index + 1 < points.length; index += 2) corners.push([points[index], points[index + 1]]);
    if (corners.length < CORNERS) return [];
    const heights = corners.map(([, y]) => y);
    const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
    const found = [];
    for (let line = 1; line <= LINES; line += 1) {
      const y = top + ((bottom - top) * line) / (LINES + 1);
      for (const [left, right] of spans(corners, y).slice(0, 1)) found.push(new DOMRect(at.x + left, at.y + y - 1, right - left, 2));
    }
    return found.sort((one, two) => two.width - one.width);
  };

  /** Rectangles within an area, best to click first. @type {(area: HTMLAreaElement) => DOMRect[]} */
  const shapes = (area) => {
    const picture = pictureOf(area);
    if (!picture?.checkVisibility()) return [];
    // Chromium counts from the picture's edge, its border included.
    const at = picture.getBoundingClientRect();
    const points = area.coords.split(/[\s,;]+/).map(parseFloat).filter(Number.isFinite);
    const [a, b, c, d] = points;
    switch (area.shape.toLowerCase()) {
      case "default":
        return [at];
      case "circle":
      case "circ":
        return points.length < 3 ? [] : [new DOMRect(at.x + a - c, at.y + b - c, 2 * c, 2 * c)];
      case "poly":
      case "polygon":
        return polygon(points, at);
      default:
        return points.length < 4 ? [] : [new DOMRect(at.x + Math.min(a, c), at.y + Math.min(b, d), Math.abs(c - a), Math.abs(d - b))];
    }
  };

  const around = (/** @type {DOMRect[]} */ rects) => {
    if (rects.length === 0) return new DOMRect();
    const [left, top] = [Math.min(...rects.map((rect) => rect.left)), Math.min(...rects.map((rect) => rect.top))];
    const [right, bottom] = [Math.max(...rects.map((rect) => rect.right)), Math.max(...rects.map((rect) => rect.bottom))];
    return new DOMRect(left, top, right - left, bottom - top);
  };

  agentE.add({
    areas,
    drawn: (element) => element.tagName === "AREA" ? pictureOf(element) ?? element : element,
    rects: (element) => element.tagName === "AREA" ? shapes(/** @type {HTMLAreaElement} */ (element)) : [...element.getClientRects()],
    bounds: (element) => element.tagName === "AREA" ? around(shapes(/** @type {HTMLAreaElement} */ (element))) : element.getBoundingClientRect(),
  });
};
