/**
 * Adds to `globalThis.agentE` which other elements can be clicked, without a tag or role to declare it, and how the
 * walk reports an element: as a structure, as actionable, or as words reported with something else.
 */
() => {
  const { TABLES, control, editable, exposed, hit, look, name: nameOf, now, style, text: textOf, visible } = globalThis.agentE;
  const PAGES = new Set(["HTML", "BODY", "MAIN", "HEADER", "FOOTER", "NAV", "SECTION", "FORM"]);
  /** Their items are the click targets, wherever the hand cursor was declared. */
  const LISTS = new Set(["UL", "OL", "DL", "TABLE", "THEAD", "TBODY", "TFOOT", "MENU"]);
  const ALIKE = 3;
  const TURNS = 3; // ancestors searched for another element of its kind
  const MAX_CELLS = 400; // cells of a board, and the characters on one
  const MAX_SIGN_LENGTH = 2;
  const GRIDS = "[role=grid]:not([aria-rowcount], [aria-colcount])"; // grids that contain all of their cells; others are tables to read
  const listening = /** @type {WeakSet<Element>} */ (new WeakSet());
  const listeners = /** @type {Map<number, WeakRef<Element>>} */ (new Map());

  /** @type {AgentE["listen"]} */
  const listen = (number, element) => {
    const before = listeners.get(number)?.deref();
    if (before) listening.delete(before);
    listeners.delete(number);
    if (!element) return;
    listening.add(element);
    listeners.set(number, new WeakRef(element));
  };

  /** Whether a box only repeats one kind of item, like a list without list tags. @type {(element: Element) => boolean} */
  const repeats = (element) => {
    if (element.childElementCount < ALIKE) return false;
    const [first, ...others] = element.children;
    const kind = first.getAttribute("class");
    if (!kind && first.tagName !== "LI") return false;
    const alike = (/** @type {Element} */ child) =>
      child.tagName === first.tagName && child.getAttribute("class") === kind &&
      (Boolean(child.textContent?.trim()) || look(child).length > 0);
    return first.tagName !== "SPAN" && alike(first) && others.every(alike);
  };

  /** Whether it is a cell to choose, such as a day of a month. @type {(element: Element, heard: boolean) => boolean} */
  const isChoice = (element, heard) =>
    element.getAttribute("role") === "gridcell" && (heard || element.matches("[tabindex], [aria-selected]")) && element.closest(GRIDS) !== null;

  /** Whether the hand cursor is its row's: many show it on all cells while hovered. @type {(cell: Element, tag: string) => boolean} */
  const isOfRow = (cell, tag) => {
    const row = tag === "TD" ? cell.parentElement : null;
    return row !== null && listening.has(row) && !listening.has(cell) &&
      [row.firstElementChild, row.lastElementChild].every((each) => each !== null && style(each).cursor === "pointer");
  };

  /** Whether it is a row of a board, with at most a sign per cell: then the cells are the targets. @type {(row: Element, tag: string) => boolean} */
  const isOfBoard = (row, tag) => {
    const cells = tag === "TR" ? row.closest("table")?.getElementsByTagName("td") : undefined;
    let blank = false;
    // One by one: most tables end at their first cell, and have thousands.
    for (let at = 0; at < MAX_CELLS && cells?.[at]; at += 1) {
      const words = cells[at].firstElementChild ? null : (cells[at].textContent ?? "").trim();
      if (words === null || words.length > MAX_SIGN_LENGTH) return false;
      blank ||= words === "";
    }
    return blank;
  };

  const kindOf = (/** @type {Element} */ element) => `${element.tagName} ${element.getAttribute("class")}`;

  /** Kinds that have ever been tab stops: none of them is while one is renamed. @type {WeakMap<Element, Set<string>>} */
  const stopped = new WeakMap();

  /** Something of its tag and one of its classes. @type {(element: Element) => string[]} */
  const kindsOf = (element) => [...element.classList].map((each) => `${element.tagName}.${each}`);

  /** The kinds of elements in a box that are tab stops; any kind among direct children, as one may have more classes. @type {(box: Element) => Set<string>} */
  const stopsIn = (box) => {
    const { stops } = now();
    let known = stops.get(box);
    if (!known) {
      known = stopped.get(box) ?? new Set();
      for (const stop of box.querySelectorAll("[tabindex='0'][class]")) {
        known.add(kindOf(stop));
        if (stop.parentElement === box) for (const kind of kindsOf(stop)) known.add(kind);
      }
      stopped.set(box, known);
      stops.set(box, known);
    }
    return known;
  };

  /** Whether another of its kind close by is a tab stop: many lists have only one at a time. @type {(element: Element) => boolean} */
  const takesTurns = (element) => {
    if (element.getAttribute("tabindex") !== "-1" || !element.getAttribute("class")) return false;
    let box = element.parentElement;
    if (box && kindsOf(element).some((kind) => stopsIn(/** @type {Element} */ (box)).has(kind))) return true;
    for (let out = 0; box && out < TURNS; out += 1) {
      if (stopsIn(box).has(kindOf(element))) return true;
      box = box.parentElement;
    }
    return false;
  };

  /** @type {AgentE["clickable"]} */
  const clickable = (element, flow, parent, bare, tag) => {
    if (tag === "LABEL" && /** @type {HTMLLabelElement} */ (element).control) return "";
    const listens = listening.has(element) || parent.delegates;
    flow.heard ||= listens;
    if (PAGES.has(tag)) {
      // Not explained yet: the items below must be examined themselves.
      flow.pointer = false;
      return "";
    }
    const pointed = flow.pointer && !parent.pointer;
    if (LISTS.has(tag) || (listens && isOfBoard(element, tag)) || ((pointed || listens) && repeats(element))) {
      flow.pointer = false;
      flow.delegates = listens && !pointed;
      return "";
    }
    if (!bare && element.hasAttribute("onclick")) return "handler";
    if (pointed) return isOfRow(element, tag) ? "" : "pointer";
    if (listens) return "listener";
    if (bare) return "";
    if (isChoice(element, flow.heard)) return "listener";
    if (element.getAttribute("draggable") === "true") return "draggable";
    const stops = element.hasAttribute("tabindex") && (/** @type {HTMLElement} */ (element).tabIndex >= 0 || takesTurns(element));
    return stops ? "tab stop" : "";
  };

  /** @type {AgentE["standsFor"]} */
  const standsFor = (element, tag = element.tagName) => {
    if (tag !== "LABEL") return null;
    const field = /** @type {HTMLInputElement | null} */ (/** @type {HTMLLabelElement} */ (element).control);
    if (field?.tagName !== "INPUT" || !["checkbox", "radio", "file"].includes(field.type)) return null;
    return field.checkVisibility({ visibilityProperty: true }) ? null : field;
  };

  const STRUCTURE = new Set([
    "alert", "alertdialog", "article", "banner", "cell", "columnheader", "complementary", "contentinfo", "definition", "dialog", "feed",
    "grid", "gridcell", "heading", "list", "listbox", "listitem", "log", "main", "menu", "menubar", "navigation", "radiogroup", "row",
    "rowheader", "search", "status", "tablist", "table", "tabpanel", "term", "toolbar", "tree", "treegrid", "progressbar", "meter",
    "timer", "canvas", "video", "audio",
  ]);
  const IF_NAMED = new Set(["figure", "form", "group", "img", "region", "tooltip"]);
  const TABLE_PARTS = new Set(["row", "cell", "columnheader", "rowheader", "table"]);
  const CAPTIONS = new Set(["LEGEND", "CAPTION", "FIGCAPTION"]);
  const CONTROLS = "a[href], button, input, select, textarea, [tabindex], [role^=menuitem], [role=button], [role=option]"; // contents that no tooltip has
  const SAYS = /[^\p{P}\s]/u; // a picture named "..." says nothing

  /** @type {AgentE["isData"]} */
  const isData = (table, level, parent) => {
    const kind = table.getAttribute("role");
    if (kind) return TABLES.has(kind);
    if (level.tag !== "TABLE") return parent.data;
    const { rows: lines, tHead, caption } = /** @type {HTMLTableElement} */ (table);
    if (tHead || caption || table.querySelector(":scope > * > tr > th")) return true;
    return lines.length > 1 && lines[0].cells.length > 1 && !table.querySelector("table, form, header, nav");
  };

  /** @type {AgentE["structureRole"]} */
  const structureRole = (element, role, level) => {
    if (TABLE_PARTS.has(role) && !level.data) return "";
    if (STRUCTURE.has(role)) return role;
    if (!level.bare && (element.hasAttribute("popover") || (role === "tooltip" && element.querySelector(CONTROLS)))) return "popover";
    return IF_NAMED.has(role) && SAYS.test(nameOf(element)) ? role : "";
  };

  /** @type {AgentE["reason"]} */
  const reason = (element, own, level, parent) => {
    const { flow, bare, tag } = level;
    if (flow.hidden) {
      if (!flow.visible) return "";
      // Wrongly hidden from assistive technology if it is visible and usable all the same.
      const skipped = element.getAttribute("tabindex")?.startsWith("-");
      return !skipped && control(element, own, bare, tag) && hit(element).reachable ? "control" : "";
    }
    // Checked last, as it takes longest.
    const why = control(element, own, bare, tag) ? "control" : standsFor(element, tag) ? "stands for" : clickable(element, flow, parent.flow, bare, tag);
    return why && flow.visible ? why : "";
  };

  /** @type {AgentE["toldElsewhere"]} */
  const toldElsewhere = (element, tag, parent) => {
    let owner = /** @type {Element | null} */ (null);
    if (tag === "LABEL") owner = /** @type {HTMLLabelElement} */ (element).control;
    else if (CAPTIONS.has(tag) && parent.row >= 0) owner = parent.element;
    if (!owner || !visible(owner) || !exposed(owner)) return false;
    return nameOf(owner).includes(textOf(element, owner));
  };

  const hasValue = (/** @type {Row} */ { why, role, element, tag }) =>
    why !== "" && element !== null && (role === "textbox" || editable(element, tag) ||
      // A wrapper of a field is no field: its other contents, such as the selection, must be read.
      (role === "combobox" && !element.querySelector("input, textarea")));

  agentE.add({
    clickable, hasValue, isData, listen, listens: (/** @type {Element} */ element) => listening.has(element), reason, repeats, standsFor,
    structureRole, toldElsewhere,
  });
};
