/**
 * Chooses an option of a native select, with the events of a person's choice.
 *
 * The list of a select is drawn by the browser outside the page, where no mouse input of ours lands, and
 * letter keys choose by prefix only; so the choice is set here and announced. From this world the browser's own setters
 * are accessible even if a framework has overridden them on the element. In a multi-select, one option is added to the
 * selection, and a comma-separated list replaces it. A hidden select replaced by a library is rejected: the visible
 * widget must be used.
 *
 * @param {{mmid: number, option: string, look: boolean}} options `look`: only return what would be chosen
 * @returns {{
 *   problem: "" | "gone" | "disabled" | "not-a-select" | "no-option" | "several" | "option-disabled",
 *   role: string, name: string, chosen: string, options: string[], scroll: number[],
 * }}
 */
({ mmid, option, look }) => {
  const element = agentE.element(mmid);
  const PREFIX = 3; // rank of a prefix match; a match in the middle is rejected
  const scroll = agentE.scrolled();
  if (!element) return { problem: "gone", role: "", name: "", chosen: "", options: [], scroll };
  // By tag: an element of an inner frame is no instance of this frame's constructors.
  const select = /** @type {HTMLSelectElement | null} */ (element.localName === "option" ? element.closest("select") : element);
  const dressed = select?.localName === "select" && agentE.widgetOf(select) !== null;
  const about = { ...agentE.named(element), chosen: "", scroll };
  if (select?.localName !== "select" || dressed) return { problem: "not-a-select", ...about, options: [] };
  if (select.matches(":disabled")) return { problem: "disabled", ...about, options: [] };

  const all = [...select.options];
  const title = (/** @type {HTMLOptionElement} */ each) => agentE.squeeze(each.label || each.text);
  const loose = (/** @type {string} */ text) => agentE.squeeze(text).toLowerCase();
  const options = all.map(title);
  const { found, rank } = agentE.fitting(all, option, title, (each) => each.value);
  const fitting = rank <= PREFIX ? found : [];
  const several = select.multiple && !fitting.length ? option.split(",").map(loose).filter(Boolean) : [];
  const listed = several.map((each) => all.find((one) => loose(title(one)) === each || one.value.toLowerCase() === each));
  if (several.length > 1 && listed.every((one) => one && !one.disabled)) {
    const titles = listed.map((one) => one && title(one)).join(", ");
    if (look) return { problem: "", ...about, chosen: titles, options };
    const changes = all.some((one) => one.selected !== listed.includes(one));
    for (const one of all) one.selected = listed.includes(one);
    if (changes) agentE.announce(select);
    return { problem: "", ...about, chosen: titles, options };
  }
  if (!fitting.length) return { problem: "no-option", ...about, options };
  const usable = fitting.filter((each) => !each.disabled && !each.closest("optgroup[disabled]"));
  if (!usable.length) return { problem: "option-disabled", ...about, chosen: title(fitting[0]), options };
  if (rank === PREFIX && usable.length > 1) return { problem: "several", ...about, options: usable.map(title) };

  const chosen = usable[0];
  if (look) return { problem: "", ...about, chosen: title(chosen), options };
  const changes = !chosen.selected;
  select.focus();
  chosen.selected = true;
  if (changes) agentE.announce(select);
  return { problem: "", ...about, chosen: title(select.multiple ? chosen : select.selectedOptions[0] ?? chosen), options };
};
