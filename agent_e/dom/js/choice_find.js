/**
 * Waits for the options of a widget and finds one by its text.
 *
 * @param {{mmid: number, option: string, patience: number, calm: number, scroll: boolean, closing: boolean, next: number, confirmed: number}} options
 *   milliseconds to wait for the option, and how long the list must be unchanged to count as complete; `scroll`:
 *   scroll through a partly shown list; `closing`: wait until there are no options instead
 * @returns {Promise<{
 *   next: number, problem: "" | "gone" | "no-list" | "no-option" | "several" | "option-disabled", pick: number,
 *   chosen: string, options: string[], filter: boolean, picked: boolean,
 * }>} `pick`: id of the option; `filter`: the focus is in a field, where typing narrows the list; `picked`: chosen already
 */
async ({ mmid, option, patience, calm, scroll, closing, next, confirmed }) => {
  const element = agentE.element(mmid);
  const widget = element && agentE.widgetOf(element);
  /** @type {(problem: string, more?: object) => any} */
  const answer = (problem, more = {}) => {
    const active = /** @type {HTMLInputElement | null} */ (agentE.focused());
    const filter = active !== null && agentE.editable(active) && active.localName === "input" && !active.readOnly;
    const given = { pick: 0, chosen: "", options: /** @type {string[]} */ ([]), filter, picked: false, ...more };
    agentE.begin({ next, confirmed });
    // An id is assigned only at the end: between two steps other calls may assign some.
    const pick = given.pick && agentE.idOf(/** @type {any} */ (given.pick));
    return { ...given, pick, problem, next: agentE.nextId() };
  };
  if (!widget) return answer("gone");

  const SURE = 3; // rank from which it is a guess
  const valueOf = (/** @type {Element} */ each) => each.getAttribute("data-value") ?? /** @type {HTMLInputElement} */ (each).value;
  const match = (/** @type {Element[]} */ all) => {
    const { found, rank } = agentE.fitting(all, option, agentE.titleOf, valueOf);
    return { fitting: found, sure: found.length > 0 && rank < SURE };
  };
  /** @type {Element[]} */
  let all = agentE.choicesOf(widget).options;
  const note = () => {
    if (agentE.choosing) Object.assign(agentE.choosing, { offered: all, list: all[0]?.parentElement });
  };
  /** @type {(fitting: Element[], sure: boolean, titles: string[]) => any} */
  const settle = (fitting, sure, titles) => {
    note();
    const different = new Set(fitting.map(agentE.titleOf));
    if (!sure && different.size > 1) return answer("several", { options: [...different] });
    const usable = fitting.filter((each) => !agentE.states(each).includes("disabled"));
    const chosen = agentE.titleOf(fitting[0]);
    if (!usable.length) return answer("option-disabled", { chosen, options: titles });
    // In an autocomplete field, "selected" may only mean that Enter would choose it.
    const next = usable[0].id && agentE.fieldOf(widget).getAttribute("aria-activedescendant") === usable[0].id;
    const highlighted = next && !usable[0].closest("[aria-multiselectable=true]");
    const marked = agentE.states(usable[0]).some((state) => state === "selected" || state === "checked");
    const picked = marked && !highlighted && usable[0].getAttribute("role") !== "menuitem";
    return answer("", { pick: usable[0], chosen: agentE.titleOf(usable[0]), options: titles, picked });
  };

  const end = performance.now() + patience;
  let text = "";
  let still = performance.now();
  for (;;) {
    all = agentE.choicesOf(widget).options;
    const now = performance.now();
    if (closing) {
      if (!agentE.isOpen(widget)) return answer("no-list");
      if (now > end) break;
      await agentE.painted();
      continue;
    }
    const { fitting, sure } = match(all);
    const shown = all.map(agentE.titleOf).join("\n");
    if (shown !== text) [text, still] = [shown, now];
    const rests = now - still >= calm;
    if (fitting.length && (sure || rests)) return settle(fitting, sure, shown.split("\n"));
    if (now > end || (all.length && rests && !/loading|searching|…|\.\.\.$/i.test(shown))) break;
    await agentE.painted();
  }
  if (!all.length) return answer("no-list");
  note();
  /** @type {Set<string>} */
  const titles = new Set(all.map(agentE.titleOf).filter(Boolean));
  const box = scroll && agentE.closest(all[0], (up) =>
    up.scrollHeight > up.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(up).overflowY));
  if (!box || box === document.documentElement || box === document.body) return answer("no-option", { options: [...titles] });
  box.scrollTop = 0;
  for (const last = performance.now() + 6000; performance.now() < last;) {
    await agentE.painted();
    await agentE.painted();
    all = agentE.choicesOf(widget).options;
    for (const each of all) titles.add(agentE.titleOf(each));
    const { fitting, sure } = match(all);
    if (fitting.length && sure) {
      // Scrolling may make the list redraw its rows, so it must precede the click.
      fitting[0].scrollIntoView({ block: "center", behavior: "instant" });
      await agentE.painted();
      await agentE.painted();
      all = agentE.choicesOf(widget).options;
      const again = match(all);
      if (again.fitting.length) return settle(again.fitting, true, [...titles]);
    }
    const before = box.scrollTop;
    box.scrollTop += box.clientHeight * 0.8;
    if (box.scrollTop === before) break;
  }
  const { fitting, sure } = match(all);
  return fitting.length ? settle(fitting, sure, [...titles]) : answer("no-option", { options: [...titles].filter(Boolean) });
};
