/**
 * Says what a press at a point of the element's own frame lands on: "" for the element, a part or a label of it, else the
 * beginning of what lies there.
 * @param {Element} element
 * @param {[number, number]} point
 * @returns {string}
 */
(element, [x, y]) => {
  let hit = element.ownerDocument.elementFromPoint(x, y);
  for (let inner = hit; inner; inner = inner.shadowRoot?.elementFromPoint(x, y) ?? null) {
    if (inner === hit && inner.shadowRoot?.elementFromPoint(x, y) === inner) break;
    hit = inner;
  }
  /** @type {Element | null} */
  let up = hit;
  while (up) {
    const label = up.localName === "label" ? /** @type {HTMLLabelElement} */ (up) : null;
    if (up === element || label?.control === element) return "";
    up = up.assignedSlot ?? up.parentElement ?? /** @type {ShadowRoot} */ (up.getRootNode()).host ?? null;
  }
  return hit ? hit.outerHTML.slice(0, 200) : "nothing";
};
