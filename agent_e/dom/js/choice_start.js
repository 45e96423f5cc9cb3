/// <reference path="./world.d.ts" />
/// <reference path="./fields.d.ts" />
/// <reference path="./choices.d.ts" />
/// <reference path="./watch.d.ts" />
/**
 * Looks at a widget that is about to be opened for a choice.
 * @param {{mmid: number, next: number, confirmed: number}} options
 * @returns {{
 *   next: number, problem: "" | "gone" | "disabled" | "no-choice", role: string, name: string, trigger: number, open: boolean,
 *   editable: boolean, modal: boolean, scroll: number[],
 * }} `trigger`: what to click; `open`: its options can be seen; `modal`: it is in a dialog, which Escape would close
 */
({ mmid, next, confirmed }) => {
  const shown = globalThis.agentE;
  shown.begin({ next, confirmed });
  const element = shown.element(mmid);
  const scroll = [scrollX, scrollY].map(Math.round);
  const blank = { role: "", name: "", trigger: 0, open: false, editable: false, modal: false, scroll };
  if (!element) return { ...blank, next: shown.nextId(), problem: "gone" };
  const about = { ...blank, role: shown.role(element), name: shown.name(element) };
  const widget = shown.widgetOf(element);
  const plain = /^(link|checkbox|switch|slider|tab|heading)$/.test(about.role);
  if (!widget || plain) return { ...about, next: shown.nextId(), problem: "no-choice" };
  if (shown.states(widget).includes("disabled")) return { ...about, next: shown.nextId(), problem: "disabled" };
  shown.choosing = undefined;
  const field = /** @type {HTMLInputElement} */ (shown.fieldOf(widget));
  const trigger = shown.idOf(widget);
  const open = shown.choicesOf(widget).options.length > 0;
  shown.noteSeen(widget);
  return {
    ...about, trigger, open,
    next: shown.nextId(),
    problem: "",
    editable: field.localName === "input" && shown.editable(field) && !field.readOnly,
    modal: shown.closest(widget, (up) => /^(alert)?dialog$/.test(shown.role(up))) !== null,
  };
};
