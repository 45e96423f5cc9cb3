/** Adds to `globalThis.agentE` how often a picture stands in a row. */
() => {
  const { name } = globalThis.agentE;

  /** The picture right beside it, if it is called the same. @type {(picture: Element, side: "previousSibling" | "nextSibling") => Element | null} */
  const same = (picture, side) => {
    let beside = picture[side];
    while (beside?.nodeType === Node.TEXT_NODE && !beside.nodeValue?.trim()) beside = beside[side];
    if (beside?.nodeType !== Node.ELEMENT_NODE) return null;
    const other = /** @type {Element} */ (beside);
    return other.tagName === picture.tagName && name(other) === name(picture) ? other : null;
  };

  /** @type {AgentE["inARow"]} */
  const inARow = (picture) => {
    if (picture.tagName !== "IMG" || !name(picture)) return 1;
    if (same(picture, "previousSibling")) return 0;
    let count = 1;
    for (let next = same(picture, "nextSibling"); next; next = same(next, "nextSibling")) count += 1;
    return count;
  };

  Object.assign(globalThis.agentE, { inARow });
};
