/**
 * Adds to `globalThis.agentE` what the walk tells an element as: a structure, something to act on, words that are told
 * with something else.
 */
() => {
  const {
    clickable, control, editable, exposed, hit, name: nameOf, standsFor, text: textOf, visible,
  } = globalThis.agentE;

  const STRUCTURE = new Set([
    "alert", "alertdialog", "article", "banner", "cell", "columnheader", "complementary", "contentinfo", "definition",
    "dialog", "feed", "grid", "gridcell", "heading", "list", "listbox", "listitem", "log", "main", "menu", "menubar",
    "navigation", "radiogroup", "row", "rowheader", "search", "status", "tablist", "table", "tabpanel", "term",
    "toolbar", "tree", "treegrid", "progressbar", "meter", "timer", "canvas", "video", "audio",
  ]);
  const IF_NAMED = new Set(["figure", "form", "group", "img", "region", "tooltip"]);
  const TABLES = new Set(["table", "grid", "treegrid"]);
  const TABLE_PARTS = new Set(["row", "cell", "columnheader", "rowheader", "table"]);
  const CAPTIONS = new Set(["LEGEND", "CAPTION", "FIGCAPTION"]);
  /** What no mere hint holds. */
  const CONTROLS = "a[href], button, input, select, textarea, [tabindex], [role^=menuitem], [role=button], [role=option]";
  /** A picture that is called "..." says nothing. */
  const SAYS = /[^\p{P}\s]/u;

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
      // Wrongly hidden from assistive technology when it can be seen and used all the same.
      const skipped = element.getAttribute("tabindex")?.startsWith("-");
      return !skipped && control(element, own, bare, tag) && hit(element).reachable ? "control" : "";
    }
    // Asked last of all, for it is what takes longest.
    const why = control(element, own, bare, tag) ? "control" : standsFor(element, tag) ? "stands for" : clickable(element, flow, parent.flow, bare, tag);
    return why && flow.visible ? why : "";
  };

  /** @type {AgentE["toldElsewhere"]} */
  const toldElsewhere = (element, tag, parent) => {
    /** @type {Element | null} */
    let owner = null;
    if (tag === "LABEL") owner = /** @type {HTMLLabelElement} */ (element).control;
    else if (CAPTIONS.has(tag) && parent.row >= 0) owner = parent.element;
    if (!owner || !visible(owner) || !exposed(owner)) return false;
    return nameOf(owner).includes(textOf(element, owner));
  };

  /** @type {AgentE["hasValue"]} */
  const hasValue = ({ why, role, element, tag }) =>
    why !== "" && element !== null && (role === "textbox" || editable(element, tag) ||
      // One around a field is no field: what it holds beside that, such as what was chosen, is to be read.
      (role === "combobox" && !element.querySelector("input, textarea")));

  Object.assign(globalThis.agentE, { TABLES, hasValue, isData, reason, structureRole, toldElsewhere });
};
