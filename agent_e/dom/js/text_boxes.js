/**
 * Says where lines of text are drawn in view, one box a line of each piece; what nobody sees is not left out.
 * @returns {number[]} x, y, width, height of each, in the viewport of the root frame
 */
() => {
  const MOST = 4_000; // a page of code has more, all of them small
  const found = /** @type {number[]} */ ([]);
  const key = (/** @type {DOMRect} */ { x, y, width, height }) => `${x} ${y} ${width} ${height}`;
  for (const root of agentE.watch.roots()) {
    // A range has the boxes of all texts in it, and of the elements that it holds directly: asked once it
    // takes a third of what asking each text takes.
    const page = root.ownerDocument ?? /** @type {Document} */ (root);
    const range = page.createRange();
    range.selectNodeContents(root);
    const elements = new Set([...root.children].flatMap((child) => [...child.getClientRects()].map(key)));
    const { x: dx, y: dy } = agentE.origin(page);
    for (const rect of range.getClientRects()) {
      const [x, y, { width, height }] = [rect.x + dx, rect.y + dy, rect];
      if (width < 2 || height < 2 || x >= innerWidth || y >= innerHeight || x + width <= 0 || y + height <= 0) continue;
      // An element comes before its text, which may have the same box.
      if (!elements.delete(key(rect)) && found.length < 4 * MOST) found.push(x, y, width, height);
    }
  }
  return found;
};
