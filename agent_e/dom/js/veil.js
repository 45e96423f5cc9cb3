/// <reference path="./world.d.ts" />
/**
 * Says where a text is to be seen: in fields that hold it, and on the page.
 * @param {{pattern: string}} options
 * @returns {number[][]} x, y, width, height in CSS pixels of this document's viewport
 */
({ pattern }) => {
  const sought = new RegExp(pattern);
  /** @type {number[][]} */
  const found = [];
  /** @param {string | null} text */
  const holds = (text) => Boolean(text) && sought.test(String(text));

  /** @param {DOMRect} box @param {number} left @param {number} top */
  const add = (box, left, top) => {
    if (box.width && box.height) found.push([box.x + left, box.y + top, box.width, box.height]);
  };

  /** @param {Document | ShadowRoot} root @param {number} left @param {number} top */
  const look = (root, left, top) => {
    const page = root.ownerDocument ?? /** @type {Document} */ (root);
    const walker = page.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (!holds(node.nodeValue)) continue;
        const range = page.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) add(box, left, top);
        continue;
      }
      const element = /** @type {HTMLElement} */ (node);
      const name = element.localName;
      if (name === "input" || name === "textarea") {
        if (holds(/** @type {HTMLInputElement} */ (element).value)) add(element.getBoundingClientRect(), left, top);
      } else if (name === "iframe" || name === "frame") {
        const inner = /** @type {HTMLIFrameElement} */ (element).contentDocument;
        const box = element.getBoundingClientRect();
        if (inner) look(inner, left + box.x + element.clientLeft, top + box.y + element.clientTop);
      }
      const inside = globalThis.agentE.rootOf(element);
      if (inside) look(inside, left, top);
    }
  };
  look(document, 0, 0);
  return found;
};
