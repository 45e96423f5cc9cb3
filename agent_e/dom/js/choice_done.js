/**
 * Waits until a widget shows the picked option.
 * @param {{mmid: number, pick: number, title: string, patience: number}} options `patience`: milliseconds
 * @returns {Promise<{shown: boolean, holds: string, open: boolean} | null>} `holds`: what the widget itself shows; `open`:
 *   its list is still visible, and was opened for the choice
 */
async ({ mmid, pick, title, patience }) => {
  const CLOSING_MS = 500;
  const element = agentE.element(mmid);
  const widget = element && agentE.widgetOf(element);
  if (!widget) return null;
  const wanted = agentE.squeeze(title).toLowerCase();
  const before = (agentE.choosing?.words ?? "").toLowerCase();
  const command = agentE.element(pick)?.getAttribute("role") === "menuitem";
  const tells = () => {
    const option = agentE.element(pick);
    if (command) return true;
    if (option && agentE.states(option).some((state) => state === "selected" || state === "checked")) return true;
    const now = agentE.shownBy(widget).toLowerCase();
    if (now.includes(wanted)) return true;
    // A field shows the first line of an option, or its code.
    if (now && now !== before && (wanted.includes(now) || now.split(/\s+/).some((word) => word.length > 2 && wanted.includes(word)))) return true;
    // Or an entirely different text.
    if (now && now !== before && !agentE.isOpen(widget)) return true;
    const near = widget.closest("[role=combobox]")?.parentElement ?? widget.parentElement;
    const select = /** @type {HTMLSelectElement | null} */ (element.localName === "select" ? element : near?.querySelector("select") ?? null);
    if (select && [...select.selectedOptions].some((each) => agentE.squeeze(each.text).toLowerCase() === wanted)) return true;
    return agentE.wordsAround(widget).includes(wanted);
  };
  const end = performance.now() + patience;
  while (!tells() && performance.now() < end) {
    await agentE.painted();
  }
  // Most lists close by themselves after a choice, with an animation.
  const closed = performance.now() + CLOSING_MS;
  while (agentE.isOpen(widget) && performance.now() < closed) await agentE.painted();
  return { shown: tells(), holds: agentE.shownBy(widget), open: agentE.isOpen(widget) };
};
