/**
 * Focuses a field and selects all its text, so that typing replaces it.
 *
 * @param {{mmid: number}} options
 * @returns {{
 *   problem: "" | "gone" | "disabled" | "read-only" | "not-a-field" | "hidden" | "unfocused" | "drawn",
 *   kind: "text" | "rich" | "set" | "file" | "select" | "toggle" | "",
 *   type: string, role: string, name: string, suggests: boolean, empty: boolean, format: string, focused: boolean,
 *   focus: {mmid: number | null, role: string, name: string} | null, scroll: number[],
 * }} `set`: a control whose value is set directly; `suggests`: see `AgentE.suggests`; `focused`:
 *   for a drawn editor, it already has the focus; `format`: words that may hint at the date format
 */
({ mmid }) => {
  const target = agentE.element(mmid);
  const blank = { kind: "", type: "", role: "", name: "", suggests: false, empty: true, format: "", focused: false, focus: null, scroll: [scrollX, scrollY] };
  if (!target) return /** @type {any} */ ({ ...blank, problem: "gone" });
  const element = /** @type {any} */ (agentE.fieldOf(target));
  const tag = element.localName;
  const type = tag === "input" ? element.type : tag;
  const typed = new Set(["text", "search", "url", "tel", "email", "password", "number", "textarea"]);
  const whole = new Set(["date", "time", "datetime-local", "month", "week", "color", "range"]);
  const toggles = new Set(["checkbox", "radio"]);
  const kind = typed.has(type) ? "text"
    : whole.has(type) ? "set"
    : toggles.has(type) ? "toggle"
    : type === "file" || type === "select" ? type
    : element.isContentEditable ? "rich"
    : "";
  const about = {
    ...blank, kind, type,
    ...agentE.named(target),
    format: agentE.dateHint(element),
    suggests: agentE.suggests(element),
  };
  /** @type {(problem: string, more?: object) => any} */
  const answer = (problem, more = {}) => {
    // Scrolling to it and focusing it are no effects of the text.
    agentE.watch.arm();
    return { ...about, scroll: agentE.scrolled(), ...more, problem };
  };

  if (tag === "textarea" && agentE.unseen(element) && !element.readOnly && !element.disabled) {
    element.focus();
    return answer("drawn", { focused: agentE.focused() === element });
  }
  const stand = kind === "" && agentE.closest(element, agentE.writesBeside);
  if (stand) return answer("drawn");
  if (kind === "" || kind === "toggle" || kind === "file" || kind === "select") return answer("not-a-field");
  if (element.matches(":disabled") || element.getAttribute("aria-disabled") === "true") return answer("disabled");
  if (element.readOnly || element.getAttribute("aria-readonly") === "true") return answer("read-only");
  if (!agentE.visible(element)) return answer("hidden");
  if (kind === "set") return answer("");
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  element.focus();
  // A frame's body can be an editor as well, and `focused` takes a body for no focus.
  const own = element.ownerDocument.body === element && element.ownerDocument.activeElement === element;
  const active = own ? element : agentE.focused();
  const within = active && (active === element || (kind === "rich" && agentE.closest(active, (each) => each === element || each.contains(element))));
  if (!within) {
    const other = active && agentE.editable(active) ? active : null;
    return answer("unfocused", { focus: other && agentE.label(other) });
  }
  // From here on its content is ours.
  agentE.theirs.delete(element);
  agentE.filling = { field: new WeakRef(element), words: agentE.wordsAround(element) };
  if (kind === "rich") return answer("", { empty: !agentE.squeeze(element.textContent ?? "") });
  element.select();
  return answer("", { empty: element.value === "" && !element.validity.badInput });
};
