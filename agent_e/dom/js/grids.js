/**
 * Adds to `globalThis.agentE` what tells apart things to click that stand side by side and have no words: their place in
 * the row or the grid of stars to rate with, colours to choose, squares of a board.
 */
() => {
  const { colour, hint, now, sizeOf, style } = globalThis.agentE;
  const LEAST = 3;
  const MOST = 400;
  const COMPARED = 8;
  /** Boxes around a thing that hold nothing else. */
  const MOST_AROUND = 2;
  const COLOURS = ["background-color", "color", "fill"];

  const isWordless = (/** @type {Element} */ element) => (element.textContent ?? "").trim() === "" && element.checkVisibility();

  /** @type {(element: Element, depth: number) => Element} */
  const inside = (element, depth) => depth > 0 && element.firstElementChild ? inside(element.firstElementChild, depth - 1) : element;

  /** @type {(element: Element, tag: string) => Element[]} */
  const ofTag = (element, tag) => [...element.children].filter((other) => other.tagName === tag);

  /** All that stand with these: of a row of cells, those of the rows beside it that hold as many. @type {(around: Element, like: Element[]) => Element[]} */
  const withRows = (around, like) => {
    const { tagName } = like[0];
    const rows = [...(around.parentElement?.children ?? [])].filter((row) => row.tagName === around.tagName && ofTag(row, tagName).length === like.length);
    return rows.length > 1 && like.length * rows.length <= MOST ? rows.flatMap((row) => ofTag(row, tagName)) : like;
  };

  /** Places along one side, each half a thing from the next at least. @type {(starts: number[], size: number) => number[]} */
  const steps = (starts, size) => {
    const sorted = starts.toSorted((one, other) => one - other);
    return sorted.filter((start, index) => index === 0 || start - sorted[index - 1] > size / 2);
  };

  /** @type {(start: number, lines: number[]) => number} */
  const nth = (start, lines) => lines.filter((line) => line <= start + 1).length;

  /** The place of each: in rows and columns where they stand so, else in the row if enough of them have no words. @type {(like: Element[], wordless: number) => Map<Element, string>} */
  const placesOf = (like, wordless) => {
    const boxes = like.map((each) => each.getBoundingClientRect());
    const rows = steps(boxes.map(({ y }) => y), Math.min(...boxes.map(({ height }) => height)));
    const columns = steps(boxes.map(({ x }) => x), Math.min(...boxes.map(({ width }) => width)));
    const whole = rows.length > 1 && columns.length > 1 && like.length > (rows.length - 1) * columns.length;
    return new Map(!whole && wordless < LEAST ? [] : like.map((each, at) => [each, whole
      ? `row ${nth(boxes[at].y, rows)}, column ${nth(boxes[at].x, columns)} of ${rows.length} × ${columns.length}`
      : `${at + 1} of ${like.length}`]));
  };

  /** What each is drawn in, where that is not the same for all. @type {(parts: Element[]) => string[]} */
  const coloursOf = (parts) => {
    const drawn = COLOURS.map((property) => parts.map((part) => style(part).getPropertyValue(property)));
    return (drawn.find((colours) => new Set(colours).size > 1) ?? []).map((each) => colour(each).word || "clear");
  };

  /** @type {(around: Element, tag: string, depth: number) => Map<Element, Spot>} */
  const find = (around, tag, depth) => {
    const like = ofTag(around, tag).filter((other) => other.checkVisibility());
    const all = like.length > 0 ? withRows(around, like) : like;
    const wordless = all.filter(isWordless);
    if (all.length < LEAST || all.length > MOST || wordless.length === 0) return new Map();
    const parts = all.map((other) => inside(other, depth));
    // Fields of different kinds are no choices of one.
    if (new Set(parts.map((part) => `${part.localName} ${part.getAttribute("type") ?? ""}`)).size > 1) return new Map();
    // Different signs tell themselves apart.
    const signs = wordless.slice(0, COMPARED).map((each) => hint(inside(each, depth)));
    if (signs.length > 1 && new Set(signs).size === signs.length && !signs.some((sign) => sign.startsWith("called "))) return new Map();
    const [places, colours] = [placesOf(all, wordless.length), coloursOf(parts)];
    if (places.size === 0) return new Map();
    const sized = new Set(parts.map(sizeOf)).size > 1;
    return new Map(all.map((each, at) => [each, { place: places.get(each) ?? "", colour: colours[at] ?? "", sized }]));
  };

  /** @type {AgentE["spot"]} */
  const spot = (element) => {
    let item = element;
    let depth = 0;
    while (depth < MOST_AROUND && item.parentElement?.childElementCount === 1) {
      item = item.parentElement;
      depth += 1;
    }
    const around = item.parentElement;
    if (!around || around.childElementCount < 2 || around.childElementCount > MOST) return null;
    const { grids } = now();
    let spots = grids.get(around);
    if (!spots) grids.set(around, spots = find(around, item.tagName, depth));
    return spots.get(item) ?? null;
  };

  Object.assign(globalThis.agentE, { spot });
};
