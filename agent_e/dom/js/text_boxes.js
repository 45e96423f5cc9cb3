/**
 * Finds where lines of text are drawn in view, one box per line of each piece, even if invisible.
 * @returns {number[]} x, y, width, height of each, in the viewport of the root frame
 */
() => {
  const MOST = 4_000; // a page of code has more, all of them small
  const found = /** @type {number[]} */ ([]);
  const key = (/** @type {DOMRect} */ { x, y, width, height }) => `${x} ${y} ${width} ${height}`;
  for (const root of agentE.watch.roots()) {
    // A range has the boxes of all texts in it, and of its direct elements: one query takes a third of the time of
    // querying each text.
    const page = root.ownerDocument ?? /** @type {Document} */ (root);
    const range = page.createRange();
    range.selectNodeContents(root);
    const elements = new Set([...root.children].flatMap((child) => [...child.getClientRects()].map(key)));
    const { x: dx, y: dy } = agentE.origin(page);
    for (const rect of range.getClientRects()) {
      const [x, y, { width, height }] = [rect.x + dx, rect.y + dy, rect];
      if (width < 2 || height < 2 || x >= innerWidth || y >= innerHeight || x + width <= 0 || y + height <= 0) continue;
      // An element precedes its text, which may have the same box.
      if (!elements.delete(key(rect)) && found.length < 4 * MOST) found.push(x, y, width, height);
    }
  }
  return found;
};
