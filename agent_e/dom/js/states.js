/** Adds states to `globalThis.agentE`: an element's condition and accepted input, in words. */
() => {
  const { TABLES, editable, marked, referenced, role } = globalThis.agentE;
  const FORMATS = new Map(Object.entries({
    date: "date as yyyy-mm-dd", "datetime-local": "date and time as yyyy-mm-ddThh:mm", month: "month as yyyy-mm",
    week: "week as yyyy-Www", time: "time as hh:mm", color: "colour as #rrggbb", file: "file upload",
    password: "password",
  }));
  const BOUNDED = new Set(["number", "range", "date", "datetime-local", "month", "week", "time"]);
  const FIELDS = new Set(["INPUT", "SELECT", "TEXTAREA"]);
  const SWITCHED = new Set([...FIELDS, "BUTTON", "OPTION", "OPTGROUP", "FIELDSET"]); // tags that may be disabled
  const CHECKABLE = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
  const THREE_WAY = new Set(["checkbox", "menuitemcheckbox", "option", "treeitem"]); // roles that may be partly checked
  const PRESSED = new Map(Object.entries({ true: "pressed", mixed: "partly pressed", false: "not pressed" }));
  const POPUPS = new Set(["menu", "listbox", "tree", "grid", "dialog"]);
  const ORDERS = new Set(["ascending", "descending", "other"]);
  const MOMENTS = new Set(["step", "location", "date", "time"]);
  /** Origins and extents by which something may be placed at a share of a box. @type {[string, "width" | "height"][]} */
  const SIDES = [["left", "width"], ["right", "width"], ["top", "height"], ["bottom", "height"]];
  const MIN_TRACK = 3; // how often a handle must fit in its track
  const MINUTE = 60;
  const STATEFUL_TAGS = new Set(["DIALOG", "INPUT", "OPTION", "SELECT", "SUMMARY", "TEXTAREA"]);
  const STATEFUL = [
    "role", "aria-busy", "aria-checked", "aria-current", "aria-expanded", "aria-haspopup", "aria-invalid", "aria-level", "aria-modal",
    "aria-multiselectable", "aria-posinset", "aria-pressed", "aria-readonly", "aria-required", "aria-rowcount", "aria-selected",
    "aria-sort", "aria-valuemax", "aria-valuemin", "command", "popovertarget",
  ].map((attribute) => `[${attribute}]`).join(", ");
  const SETS = "[role=listbox], [role=list], [role=tree], [role=menu], [role=feed], [role=radiogroup], [role=tablist], [role=group], ul, ol, menu";

  /** @type {(element: Element, attribute: string) => boolean} */
  const yes = (element, attribute) => element.getAttribute(attribute) === "true";

  /** @type {(element: Element, kind: string) => string} */
  const checked = (element, kind) => {
    if (element.tagName === "INPUT") {
      const { type, checked: on, indeterminate } = /** @type {HTMLInputElement} */ (element);
      if (type === "checkbox" && indeterminate) return "partly checked";
      if (type === "checkbox" || type === "radio") return on ? "checked" : "not checked";
    }
    const given = element.getAttribute("aria-checked");
    if (given === "mixed" && THREE_WAY.has(kind)) return "partly checked";
    if (CHECKABLE.has(kind) || given === "true" || given === "false") return given === "true" ? "checked" : "not checked";
    return "";
  };

  /** The popover that a button shows and hides, or null. @type {(element: Element) => Element | null} */
  const popover = (element) => {
    const button = /** @type {HTMLButtonElement} */ (element);
    if (element.hasAttribute("popovertarget")) {
      return button.popoverTargetAction === "hide" ? null : button.popoverTargetElement ?? null;
    }
    const command = element.getAttribute("command");
    return command === "toggle-popover" || command === "show-popover" ? button.commandForElement ?? null : null;
  };

  const expanded = (/** @type {Element} */ element) => {
    const { tagName } = element;
    if (tagName === "SUMMARY" && element.parentElement?.tagName === "DETAILS") {
      return /** @type {HTMLDetailsElement} */ (element.parentElement).open ? "expanded" : "collapsed";
    }
    if (tagName === "SELECT" && element.matches(":open")) return "expanded";
    const given = element.getAttribute("aria-expanded");
    // Some declare it from the start, while invisible.
    if (given === "true") {
      const parts = referenced(element, "aria-controls");
      return parts.length > 0 && parts.every((part) => !part.checkVisibility()) ? "collapsed" : "expanded";
    }
    if (given === "false") return "collapsed";
    const shows = tagName === "BUTTON" || tagName === "INPUT" ? popover(element) : null;
    return shows ? shows.matches(":popover-open") ? "expanded" : "collapsed" : "";
  };

  /** @type {(element: Element, kind: string) => string} */
  const opens = (element, kind) => {
    const given = element.getAttribute("aria-haspopup");
    // For a combobox a list is implied, and "true" is an older value for it.
    if (kind === "combobox" && (given === "true" || given === "listbox")) return "";
    if (given && POPUPS.has(given)) return `opens ${given}`;
    if (given === "true") return "opens menu";
    return element.getAttribute("command") === "show-modal" ? "opens dialog" : "";
  };

  /** Whether it, or its widget, is disabled. @type {(element: Element, tag: string) => boolean} */
  const disabled = (element, tag) => {
    if ((SWITCHED.has(tag) || tag.includes("-")) && element.matches(":disabled")) return true;
    for (let at = element; ;) {
      if (at.closest("[aria-disabled=true]")) return true;
      const root = at.getRootNode();
      if (!("host" in root)) return false;
      at = /** @type {ShadowRoot} */ (root).host;
    }
  };

  /** The limits on input. @type {(low: string | null, high: string | null, step: string | null) => string} */
  const bounds = (low, high, step) => {
    const steps = step && step !== "1" && step !== "any" ? ` in steps of ${step}` : "";
    if (low && high) return `from ${low} to ${high}${steps}`;
    return low ? `from ${low}${steps}` : high ? `up to ${high}${steps}` : steps.trim();
  };

  /** What an input takes. @type {(input: HTMLInputElement, found: string[]) => void} */
  const ofInput = (input, found) => {
    const { type } = input;
    const format = FORMATS.get(type);
    if (format) found.push(format);
    if (type === "password" && input.value && !globalThis.agentE.theirs.has(input)) found.push(`${input.value.length} characters hidden`);
    if (BOUNDED.has(type)) {
      const { min, max, step } = input;
      const limits = type === "range" ? bounds(min || "0", max || "100", step) : bounds(min, max, type === "number" ? step : "");
      if (limits) found.push(limits);
    }
    if (input.multiple && (type === "file" || type === "email")) found.push("multiple");
  };

  /** @type {(element: Element, kind: string, found: string[]) => void} */
  const ofField = (element, kind, found) => {
    const field = /** @type {HTMLInputElement} */ (element);
    const native = FIELDS.has(element.tagName);
    if (element.tagName === "INPUT") ofInput(field, found);
    else if (kind === "slider" || kind === "spinbutton") {
      const limits = bounds(element.getAttribute("aria-valuemin"), element.getAttribute("aria-valuemax"), null);
      if (limits) found.push(limits);
    }
    if ((native && field.required && element.matches(":required")) || yes(element, "aria-required")) found.push("required");
    if ((native && field.readOnly && editable(element)) || yes(element, "aria-readonly")) found.push("read-only");
    if ((element.tagName === "SELECT" && field.multiple) || yes(element, "aria-multiselectable")) found.push("multiple");
    const given = element.getAttribute("aria-invalid");
    const declared = given !== null && given !== "" && given !== "false" && given !== "undefined";
    // For native and form-associated elements: without validity none ever matches.
    if (declared || ((native || "willValidate" in element) && element.matches(":user-invalid"))) found.push("invalid");
  };

  /** @type {(element: Element, kind: string) => string} */
  const level = (element, kind) => {
    const given = Number(element.getAttribute("aria-level"));
    return given > 0 && (kind === "treeitem" || kind === "row" || kind === "listitem") ? `level ${given}` : "";
  };

  /** Positions of the first and last items present, if there are more than are loaded. @type {(element: Element) => string} */
  const position = (element) => {
    const at = Number(element.getAttribute("aria-posinset"));
    const size = Number(element.getAttribute("aria-setsize"));
    if (!(at > 0) || !size) return "";
    const set = element.parentElement?.closest(SETS) ?? element.parentElement;
    const present = set?.querySelectorAll("[aria-posinset]") ?? [];
    if (size > 0 && size <= present.length) return "";
    const end = element === present[0] || element === present[present.length - 1];
    return end ? `item ${at} of ${size > 0 ? size : "an unknown number"}` : "";
  };

  /** A table's row count if they are not all loaded. @type {(element: Element) => string} */
  const extent = (element) => {
    const rows = Number(element.getAttribute("aria-rowcount"));
    return rows > element.querySelectorAll("tr, [role=row]").length ? `${rows} rows in all` : "";
  };

  const current = (/** @type {Element} */ element) => {
    const given = element.getAttribute("aria-current");
    if (!given || given === "false" || given === "undefined") return "";
    return MOMENTS.has(given) ? `current ${given}` : "current";
  };

  /** A duration. @type {(seconds: number) => string} */
  const clock = (seconds) => `${Math.floor(seconds / MINUTE)}:${String(Math.floor(seconds % MINUTE)).padStart(2, "0")}`;

  /** The state of a video or audio; its position only while paused. @type {(media: HTMLMediaElement) => string} */
  const playing = ({ currentTime, duration, ended, muted, paused }) => {
    const length = Number.isFinite(duration) ? clock(duration) : "";
    const at = length && paused && currentTime > 0 ? `${clock(currentTime)} of ${length}` : length;
    return [ended ? "ended" : paused ? "paused" : "playing", at, muted ? "muted" : ""].filter(Boolean).join(", ");
  };

  const spans = (/** @type {Element} */ cell) => {
    const { rowSpan, colSpan } = /** @type {HTMLTableCellElement} */ (cell);
    const parts = [rowSpan > 1 ? `${rowSpan} rows` : "", colSpan > 1 ? `${colSpan} columns` : ""].filter(Boolean);
    return parts.length > 0 ? `over ${parts.join(", ")}` : "";
  };

  /**
   * The position of a wordless part that keys move along its box, such as a slider's handle: "" for others.
   * Its author places it at a share of the box, and its value is nowhere else.
   * @type {AgentE["alongTrack"]}
   */
  const alongTrack = (element) => {
    const { style, tabIndex, parentElement: track } = /** @type {HTMLElement} */ (element);
    if (!track || tabIndex < 0 || !element.hasAttribute("style") || role(element) || element.textContent?.trim()) return "";
    const given = SIDES.filter(([side]) => style.getPropertyValue(side).endsWith("%"));
    if (given.length !== 1) return "";
    const [[side, length]] = given;
    const [own, all] = [element, track].map((each) => each.getBoundingClientRect());
    if (all[length] < MIN_TRACK * own[length]) return "";
    return `handle at ${Math.round(parseFloat(style.getPropertyValue(side)) * 10) / 10}% from the ${side}`;
  };

  /** States from its own tag. @type {(element: Element, tag: string) => string} */
  const ofTag = (element, tag) => {
    switch (tag) {
      case "VIDEO":
      case "AUDIO":
        return playing(/** @type {HTMLMediaElement} */ (element));
      case "CANVAS": {
        const { width, height } = element.getBoundingClientRect();
        return `${Math.round(width)}x${Math.round(height)}, its content cannot be read`;
      }
      case "TD":
      case "TH":
        return element.hasAttribute("rowspan") || element.hasAttribute("colspan") ? spans(element) : "";
      default:
        return "";
    }
  };

  /**
   * Whether its tag, role or attributes could imply more than being disabled. Mostly not, and one query to the browser
   * is faster than twenty.
   * @type {(element: Element, tag: string) => boolean}
   */
  const mayHave = (element, tag) => STATEFUL_TAGS.has(tag) || tag.includes("-") || element.matches(STATEFUL);

  /** @type {AgentE["states"]} */
  const states = (element, bare = false, tag = element.tagName) => {
    const own = [...marked(element)];
    if (!bare && element.getAttribute("draggable") === "true") own.unshift("draggable");
    const place = bare ? "" : alongTrack(element);
    if (place) own.unshift(place);
    const ownState = ofTag(element, tag);
    if (ownState) own.unshift(ownState);
    if (!mayHave(element, tag)) {
      if (disabled(element, tag)) own.unshift("disabled");
      return own;
    }
    const kind = role(element, bare, tag);
    const sort = element.getAttribute("aria-sort") ?? "";
    const option = tag === "OPTION" && /** @type {HTMLOptionElement} */ (element).selected;
    const found = [
      checked(element, kind),
      option || yes(element, "aria-selected") ? "selected" : "",
      PRESSED.get(element.getAttribute("aria-pressed") ?? "") ?? "",
      expanded(element),
      disabled(element, tag) ? "disabled" : "",
    ];
    ofField(element, kind, found);
    found.push(
      current(element),
      opens(element, kind),
      ORDERS.has(sort) ? sort === "other" ? "sorted" : `sorted ${sort}` : "",
      yes(element, "aria-busy") ? "busy" : "",
      element.hasAttribute("aria-level") ? level(element, kind) : "",
      element.hasAttribute("aria-posinset") ? position(element) : "",
      TABLES.has(kind) && element.hasAttribute("aria-rowcount") ? extent(element) : "",
    );
    if (kind === "dialog" || kind === "alertdialog") {
      if (yes(element, "aria-modal") || element.matches(":modal")) found.push("modal");
    }
    return [...found.filter((state) => state !== ""), ...own];
  };

  agentE.add({ alongTrack, states });
};
