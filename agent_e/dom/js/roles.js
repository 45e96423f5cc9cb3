/**
 * Adds roles to `globalThis.agentE`, after the tables of HTML-AAM and WAI-ARIA 1.2.
 *
 * Mere text formatting (paragraph, emphasis, code and the like) counts as having no role, so that a clickable one is
 * named by its words.
 */
() => {
  const { closest, referenced, stars } = globalThis.agentE;
  const BY_TAG = new Map(Object.entries({
    ADDRESS: "group", ARTICLE: "article", BUTTON: "button", CANVAS: "canvas", DATALIST: "listbox",
    DD: "definition", DETAILS: "group", DIALOG: "dialog", DL: "list", DT: "term", FIELDSET: "group",
    FIGURE: "figure", H1: "heading", H2: "heading", H3: "heading", H4: "heading", H5: "heading", H6: "heading",
    HGROUP: "group", HR: "separator", MAIN: "main", MENU: "list", METER: "meter", NAV: "navigation", OL: "list",
    OPTGROUP: "group", OPTION: "option", OUTPUT: "status", PROGRESS: "progressbar", SEARCH: "search",
    TABLE: "table", TEXTAREA: "textbox", UL: "list", VIDEO: "video", AUDIO: "audio", math: "math",
  }));
  const OF_TABLE = new Map(Object.entries({
    TBODY: "rowgroup", THEAD: "rowgroup", TFOOT: "rowgroup", TR: "row", TD: "cell", TH: "",
  }));
  const BY_INPUT = new Map(Object.entries({
    button: "button", checkbox: "checkbox", file: "button", hidden: "", image: "button", number: "spinbutton",
    radio: "radio", range: "slider", reset: "button", search: "searchbox", submit: "button",
  }));
  const SUGGESTING = new Set(["text", "search", "tel", "url", "email"]); // types that a suggestion list makes a combobox
  const CONTROLS = new Set(["BUTTON", "SELECT", "TEXTAREA"]);
  /** Tags that are actionable with an attribute. */
  const CONTROLS_WITH = new Map([["A", "href"], ["AREA", "href"], ["VIDEO", "controls"], ["AUDIO", "controls"]]);
  const WIDGETS = new Set([
    "button", "checkbox", "combobox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "searchbox", "slider",
    "spinbutton", "switch", "tab", "textbox", "treeitem",
  ]);
  const KNOWN = new Set([
    ...WIDGETS, "alert", "alertdialog", "application", "article", "banner", "blockquote", "caption", "cell", "columnheader",
    "complementary", "contentinfo", "definition", "dialog", "directory", "document", "feed", "figure", "form", "grid", "gridcell", "group",
    "heading", "img", "list", "listbox", "listitem", "log", "main", "marquee", "math", "menu", "menubar", "meter", "navigation", "none",
    "note", "presentation", "progressbar", "radiogroup", "region", "row", "rowgroup", "rowheader", "scrollbar", "search", "separator",
    "status", "table", "tablist", "tabpanel", "term", "timer", "toolbar", "tooltip", "tree", "treegrid",
  ]);
  const ALIASES = new Map(Object.entries({
    image: "img", presentation: "none", "doc-backlink": "link", "doc-biblioref": "link", "doc-glossref": "link",
    "doc-noteref": "link", "doc-cover": "img", "graphics-document": "document", "graphics-object": "group",
    "graphics-symbol": "img",
    code: "", comment: "", deletion: "", emphasis: "", generic: "", insertion: "", mark: "", paragraph: "",
    strong: "", subscript: "", suggestion: "", superscript: "", time: "",
  }));
  const NEED_NAME = new Set(["form", "region"]); // landmarks only if they have a name
  /** Attributes that override a role of `none`. */
  const GLOBAL = new Set([
    "aria-atomic", "aria-busy", "aria-controls", "aria-current", "aria-describedby", "aria-description", "aria-details", "aria-dropeffect",
    "aria-flowto", "aria-grabbed", "aria-keyshortcuts", "aria-label", "aria-labelledby", "aria-live", "aria-owns", "aria-relevant",
    "aria-roledescription",
  ]);
  const SECTIONING = new Set(["ARTICLE", "ASIDE", "NAV", "SECTION"]);
  const SECTIONS = new Set([...SECTIONING, "MAIN", "DIALOG"]);
  const SECTION_ROLES = new Set(["article", "complementary", "main", "navigation", "region", "dialog"]);
  const LISTS = new Set(["UL", "OL", "MENU"]);
  const TABLES = new Set(["table", "grid", "treegrid"]);

  /** Whether its author named it. @type {(element: Element) => boolean} */
  const named = (element) =>
    element.hasAttributes() &&
    Boolean(element.getAttribute("aria-label")?.trim() || element.getAttribute("title")?.trim() ||
      referenced(element, "aria-labelledby").length > 0);

  const inSection = (/** @type {Element} */ element) =>
    closest(element, (up) => up !== element &&
      (SECTIONS.has(up.tagName) || SECTION_ROLES.has(up.getAttribute("role") ?? ""))) !== null;

  const ofPage = (/** @type {Element} */ element) => closest(element, (up) => up !== element && SECTIONING.has(up.tagName)) === null;

  const ofInput = (/** @type {HTMLInputElement} */ element) => {
    const { type } = element;
    if (SUGGESTING.has(type) && element.hasAttribute("list") && element.list) return "combobox";
    return BY_INPUT.get(type) ?? "textbox";
  };

  const ofHeader = (/** @type {Element} */ element) => {
    const scope = element.getAttribute("scope")?.toLowerCase();
    if (scope === "row" || scope === "rowgroup") return "rowheader";
    if (scope === "col" || scope === "colgroup") return "columnheader";
    const row = element.parentElement;
    if (!row || row.parentElement?.tagName === "THEAD" || row.tagName !== "TR") return "columnheader";
    const first = row.querySelector(":scope > td");
    return first && element.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING ? "rowheader" : "columnheader";
  };

  /** Parts of a table keep their roles only if the table is one. @type {(element: Element, tag: string) => string} */
  const ofTable = (element, tag) => {
    const { parentElement: up } = element;
    const table = element.closest("table");
    const kind = table?.hasAttribute("role") ? role(table) : "table";
    if (!TABLES.has(kind)) return "";
    const isCell = tag === "TD" || tag === "TH";
    if (isCell && up?.hasAttribute("role") && role(up) !== "row") return "";
    if (tag === "TH") return ofHeader(element);
    return tag === "TD" && kind !== "table" ? "gridcell" : OF_TABLE.get(tag) ?? "";
  };

  const ofItem = (/** @type {Element} */ element) => {
    const up = element.parentElement;
    // Outside of any list the marker is drawn all the same.
    return !up?.hasAttribute("role") || role(up) === "list" || !LISTS.has(up.tagName) ? "listitem" : "";
  };

  /** @type {(element: Element, tag: string) => string} */
  const native = (element, tag) => {
    switch (tag) {
      case "A":
      case "AREA":
        return element.hasAttribute("href") ? "link" : "";
      case "INPUT":
        return ofInput(/** @type {HTMLInputElement} */ (element));
      case "SELECT": {
        const select = /** @type {HTMLSelectElement} */ (element);
        return select.multiple || select.size > 1 ? "listbox" : "combobox";
      }
      case "IMG":
        return element.getAttribute("alt") === "" && !named(element) ? "" : "img";
      case "svg":
        return named(element) || element.querySelector(":scope > title") ? "img" : "";
      case "a":
        return element.hasAttribute("href") || element.hasAttribute("xlink:href") ? "link" : "";
      case "HEADER":
        return inSection(element) ? "" : "banner";
      case "FOOTER":
        return inSection(element) ? "" : "contentinfo";
      case "ASIDE":
        return ofPage(element) || named(element) ? "complementary" : "";
      case "SECTION":
        return named(element) ? "region" : "";
      case "FORM":
        return named(element) ? "form" : "";
      case "SUMMARY":
        return element.parentElement?.tagName === "DETAILS" &&
          element === element.parentElement.querySelector(":scope > summary") ? "button" : "";
      case "LI":
        return ofItem(element);
      default:
        return OF_TABLE.has(tag) ? ofTable(element, tag) : BY_TAG.get(tag) ?? "";
    }
  };

  /** @type {AgentE["editable"]} */
  const editable = (element, tag = element.tagName) => {
    if (tag === "TEXTAREA") return true;
    if (tag === "INPUT") {
      const fixed = BY_INPUT.get(/** @type {HTMLInputElement} */ (element).type);
      return fixed === undefined || fixed === "searchbox" || fixed === "spinbutton";
    }
    // isContentEditable computes styles: query it only if declared.
    if (!element.hasAttribute("contenteditable")) return false;
    const html = /** @type {HTMLElement} */ (element);
    return html.isContentEditable && !html.parentElement?.isContentEditable;
  };

  /** Its role by tag, by being editable, or by what it draws. @type {(element: Element, bare: boolean, tag: string) => string} */
  const own = (element, bare, tag) => native(element, tag) || (!bare && editable(element, tag) ? "textbox" : stars(element, tag) ? "img" : "");

  /** Whether it keeps its role, though declared presentational. @type {(element: Element) => boolean} */
  const resists = (element) =>
    /** @type {HTMLElement} */ (element).tabIndex >= 0 || element.hasAttribute("tabindex") ||
    editable(element) || element.getAttributeNames().some((attribute) => GLOBAL.has(attribute));

  /** The role from its attribute, null for none. @type {(element: Element, asked: string) => string | null} */
  const declared = (element, asked) => {
    for (const word of asked.toLowerCase().split(/\s+/)) {
      const kind = ALIASES.get(word) ?? (KNOWN.has(word) ? word : null);
      if (kind === null || (NEED_NAME.has(kind) && !named(element))) continue;
      if (kind !== "none") return kind;
      return resists(element) ? own(element, false, element.tagName) : "";
    }
    return null;
  };

  /** @type {AgentE["role"]} */
  const role = (element, bare = false, tag = element.tagName) => {
    const asked = bare ? null : element.getAttribute("role");
    const given = asked ? declared(element, asked) : null;
    if (given !== null) return given;
    return own(element, bare, tag);
  };

  /** @type {AgentE["control"]} */
  const control = (element, kind, bare = false, tag = element.tagName) => {
    if (CONTROLS.has(tag)) return true;
    if (tag === "INPUT") return /** @type {HTMLInputElement} */ (element).type !== "hidden";
    if (tag === "OPTION") return false;
    const attribute = CONTROLS_WITH.get(tag);
    if ((attribute && element.hasAttribute(attribute)) || (tag === "SUMMARY" && native(element, tag))) return true;
    return WIDGETS.has(kind ?? role(element, bare, tag)) || (!bare && editable(element, tag));
  };

  const exposed = (/** @type {Element} */ element) => !closest(element, (up) => up.getAttribute("aria-hidden") === "true");

  agentE.add({ TABLES, role, control, editable, exposed });
};
