/**
 * Returns the event path of an input at the point found by `locate`, from the innermost element up to the document,
 * shadow roots included. For CDP: the nodes come back as the browser's ids.
 * @returns {Node[]}
 */
() => {
  const path = /** @type {Node[]} */ ([]);
  /** @type {Node | null} */
  let at = globalThis.agentE.aimed?.deref() ?? null;
  while (at) {
    path.push(at);
    const slot = /** @type {Element} */ (at).assignedSlot ?? null;
    at = slot ?? at.parentNode ?? /** @type {ShadowRoot} */ (at).host ?? null;
  }
  return path;
};
