/**
 * Examines a field about to be given a date.
 * @param {{mmid: number, next: number, confirmed: number}} options
 * @returns {{
 *   next: number, problem: "" | "gone" | "disabled", role: string, name: string, type: string, value: string, open: boolean,
 *   writable: boolean, toggle: number, modal: boolean, scroll: number[],
 * }} `type`: of a date control of the browser, else ""; `toggle`: a button beside it that seems to open a calendar, 0 for none
 */
({ mmid, next, confirmed }) => {
  agentE.begin({ next, confirmed });
  const element = agentE.element(mmid);
  const scroll = agentE.scrolled();
  const blank = { role: "", name: "", type: "", value: "", open: false, writable: false, toggle: 0, modal: false, scroll };
  if (!element) return { ...blank, next: agentE.nextId(), problem: "gone" };
  const field = /** @type {HTMLInputElement} */ (agentE.fieldOf(element));
  const native = field.localName === "input" && ["date", "datetime-local", "month", "week"].includes(field.type);
  const about = {
    ...blank,
    ...agentE.named(element),
    type: native ? field.type : "",
    value: field.localName === "input" ? field.value : "",
    writable: agentE.editable(field) && !field.readOnly,
    modal: agentE.dialogAround(element) !== null,
  };
  if (agentE.states(field).includes("disabled")) return { ...about, next: agentE.nextId(), problem: "disabled" };
  agentE.choosing = undefined;
  const open = !native && agentE.monthsOf(element).length > 0;
  agentE.noteSeen(element);

  const hint = /calend|kalend|date|datum|datepick|fecha|📅|🗓/i;
  let toggle = /** @type {Element | null} */ (null);
  /** @type {Element | null} */
  let up = field.parentElement;
  for (let level = 0; !toggle && up && level < 3 && up.tagName !== "FORM" && up.tagName !== "BODY"; level += 1, up = up.parentElement) {
    // Buttons of another field's wrapper are that field's.
    if (up.querySelectorAll("input:not([type=hidden])").length > 2) break;
    const buttons = [...up.querySelectorAll("button, a, [role=button], svg, img, i, span")].filter((each) => each !== element && !each.contains(field) && agentE.inView(each));
    toggle = buttons.find((each) => hint.test(`${agentE.name(each)} ${each.getAttribute("class")} ${agentE.hint(each)} ${each.textContent}`) || each.getAttribute("aria-haspopup") === "dialog") ?? null;
  }
  return { ...about, open, toggle: toggle ? agentE.idOf(toggle) : 0, next: agentE.nextId(), problem: "" };
};
