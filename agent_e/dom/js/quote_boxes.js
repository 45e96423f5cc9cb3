/**
 * Finds where words are drawn on the page, over several elements too.
 * @param {{words: string}} options
 * @returns {number[][]} x, y, width and height of each line of them, in the viewport; none if they are not there
 */
({ words }) => {
  const MOST = 400; // letters: of longer quotes the beginning is marked
  const wanted = agentE.squeeze(words).toLowerCase();
  const read = agentE.reading(document.body);
  const start = wanted ? read.text.indexOf(wanted) : -1;
  const lines = /** @type {Box[]} */ ([]);
  for (let at = start; start >= 0 && at < start + Math.min(wanted.length, MOST); at += 1) {
    const { box } = agentE.letter(read, at);
    if (box.width < 0.5 || box.height < 0.5) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.y - box.y) < 2 && box.x >= last.x && box.x - last.x - last.width < box.height) {
      last.width = box.x + box.width - last.x;
      last.height = Math.max(last.height, box.height);
    } else lines.push({ ...box });
  }
  return lines.map(({ x, y, width, height }) => [x, y, width, height].map(Math.round));
};
