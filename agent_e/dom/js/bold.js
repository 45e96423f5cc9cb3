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
  const BOLD = 600;
  /** Pieces of text of one item that are looked at, and steps to find them. */
  const ENOUGH = 3;
  const MOST_STEPS = 24;

  /** Whether most of the first words of an item are bold; null where it has none to tell by. @type {(element: Element) => boolean | null} */
  const isBold = (element) => {
    let [bold, seen] = [0, 0];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let left = MOST_STEPS; left > 0 && seen < ENOUGH && texts.nextNode(); left -= 1) {
      const { data, parentElement: holder } = /** @type {Text} */ (texts.currentNode);
      if (!holder || !SAYS.test(data)) continue;
      const heavy = Number(style(holder).fontWeight) >= BOLD;
      if (heavy && holder.closest(HEADINGS)) continue;
      seen += 1;
      if (heavy) bold += 1;
    }
    return seen === 0 ? null : 2 * bold > seen;
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
