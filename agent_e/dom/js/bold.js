/// <reference path="./world.d.ts" />
/**
 * Adds to `globalThis.agentE` which items of a list are set in bold while others beside them are not: mail that has not
 * been read, the sum below a column.
 * @returns {void}
 */
() => {
  const { style } = globalThis.agentE;
  const ITEMS = new Set(["article", "listitem", "option", "row", "treeitem"]);
  const HEADINGS = "h1, h2, h3, h4, h5, h6, th, dt, [role=heading], [role=columnheader]";
  const SAYS = /[\p{L}\p{N}]/u;
  const LETTER = /\p{L}/u;
  const BOLD = 600;
  /** Pieces of text of one item that are looked at, and steps to find them. */
  const ENOUGH = 3;
  const MOST_STEPS = 24;

  /** @type {(holder: Element) => number} */
  const sizeOf = (holder) => parseFloat(style(holder).fontSize);

  /** Whether most of the first words of an item are bold; null where it has none to tell by. @type {(element: Element) => boolean | null} */
  const isBold = (element) => {
    /** @type {Element[]} */
    const heavy = [];
    /** @type {Element[]} */
    const plain = [];
    let speaks = false;
    const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let left = MOST_STEPS; left > 0 && heavy.length + plain.length < ENOUGH; left -= 1) {
      const text = /** @type {Text | null} */ (texts.nextNode());
      if (!text) break;
      if (!SAYS.test(text.data)) continue;
      const holder = text.parentElement;
      if (!holder) continue;
      const isHeavy = Number(style(holder).fontWeight) >= BOLD;
      if (isHeavy && (holder.closest(HEADINGS) || !holder.checkVisibility())) continue;
      (isHeavy ? heavy : plain).push(holder);
      speaks ||= LETTER.test(text.data);
    }
    // A mere number is that of something new, whatever it is in.
    if (!speaks) return null;
    if (heavy.length <= plain.length) return false;
    // Labels are in small print, and bold so that it can be read.
    const largest = Math.max(...plain.map(sizeOf));
    return heavy.some((holder) => sizeOf(holder) >= largest);
  };

  /** @type {(items: Row[]) => void} */
  const compare = (items) => {
    if (items.length < 2) return;
    const told = items.map((row) => isBold(/** @type {Element} */ (row.element)));
    if (!told.includes(true) || !told.includes(false)) return;
    items.forEach((row, index) => {
      row.bold = told[index] === true;
    });
  };

  /** @type {AgentE["weigh"]} */
  const weigh = (rows) => {
    /** @type {Map<Element, Row[]>} */
    const lists = new Map();
    for (const row of rows) {
      const { element, role, why } = row;
      const item = element !== null && (ITEMS.has(role) || (why !== "" && why !== "control" && why !== "stands for"));
      const list = item ? element.parentElement : null;
      if (!list) continue;
      const items = lists.get(list);
      if (items) items.push(row);
      else lists.set(list, [row]);
    }
    for (const items of lists.values()) compare(items);
  };

  Object.assign(globalThis.agentE, { weigh });
};
