/// <reference path="./sight.d.ts" />
/**
 * Adds to `globalThis.sight` what a person takes for a control, and how it is named in a report.
 */
() => {
  const NATIVE = [
    "a[href]", "area[href]", "button", "input:not([type=hidden])", "select", "textarea", "summary",
    "audio[controls]", "video[controls]",
  ].join();
  const WIDGETS = new Set([
    "button", "checkbox", "combobox", "link", "menuitem", "menuitemcheckbox", "menuitemradio",
    "option", "radio", "scrollbar", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox",
    "treeitem",
  ]);
  const PRESSED = "button, input:is([type=checkbox], [type=radio], [type=file], [type=submit], [type=button])";
  /** What stands between items of a menu may take the focus. */
  const PARTING = new Set(["none", "presentation", "separator"]);
  const WORDLESS = new Set(["password", "checkbox", "radio", "color", "range", "file", "image"]);
  const SMALLEST_FIELD = 4;
  /** Characters: one more than a label has at most, as misses.py says. */
  const TEXT = 201;
  const TEXTS = 50;
  const HTML = 300;
  const LEVELS = 6;
  const { above } = globalThis.sight;

  /** @param {Element} element */
  const role = (element) => (element.getAttribute("role") ?? "").trim().split(/\s+/)[0];

  /** @param {Element | null} element */
  const edits = (element) => element instanceof HTMLElement && element.isContentEditable;

  /** @param {Element | null} element */
  const points = (element) => element !== null && getComputedStyle(element).cursor === "pointer";

  /** Whether a field is there for the eye, and not only for its label. @param {Element} field */
  const drawn = (field) => {
    const { left, top, right, bottom, width, height } = field.getBoundingClientRect();
    const clear = !field.checkVisibility({ opacityProperty: true });
    return (
      Math.min(width, height) >= SMALLEST_FIELD &&
      right > 0 && bottom + scrollY > 0 &&
      field.checkVisibility({ visibilityProperty: true }) &&
      // One that cannot be seen may lie over what is drawn in its place.
      (!clear || globalThis.sight.at((left + right) / 2, (top + bottom) / 2) === field)
    );
  };

  /** Whether the hand over it is that of what it lies in, such as its row, and it hears nothing itself: it shows a hint. */
  const isPart = (/** @type {Element} */ element) =>
    points(element) && points(above(element)) && !role(element) && !globalThis.sight.listens(element);

  /** The field of a label. @param {Element} element */
  const labelled = (element) => element instanceof HTMLLabelElement ? element.control : null;

  /** Whether the arrow keys scroll it: that is why the browser or its author lets it be focused. */
  const scrolls = (/** @type {Element} */ element) =>
    (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth) &&
    getComputedStyle(element).overflow !== "visible";

  /** Whether all that stands in it is the label of a field: that is pressed, and nothing beside it. @param {Element} element */
  const holdsLabelOnly = (element) => {
    const label = element.querySelector("label");
    return label?.control != null && label.textContent?.trim() === element.textContent?.trim();
  };

  /** Whether it is the bar by which an editor scrolls, drawn by its author. @param {Element} element */
  const isBar = (element) =>
    !element.textContent?.trim() && (scrolls(element) || (element.parentElement !== null && scrolls(element.parentElement)));

  /** Whether it is part of a chart, which only shows more where one points: no hand or word says that it is pressed. */
  const isDrawn = (/** @type {Element} */ element) =>
    element.localName === "canvas" || (element instanceof SVGElement && !element.parentElement?.textContent?.trim());

  /** Whether it is the edge of something, to be dragged to another size: pressing it does nothing. */
  const isGrip = (/** @type {Element} */ element) => getComputedStyle(element).cursor.endsWith("-resize");

  /** @param {Element} element */
  const focusable = (element) =>
    Number.parseInt(element.getAttribute("tabindex") ?? "", 10) >= 0 && !scrolls(element);

  /** Whether any text in it can be seen: a hint that waits for the mouse is transparent. @param {Element} element */
  const writes = (element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let left = TEXTS; left > 0 && texts.nextNode(); left -= 1) {
      const { data, assignedSlot, parentElement } = /** @type {Text} */ (texts.currentNode);
      const holder = assignedSlot?.parentElement ?? assignedSlot ?? parentElement;
      if (data.trim() && holder?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    }
    // What is drawn in a shadow tree has its texts there.
    return element.shadowRoot !== null;
  };

  /** @param {Element} element */
  const step = (element) => {
    const id = element.getAttribute("id");
    if (id) return `${element.localName}#${CSS.escape(id)}`;
    const classes = [...element.classList].slice(0, 2).map((name) => `.${CSS.escape(name)}`).join("");
    const alike = [...(element.parentNode?.children ?? [])].filter(
      (each) => each.localName === element.localName,
    );
    const nth = alike.length > 1 ? `:nth-of-type(${alike.indexOf(element) + 1})` : "";
    return `${element.localName}${classes}${nth}`;
  };

  Object.assign(globalThis.sight, {
    /** How an element is recognised as a control, "" if it is none. @param {Element} element */
    how(element) {
      if (element === document.documentElement || element === document.body) return "";
      if (element.matches(NATIVE)) return "native";
      // Pressing the label of another field only sets the cursor there.
      if (labelled(element)) return globalThis.sight.instead(element) ? "native" : "";
      if (edits(element) && !edits(above(element))) return "native";
      if (WIDGETS.has(role(element))) return "role";
      if (focusable(element)) return isGrip(element) || PARTING.has(role(element)) || isPart(element) ? "" : "tabindex";
      if (points(element) && !points(above(element))) return holdsLabelOnly(element) ? "" : "cursor";
      const heard = globalThis.sight.listens(element) && !isGrip(element) && !isBar(element) && !isDrawn(element);
      return heard ? "listener" : "";
    },

    /** The drawn field that a label stands beside: both are one control. @param {Element} label */
    field(label) {
      const field = labelled(label);
      return field && drawn(field) ? field : null;
    },

    /** The field that pressing a label presses, where that is not drawn itself. @param {Element} label */
    instead(label) {
      const field = labelled(label);
      return field && field.matches(PRESSED) && !drawn(field) ? field : null;
    },

    /** The label that is pressed in the place of such a field. @param {Element} field */
    label: (field) => field.matches(PRESSED) ? /** @type {HTMLInputElement} */ (field).labels?.[0] ?? null : null,

    /** @param {Element} element */
    disabled: (element) =>
      element.matches(":disabled") || element.closest("[aria-disabled=true]") !== null,

    /** @param {Element} element */
    path(element) {
      let path = step(element);
      let below = element;
      for (let level = 1; level < LEVELS && !below.getAttribute("id"); level += 1) {
        const parent = below.parentNode;
        const next = parent instanceof ShadowRoot ? parent.host : below.parentElement;
        if (!next || next === document.body) break;
        path = `${step(next)}${parent === next ? " > " : " >>> "}${path}`;
        below = next;
      }
      return path;
    },

    /** @param {Element} element */
    text(element) {
      const shown = writes(element) ? (element instanceof HTMLElement ? element.innerText : element.textContent) : "";
      const said = [
        shown,
        ...["aria-label", "title", "alt", "placeholder", "value"].map((name) => element.getAttribute(name)),
        element.querySelector("img[alt]")?.getAttribute("alt"),
      ];
      return (said.find((words) => words?.trim()) ?? "").replace(/\s+/g, " ").trim().slice(0, TEXT);
    },

    /** The text in a field, as it is drawn. @param {Element} element */
    value(element) {
      if (element instanceof HTMLTextAreaElement) return element.value;
      if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? "";
      const drawn = element instanceof HTMLInputElement && !WORDLESS.has(element.type);
      return drawn ? element.value : "";
    },

    role,

    /** Its own tag, without what is in it. @param {Element} element */
    html: (element) =>
      /** @type {Element} */ (element.cloneNode(false)).outerHTML.slice(0, HTML),
  });
};
