/** Adds values and options to `globalThis.agentE`. */
() => {
  const { children, editable, referenced, role, squeeze, text } = globalThis.agentE;
  const MAX_OPTIONS = 1000;
  const RANGES = new Set(["slider", "spinbutton", "progressbar", "meter", "scrollbar"]);
  const WHOLE = 100;
  const MASK = "••••";

  const ofInput = (/** @type {HTMLInputElement} */ element) => {
    switch (element.type) {
      case "checkbox":
      case "radio":
      case "button":
      case "submit":
      case "reset":
      case "image":
      case "hidden":
        return null;
      case "password":
        return element.value ? MASK : "";
      case "file":
        return Array.from(element.files ?? [], (file) => file.name).join(", ");
      default:
        return element.value;
    }
  };

  /** @type {(element: Element, kind: string) => string | null} */
  const ofRange = (element, kind) => {
    const spoken = element.getAttribute("aria-valuetext")?.trim();
    if (spoken) return spoken;
    const now = element.getAttribute("aria-valuenow");
    if (kind !== "progressbar" || !now || Number.isNaN(Number(now))) return now;
    const max = Number(element.getAttribute("aria-valuemax") ?? WHOLE);
    return max === WHOLE && !Number(element.getAttribute("aria-valuemin")) ? `${now}%` : `${now} of ${max}`;
  };

  /** @type {(element: Element, bare: boolean, tag: string) => string | null} */
  const valueHeld = (element, bare, tag) => {
    switch (tag) {
      case "INPUT":
        return ofInput(/** @type {HTMLInputElement} */ (element));
      case "TEXTAREA":
        return /** @type {HTMLTextAreaElement} */ (element).value;
      case "SELECT": {
        const chosen = /** @type {HTMLSelectElement} */ (element).selectedOptions;
        return Array.from(chosen, (option) => squeeze(option.label || option.text)).join(", ");
      }
      case "PROGRESS":
        if (!element.hasAttribute("value")) return null;
      // falls through
      case "METER": {
        const { value: now, max } = /** @type {HTMLMeterElement} */ (element);
        return max === 1 ? `${Math.round(now * WHOLE)}%` : `${now} of ${max}`;
      }
      default:
    }
    if (bare) return null;
    if (editable(element, tag)) return text(element);
    const kind = role(element, bare, tag);
    if (RANGES.has(kind)) return ofRange(element, kind);
    if (kind !== "textbox" && kind !== "searchbox" && kind !== "combobox") return null;
    // Its label may float inside it; some are named by their value.
    return text(element, referenced(element, "aria-labelledby")[0]) || text(element);
  };

  /** @type {AgentE["value"]} */
  const value = (element, bare = false, tag = element.tagName) => {
    const { secretFields, theirs } = globalThis.agentE;
    const held = valueHeld(element, bare, tag);
    return held && (theirs.has(element) || secretFields.has(element)) ? MASK : held;
  };

  /** @type {AgentE["options"]} */
  const options = (element, tag = element.tagName) => {
    if (tag === "SELECT") {
      const all = /** @type {HTMLSelectElement} */ (element).options;
      const found = [];
      // If nothing can be chosen, that is reported once, for the whole.
      const closed = element.matches(":disabled");
      for (let index = 0; index < Math.min(all.length, MAX_OPTIONS); index += 1) {
        const option = all[index];
        found.push(squeeze(option.label || option.text) + (!closed && option.matches(":disabled") ? " (disabled)" : ""));
      }
      return found;
    }
    const list = tag === "INPUT" ? /** @type {HTMLInputElement} */ (element).list : null;
    if (!list) return [];
    const all = children(list).filter((child) => /** @type {Element} */ (child).tagName === "OPTION");
    return all.slice(0, MAX_OPTIONS).map((option) => squeeze(/** @type {HTMLOptionElement} */ (option).value));
  };

  agentE.add({ value, options });
};
