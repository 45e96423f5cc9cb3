/**
 * Gives the boxes around an element that a mouse can be put on, from the innermost: how each begins, and a free point of it.
 * @param {Element} element
 * @param {number} most
 * @returns {{ html: string, x: number, y: number }[]}
 */
(element, most) => {
  /** @type {{ html: string, x: number, y: number }[]} */
  const found = [];
  const page = element.ownerDocument;
  const { innerWidth: width, innerHeight: height } = page.defaultView ?? window;
  /** @type {(each: Element) => Element | null} */
  const outer = (each) => each.parentElement ?? /** @type {ShadowRoot} */ (each.getRootNode()).host ?? null;
  for (let up = outer(element); up && up !== page.body && found.length < most; up = outer(up)) {
    const box = up.getBoundingClientRect();
    const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
    const [right, bottom] = [Math.min(box.right, width), Math.min(box.bottom, height)];
    if (right - left < 1 || bottom - top < 1) continue;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hit = page.elementFromPoint(x, y);
    if (hit && up.contains(hit)) found.push({ html: /** @type {Element} */ (up.cloneNode(false)).outerHTML.slice(0, 120), x, y });
  }
  return found;
};
