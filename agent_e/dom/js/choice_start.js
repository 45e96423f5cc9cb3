/**
 * Examines a widget about to be opened for a choice.
 * @param {{mmid: number, next: number, confirmed: number}} options
 * @returns {{
 *   next: number, problem: "" | "gone" | "disabled" | "no-choice", role: string, name: string, trigger: number, open: boolean,
 *   editable: boolean, modal: boolean, scroll: number[],
 * }} `trigger`: what to click; `open`: its options can be seen; `modal`: it is in a dialog, which Escape would close
 */
({ mmid, next, confirmed }) => {
  agentE.begin({ next, confirmed });
  const element = agentE.element(mmid);
  const scroll = agentE.scrolled();
  const blank = { role: "", name: "", trigger: 0, open: false, editable: false, modal: false, scroll };
  if (!element) return { ...blank, next: agentE.nextId(), problem: "gone" };
  const about = { ...blank, role: agentE.role(element), name: agentE.name(element) };
  const widget = agentE.widgetOf(element);
  const plain = /^(link|checkbox|switch|slider|tab|heading)$/.test(about.role);
  if (!widget || plain) return { ...about, next: agentE.nextId(), problem: "no-choice" };
  if (agentE.states(widget).includes("disabled")) return { ...about, next: agentE.nextId(), problem: "disabled" };
  agentE.choosing = undefined;
  const field = /** @type {HTMLInputElement} */ (agentE.fieldOf(widget));
  const trigger = agentE.idOf(widget);
  const open = agentE.choicesOf(widget).options.length > 0;
  agentE.noteSeen(widget, open);
  return {
    ...about, trigger, open,
    next: agentE.nextId(),
    problem: "",
    editable: field.localName === "input" && agentE.editable(field) && !field.readOnly,
    modal: agentE.dialogAround(widget) !== null,
  };
};
