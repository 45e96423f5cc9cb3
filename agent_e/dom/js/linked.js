/**
 * Lists what the seed ai-web-agent takes for interactive, in document order: its seven selectors.
 *
 * `text`: of visible ones, their words in lower case with single blanks, by which they are clicked (without any, such
 * as an input button, its name); null if it or an ancestor is hidden. Boxes are in coordinates of the whole page.
 * @param {{ next: number, confirmed: number, most: number }} options
 * @returns {{ rows: [number, string | null, number, number, number, number][], next: number }}
 */
({ next, confirmed, most }) => {
  agentE.begin({ next, confirmed });
  const SELECTORS = "a, button, input, textarea, [role=button], [role=treeitem], [onclick]:not([onclick=''])";
  const known = /** @type {Map<Element, boolean>} */ (new Map());

  const styled = (/** @type {Element} */ element) => {
    const { display, visibility, opacity, width, height } = getComputedStyle(element);
    return display !== "none" && visibility !== "hidden" && opacity !== "0" && width !== "0px" && height !== "0px";
  };

  /** Whether it and all its ancestors are shown; computed from the top, each element once. @type {(element: Element) => boolean} */
  const visible = (element) => {
    const way = /** @type {Element[]} */ ([]);
    for (let up = /** @type {Element | null} */ (element); up && !known.has(up); up = up.parentElement) way.push(up);
    for (const each of way.reverse()) known.set(each, known.get(each.parentElement ?? each) !== false && styled(each));
    return known.get(element) === true;
  };

  const rows = /** @type {[number, string | null, number, number, number, number][]} */ ([]);
  for (const element of [...document.querySelectorAll(SELECTORS)].slice(0, most)) {
    const seen = visible(element);
    const words = seen ? agentE.squeeze(element.textContent ?? "") || agentE.squeeze(agentE.name(element)) : null;
    const { x, y, width, height } = agentE.box(element);
    if (seen || (width > 0 && height > 0)) {
      rows.push([agentE.idOf(element), words && words.toLowerCase(), x + scrollX, y + scrollY, width, height]);
    }
  }
  return { rows, next: agentE.nextId() };
};
