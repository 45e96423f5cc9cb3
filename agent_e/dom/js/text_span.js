/**
 * Finds where a text on the page begins or ends, for selecting it by mouse. In a field, which does not expose where its
 * letters are, it is selected here.
 * @param {{mmid: number, first: string, last: string, end: boolean, turn: boolean, act: boolean}} options `mmid`: 0 for
 *   the page; from `first` to `last`, either "" if the other is the whole text, both for everything; `end`: find its
 * end; `turn`: scroll to that; `act`: it is about to be selected
 * @returns {{problem: "" | "gone" | "nowhere", places: number, field: boolean, x: number, y: number, selected: string}}
 *   `places`: how often `first` occurs; `selected`: what is now selected there
 */
({ mmid, first, last, end, turn, act }) => {
  /** @type {(problem: "gone" | "nowhere") => any} */
  const none = (problem) => ({ problem, places: 0, field: false, x: 0, y: 0, selected: "" });
  const root = mmid ? agentE.element(mmid) : document.body;
  if (!root) return none("gone");
  const [from, to] = [first || last, first && last].map((words) => agentE.squeeze(words).toLowerCase());
  const span = (/** @type {string} */ text) => {
    const start = text.indexOf(from);
    const after = to ? Math.max(text.indexOf(to, start + from.length), text.indexOf(to, start)) : 0;
    const stop = to ? after + to.length : from ? start + from.length : text.trimEnd().length;
    return start < 0 || after < 0 || stop <= start ? [-1, -1] : [start, stop];
  };
  /** @type {(box: Box, across: number, selected: unknown, places?: number) => any} */
  const answer = ({ x, y, width, height }, across, selected, places = 1) =>
    ({ problem: "", places, field: across === 0.5, x: x + width * across, y: y + height / 2, selected: String(selected ?? "") });
  const field = /** @type {any} */ (agentE.standsFor(root) ?? root);
  if ("selectionStart" in field && field.type !== "password") {
    const [start, stop] = span(field.value.toLowerCase());
    if (start < 0) return none("nowhere");
    if (act) field.focus();
    if (act) field.setSelectionRange(start, stop);
    return answer(agentE.box(field), 0.5, field.value.slice(field.selectionStart, field.selectionEnd));
  }
  const read = agentE.reading(root);
  const [start, stop] = span(read.text);
  if (start < 0) return none("nowhere");
  const letter = () => agentE.letter(read, end ? stop - 1 : start);
  const { holder, box } = letter();
  const inView = (/** @type {Box} */ each) => each.x >= 0 && each.y >= 0 && each.x + each.width <= innerWidth && each.y + each.height <= innerHeight;
  if (turn && !inView(box)) {
    holder.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const now = letter().box;
    if (!inView(now)) scrollBy({ top: now.y - innerHeight / 2, behavior: "instant" });
  }
  const selection = holder.ownerDocument.getSelection();
  // A press on a selection would drag it.
  if (act) selection?.removeAllRanges();
  const right = end !== (getComputedStyle(holder).direction === "rtl");
  return answer(letter().box, right ? 0.9 : 0.1, selection, from ? read.text.split(from).length - 1 : 1);
};
