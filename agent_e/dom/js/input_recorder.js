/**
 * Records a person's input in this frame, and reports it through the world's own `agentETell`, as JSON of a `Step`.
 *
 * A page can neither see these listeners nor trigger them: synthetic events are not trusted. Typed text is never
 * reported, only its field; fields are noted, so that their values are not shown later either.
 * @param {{steps: boolean}} options `steps`: report what is done, not only that something is
 */
({ steps }) => {
  /** @typedef {{kind: string, mmid?: number | null, role?: string, name?: string, value?: string}} Step */
  const here = /** @type {typeof globalThis & {agentETell?: (words: string) => void, handsOff?: () => void}} */ (globalThis);
  here.handsOff?.();
  /** A frame's registry is that of the topmost frame that can access it. */
  let home = globalThis.agentE;
  for (let at = /** @type {Window} */ (globalThis.window); at.parent !== at; at = at.parent) {
    try {
      const above = /** @type {{agentE?: AgentE}} */ (/** @type {unknown} */ (at.parent)).agentE;
      if (!above) break;
      home = above;
    } catch {
      // It is of another origin.
      break;
    }
  }
  const shown = home;
  shown.secondNames(globalThis.window);
  const LONGEST = 80;
  const TOGGLES = new Set(["checkbox", "radio"]);
  const over = new AbortController();
  here.handsOff = () => over.abort();
  /** The field reported last, until something else is done. @type {WeakRef<Element> | null} */
  let entered = null;
  /** Time of the last click: one on a label is followed by another on its control. */
  let clicked = -1;
  /** Enter is held down in a field: the click that the browser derives from it is not the person's. */
  let entering = false;

  /** @param {Step} step */
  const tell = (step) => here.agentETell?.(JSON.stringify(step));

  /** An event's target, also inside known closed shadow roots. @param {Event} event @returns {Element | null} */
  const target = (event) => {
    let element = /** @type {Element | null} */ (event.composedPath()[0]);
    if (!(element instanceof Element)) return null;
    while (element && shown.rootOf(element)?.activeElement) element = shown.rootOf(element)?.activeElement ?? null;
    return element;
  };

  /** @param {Element} element @returns {Element} */
  const acted = (element) => {
    const control = shown.closest(element, (each) => shown.control(each) || shown.listens(each) || shown.knownId(each) !== null);
    const label = shown.closest(element, (each) => each.localName === "label");
    return control ?? /** @type {HTMLLabelElement | null} */ (label)?.control ?? element;
  };

  /** @param {Element} element */
  const about = (element) => {
    // The text of a container of fields would include what is typed into them.
    const holds = shown.editable(element) || element.querySelector("input, select, textarea, [contenteditable]") !== null;
    const words = shown.name(element) || (holds ? "" : element.textContent ?? "");
    return {
      mmid: shown.knownId(element),
      role: shown.role(element) || "box",
      name: shown.squeeze(words).slice(0, LONGEST),
    };
  };

  /** @param {Element} field */
  const hides = (field) =>
    shown.secretFields.has(field) || /\bcc-/.test(field.getAttribute("autocomplete") ?? "");

  /** @type {(type: string, hear: (event: any) => void) => void} */
  const on = (type, hear) => globalThis.window.addEventListener(type, (event) => {
    if (event.isTrusted) hear(event);
  }, { capture: true, signal: over.signal });

  on("pointerdown", () => tell({ kind: "touch" }));

  on("keydown", (/** @type {KeyboardEvent} */ event) => {
    tell({ kind: "touch" });
    const element = target(event);
    if (!steps || event.key !== "Enter" || event.isComposing || !element || element.localName !== "input") return;
    if (!shown.editable(element)) return;
    entering = true;
    entered = null;
    tell({ kind: "press_key", value: "Enter", ...about(element) });
  });

  on("keyup", () => { entering = false; });

  on("click", (/** @type {PointerEvent} */ event) => {
    const made = (entering && event.detail === 0) || event.timeStamp === clicked;
    clicked = event.timeStamp;
    const element = target(event);
    if (!steps || made || !element) return;
    const control = acted(element);
    // Their being filled in says enough.
    if (shown.editable(control) || ["select", "option"].includes(control.localName)) return;
    entered = null;
    tell({ kind: "click", ...about(control) });
  });

  on("input", (event) => {
    const element = target(event);
    if (!element) return;
    const field = shown.fieldOf(element);
    const type = field.localName === "input" ? /** @type {HTMLInputElement} */ (field).type : field.localName;
    if (TOGGLES.has(type)) return;
    if (type !== "select" || !steps || hides(field)) shown.theirs.add(field);
    if (!steps) return;
    if (type === "select") {
      const chosen = hides(field) ? "" : shown.value(field) ?? "";
      tell({ kind: "select_option", value: chosen.slice(0, LONGEST), ...about(field) });
    } else if (entered?.deref() !== field) {
      tell({ kind: type === "file" ? "upload_file" : "enter_text", ...about(field) });
    }
    entered = new WeakRef(field);
  });
};
