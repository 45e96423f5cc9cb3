/// <reference path="./world.d.ts" />
/// <reference path="./fields.d.ts" />
/// <reference path="./choices.d.ts" />
/// <reference path="./calendars.d.ts" />
/**
 * Looks at a field that is about to be given a date.
 * @param {{mmid: number, next: number, confirmed: number}} options
 * @returns {{
 *   next: number, problem: "" | "gone" | "disabled", role: string, name: string, type: string, value: string, open: boolean,
 *   writable: boolean, toggle: number, modal: boolean, scroll: number[],
 * }} `type`: of a date control of the browser, else ""; `toggle`: a button beside it that seems to open a calendar, 0 for none
 */
({ mmid, next, confirmed }) => {
  const shown = globalThis.agentE;
  shown.begin({ next, confirmed });
  const element = shown.element(mmid);
  const scroll = [scrollX, scrollY].map(Math.round);
  const blank = { role: "", name: "", type: "", value: "", open: false, writable: false, toggle: 0, modal: false, scroll };
  if (!element) return { ...blank, next: shown.nextId(), problem: "gone" };
  const field = /** @type {HTMLInputElement} */ (shown.fieldOf(element));
  const native = field.localName === "input" && ["date", "datetime-local", "month", "week"].includes(field.type);
  const about = {
    ...blank,
    role: shown.role(element),
    name: shown.name(element),
    type: native ? field.type : "",
    value: field.localName === "input" ? field.value : "",
    writable: shown.editable(field) && !field.readOnly,
    modal: shown.closest(element, (up) => /^(alert)?dialog$/.test(shown.role(up))) !== null,
  };
  if (shown.states(field).includes("disabled")) return { ...about, next: shown.nextId(), problem: "disabled" };
  shown.choosing = undefined;
  const open = !native && shown.monthsOf(element).length > 0;
  shown.noteSeen(element);

  const hint = /calend|kalend|date|datum|datepick|fecha|📅|🗓/i;
  /** @type {Element | null} */
  let toggle = null;
  /** @type {Element | null} */
  let up = field.parentElement;
  for (let level = 0; !toggle && up && level < 3 && up.tagName !== "FORM" && up.tagName !== "BODY"; level += 1, up = up.parentElement) {
    // Buttons of another field's wrapper are that field's.
    if (up.querySelectorAll("input:not([type=hidden])").length > 2) break;
    const buttons = [...up.querySelectorAll("button, a, [role=button], svg, img, i, span")].filter((each) => each !== element && !each.contains(field) && shown.inView(each));
    toggle = buttons.find((each) => hint.test(`${shown.name(each)} ${each.getAttribute("class")} ${shown.hint(each)} ${each.textContent}`) || each.getAttribute("aria-haspopup") === "dialog") ?? null;
  }
  return { ...about, open, toggle: toggle ? shown.idOf(toggle) : 0, next: shown.nextId(), problem: "" };
};
