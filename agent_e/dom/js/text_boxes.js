/// <reference path="./world.d.ts" />
/**
 * Says where lines of text are drawn in view, one box a line of each piece; what nobody sees is not left out.
 * @returns {number[]} x, y, width, height of each, in the viewport of the root frame
 */
() => {
  const shown = globalThis.agentE;
  /** A page of code has more, all of them small. */
  const MOST = 4_000;
  const range = document.createRange();
  /** @type {number[]} */
  const found = [];
  /** How far from the root frame's corner the frame of an element is drawn. @type {(element: Element) => [number, number]} */
  const offset = (element) => {
    if (element.ownerDocument === document) return [0, 0];
    const [whole, own] = [shown.box(element), element.getBoundingClientRect()];
    return [whole.x - own.x, whole.y - own.y];
  };
  /** @type {(text: Node) => void} */
  const take = (text) => {
    if (!text.nodeValue?.trim() || !text.parentElement) return;
    range.selectNodeContents(text);
    const rects = range.getClientRects();
    if (rects.length === 0) return;
    const [dx, dy] = offset(text.parentElement);
    for (const { x, y, width, height } of rects) {
      if (width < 2 || height < 2) continue;
      if (x + dx < innerWidth && y + dy < innerHeight && x + dx + width > 0 && y + dy + height > 0) found.push(x + dx, y + dy, width, height);
    }
  };
  /** @type {Node[]} */
  const left = document.body ? [document.body] : [];
  for (let node = left.pop(); node && found.length < 4 * MOST; node = left.pop()) {
    if (node.nodeType === Node.TEXT_NODE) take(node);
    else if (node.nodeType === Node.ELEMENT_NODE) for (const child of shown.children(node)) left.push(child);
  }
  return found;
};
