/**
 * Adds to `globalThis.agentE` which items of a list are bold while others are not: unread mail, the total below a
 * column.
 */
() => {
  const { closest, isDeclared, style } = globalThis.agentE;
  const ITEMS = new Set(["article", "listitem", "option", "row", "treeitem"]);
  const HEADINGS = "h1, h2, h3, h4, h5, h6, th, dt, [role=heading], [role=columnheader]";
  const SAYS = /[\p{L}\p{N}]/u;
  const LETTER = /\p{L}/u;
  const BOLD = 600;
  const ENOUGH = 3; // pieces of text examined per item

  const isItem = (/** @type {Row} */ row) => ITEMS.has(row.role) || (row.why !== "" && !isDeclared(row));

  /** @type {AgentE["wordsIn"]} */
  const wordsIn = (row, around) => {
    if (!isItem(row) && !ITEMS.has(row.kind)) return around;
    row.words = { around, heavy: [], plain: [], speaks: false };
    return row.words;
  };

  /** @type {AgentE["noteWords"]} */
  const noteWords = (words, data, holder) => {
    /** Known when it is asked for: most words come after the first ones of their item. @type {boolean | null} */
    let heavy = null;
    for (let item = /** @type {Words | null} */ (words); item; item = item.around) {
      // The containers have these words as well.
      if (item.heavy.length + item.plain.length >= ENOUGH) return;
      if (heavy === null) {
        if (!SAYS.test(data)) return;
        heavy = Number(style(holder).fontWeight) >= BOLD;
        if (heavy && closest(holder, (up) => up.matches(HEADINGS))) return;
      }
      (heavy ? item.heavy : item.plain).push(holder);
      item.speaks ||= LETTER.test(data);
    }
  };

  const sizeOf = (/** @type {Element} */ holder) => parseFloat(style(holder).fontSize);

  /** Whether most of an item's first words are bold; null if it has none to judge by. @type {(words: Words | null) => boolean | null} */
  const isBold = (words) => {
    // A bare number is a count of something new, wherever it is.
    if (!words?.speaks) return null;
    const { heavy, plain } = words;
    if (heavy.length <= plain.length) return false;
    // Labels are in small print, and bold for legibility.
    const largest = Math.max(...plain.map(sizeOf));
    return heavy.some((holder) => sizeOf(holder) >= largest);
  };

  const compare = (/** @type {Row[]} */ items) => {
    if (items.length < 2) return;
    const bolds = items.map((row) => isBold(row.words));
    if (!bolds.includes(true) || !bolds.includes(false)) return;
    items.forEach((row, index) => {
      row.bold = bolds[index] === true;
    });
  };

  const weigh = (/** @type {Row[]} */ rows) => {
    const lists = /** @type {Map<Element, Row[]>} */ (new Map());
    for (const row of rows) {
      const list = isItem(row) ? row.element?.parentElement : null;
      if (!list) continue;
      const items = lists.get(list);
      if (items) items.push(row);
      else lists.set(list, [row]);
    }
    for (const items of lists.values()) compare(items);
  };

  agentE.add({ wordsIn, noteWords, weigh });
};
