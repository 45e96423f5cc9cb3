/**
 * Describes what a document has, after a search for what it lacks.
 * @param {Document} page
 * @param {string[]} asked selectors
 * @returns {{none: string[], invalid: string[], ids: string[], classes: [string, number][], tags: [string, number][],
 *   headings: string[], tables: {columns: string[], rows: number}[], links: number, characters: number}}
 */
(page, asked) => {
  const MOST = 400;
  const LONGEST = 60;
  const none = /** @type {string[]} */ ([]);
  const invalid = /** @type {string[]} */ ([]);
  for (const selector of asked) {
    try {
      if (!page.querySelector(selector)) none.push(selector);
    } catch {
      invalid.push(selector);
    }
  }
  const classes = /** @type {Map<string, number>} */ (new Map());
  const tags = /** @type {Map<string, number>} */ (new Map());
  const ids = /** @type {string[]} */ ([]);
  for (const element of page.querySelectorAll("*")) {
    tags.set(element.localName, (tags.get(element.localName) ?? 0) + 1);
    for (const name of element.classList) classes.set(name, (classes.get(name) ?? 0) + 1);
    if (element.id && ids.length < MOST) ids.push(element.id);
  }
  const words = (/** @type {Element} */ node) => (node.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, LONGEST);
  /** @type {(counted: Map<string, number>) => [string, number][]} */
  const most = (counted) => [...counted].sort((one, other) => other[1] - one[1]).slice(0, MOST);
  const tables = Array.from(page.querySelectorAll("table"), (table) => ({
    columns: Array.from(table.querySelectorAll("th"), words).slice(0, 12),
    rows: table.querySelectorAll("tr").length,
  }));
  return {
    none,
    invalid,
    ids,
    classes: most(classes),
    tags: most(tags),
    headings: Array.from(page.querySelectorAll("h1, h2, h3"), words).filter(Boolean).slice(0, 6),
    tables: tables.slice(0, 3),
    links: page.querySelectorAll("a[href]").length,
    characters: (page.body?.textContent ?? "").replace(/\s+/g, " ").length,
  };
};
