/**
 * Records a person's input in this frame, and reports it through the world's own `agentETell`, as JSON of a `Step`.
 * Where no window shows the page, it also reports what only a window could show: the native list of a select, and what
 * is copied, which then goes into no clipboard of the browser, as other pages share that.
 *
 * A page can neither see these listeners nor trigger them: synthetic events are not trusted. Typed text is never
 * reported, only its field; fields are noted, so that their values are not shown later either.
 * @param {{steps: boolean, remote: boolean}} options `steps`: report what is done, not only that something is; `remote`:
 * no window shows the page
 */
({ steps, remote }) => {
  /** @typedef {{kind: string, mmid?: number | null, role?: string, name?: string, value?: string}} Step */
  const here = /** @type {typeof globalThis & {agentETell?: (words: string) => void, handsOff?: () => void, chooseOption?: (place: number) => void}} */ (globalThis);
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
  const MOST_OPTIONS = 2_000;
  const LONGEST_COPY = 1_000_000;
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

  if (!remote) return;
  /** The select whose list was asked for last. @type {WeakRef<HTMLSelectElement> | null} */
  let listed = null;

  /** The place of an element on the page, as far as the frames around it can be read. @param {Element} element */
  const boxOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const box = [x, y, width, height];
    for (let view = /** @type {Window | null} */ (element.ownerDocument.defaultView); view?.frameElement; view = view.parent) {
      const frame = view.frameElement;
      const { x, y } = frame.getBoundingClientRect();
      box[0] += x + frame.clientLeft;
      box[1] += y + frame.clientTop;
    }
    return box;
  };

  /** @param {Element | null} element @returns {element is HTMLSelectElement} */
  const popsUp = (element) =>
    element instanceof HTMLSelectElement && !element.multiple && element.size < 2 && !element.matches(":disabled");

  /** @param {HTMLSelectElement} select @param {MouseEvent | null} event */
  const offer = (select, event) => {
    listed = new WeakRef(select);
    const box = boxOf(select);
    const own = select.getBoundingClientRect();
    const at = event && [event.clientX + box[0] - own.x, event.clientY + box[1] - own.y];
    const options = [...select.options].slice(0, MOST_OPTIONS).map((option) => {
      const group = option.parentElement instanceof HTMLOptGroupElement ? option.parentElement : null;
      const label = (group ? `${group.label}: ${option.label}` : option.label).slice(0, LONGEST);
      return { label, selected: option.selected, disabled: option.disabled || group?.disabled === true };
    });
    here.agentETell?.(JSON.stringify({ kind: "choices", options, box, at }));
  };

  here.chooseOption = (place) => {
    const select = listed?.deref();
    if (!select?.isConnected || select.matches(":disabled") || !select.options[place]) return;
    if (select.selectedIndex === place) return;
    shown.theirs.add(select);
    select.selectedIndex = place;
    for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true, composed: type === "input" }));
  };

  on("mousedown", (/** @type {MouseEvent} */ event) => {
    const select = target(event);
    if (event.button !== 0 || !popsUp(select)) return;
    // After the page's own listeners there: one that draws its own list prevents the native one.
    select.addEventListener("mousedown", (now) => {
      if (now !== event || event.defaultPrevented) return;
      event.preventDefault();
      select.focus();
      offer(select, event);
    }, { once: true, signal: over.signal });
  });

  on("keydown", (/** @type {KeyboardEvent} */ event) => {
    const select = target(event);
    const opens = event.altKey ? /^Arrow(?:Up|Down)$/ : /^(?: |F4|Enter)$/;
    if (!popsUp(select) || !opens.test(event.key)) return;
    event.preventDefault();
    offer(select, null);
  });

  /** @param {Element | null} field */
  const selected = (field) => {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      if (field.type === "password") return "";
      const { selectionStart, selectionEnd } = field;
      if (selectionStart !== null && selectionEnd !== null) return field.value.slice(selectionStart, selectionEnd);
    }
    return String(globalThis.window.getSelection() ?? "");
  };

  /** @param {ClipboardEvent} event */
  const taken = (event) => {
    if (!event.isTrusted) return;
    const own = event.defaultPrevented;
    const text = own ? event.clipboardData?.getData("text/plain") ?? "" : selected(target(event));
    event.preventDefault();
    event.clipboardData?.setData("text/plain", "");
    if (!own && event.type === "cut" && text) document.execCommand("delete");
    if (text) here.agentETell?.(JSON.stringify({ kind: "copied", text: text.slice(0, LONGEST_COPY) }));
  };
  for (const type of ["copy", "cut"]) globalThis.window.addEventListener(type, (event) => taken(/** @type {ClipboardEvent} */ (event)), { signal: over.signal });
};
