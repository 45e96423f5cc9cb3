/**
 * Adds to `globalThis.agentE` what only visual cues tell, without words or attributes: the class that marks one thing
 * among its like, and stars in a row.
 */
() => {
  const { role, style } = globalThis.agentE;
  /** The meaning of a mark, by its element's role. */
  const MEANS = new Map(Object.entries({
    "": "active", button: "active", cell: "active", gridcell: "active", img: "active", link: "current",
    listitem: "current", menuitem: "current", option: "selected", tab: "selected", treeitem: "current",
  }));
  const SAID = ["aria-current", "aria-selected", "aria-pressed", "aria-checked"];
  const MARKED = /active|chosen|current|picked|selected|today|\bon\b/i;
  const FAULTY = /disabled|invalid|error/i;
  const TELLING = new RegExp(`${MARKED.source}|${FAULTY.source}`, "i");
  const BETWEEN = /[-_]+|(?<=[a-z])(?=[A-Z])/; // words of a class: split at signs or capital letters
  const MARKS = new Set(["active", "chosen", "current", "on", "picked", "selected", "today"]);
  const PLAIN = new Set(["active", "current", "on"]); // words that only mark it as the one
  const THINGS = new Set(["cat", "item", "link", "menu", "nav", "page", "step", "tab"]);
  const OFF = new Set(["disabled"]);
  const FAULTS = new Set(["invalid", "error"]);
  /** Negations and unrelated meanings: what Angular calls invalid has often not been visited yet. */
  const DENIALS = new Set(["ever", "has", "in", "ng", "no", "non", "not", "un", "was"]);
  const FIELDS = new Set(["checkbox", "combobox", "listbox", "radio", "searchbox", "spinbutton", "textbox"]);
  const MADE = /(?:__+(?=[a-z]*[\dA-Z])|[-_](?=[a-z]*\d))[A-Za-z\d]{4,8}$/; // suffixes added by style sheet tools
  const ENOUGH = 15; // neighbours compared on each side
  const DRAWN = [
    "color", "background-color", "background-image", "border-bottom", "border-left", "border-top", "box-shadow", "cursor", "fill",
    "font-weight", "opacity", "outline", "text-decoration-line",
  ];
  const ACTED_ON = "a[href], button, [role], [tabindex]";
  const NONE = /** @type {string[]} */ ([]);

  /** The first of these words that a class ends with, "" for none. @type {(element: Element | null, hint: RegExp, wanted: Set<string>) => string} */
  const worded = (element, hint, wanted) => {
    const classes = element?.getAttribute("class") ?? "";
    if (!hint.test(classes)) return "";
    for (const one of classes.split(/\s+/)) {
      const words = one.replace(MADE, "").split(BETWEEN).map((word) => word.toLowerCase());
      while (words.length > 1 && THINGS.has(words[words.length - 1])) words.pop();
      const last = words[words.length - 1];
      if (wanted.has(last) && !words.some((word) => DENIALS.has(word))) return last;
    }
    return "";
  };

  const mark = (/** @type {Element | null} */ element) => worded(element, MARKED, MARKS);

  /** The style of a thing and its item. @type {(item: Element, element: Element | null) => string} */
  const look = (item, element) => [item, element ?? item].map((part) => {
    const drawn = style(part);
    return DRAWN.map((property) => drawn.getPropertyValue(property)).join();
  }).join();

  /** Siblings of the same tag, nearest first. @type {(element: Element) => Element[]} */
  const neighbours = (element) => {
    const found = [];
    for (const step of /** @type {const} */ (["previousElementSibling", "nextElementSibling"])) {
      let at = element[step];
      for (let left = ENOUGH; at && left > 0; left -= 1, at = at[step]) if (at.tagName === element.tagName) found.push(at);
    }
    return found;
  };

  /** The item that it fills or heads; null if it stands for itself. @type {(element: Element) => Element | null} */
  const itemAround = (element) => {
    const up = element.parentElement;
    return up && up.firstElementChild === element && (up.tagName === "LI" || up.childElementCount === 1) ? up : null;
  };

  /** The state of being the one among its like. @type {(element: Element, item: Element | null, kind: string) => string} */
  const amongOthers = (element, item, kind) => {
    const word = mark(element) || mark(item);
    const means = MEANS.get(kind);
    if (!word || !means || SAID.some((attribute) => element.hasAttribute(attribute))) return "";
    const others = neighbours(item ?? element);
    const unmarked = others.filter((other) => !mark(other) && !(item && mark(other.firstElementChild)));
    if (2 * unmarked.length <= others.length) return "";
    // A class without visible effect means something else, such as an account in use.
    const own = look(item ?? element, element);
    if (unmarked.some((other) => look(other, item ? other.firstElementChild : other) === own)) return "";
    return PLAIN.has(word) ? means : word;
  };

  /** The state of seeming disabled or invalid: a class is no proof. @type {(element: Element, item: Element | null, kind: string) => string} */
  const looks = (element, item, kind) => {
    if (FIELDS.has(kind)) {
      return !element.hasAttribute("aria-invalid") && worded(element, FAULTY, FAULTS) ? "looks invalid" : "";
    }
    if (!MEANS.has(kind) || element.hasAttribute("aria-disabled") || element.matches(":disabled")) return "";
    return worded(element, FAULTY, OFF) || worded(item, FAULTY, OFF) ? "looks disabled" : "";
  };

  const marked = (/** @type {Element} */ element) => {
    const own = element.getAttribute("class");
    const around = element.parentElement?.getAttribute("class");
    if (!(own && TELLING.test(own)) && !(around && TELLING.test(around))) return NONE;
    const item = itemAround(element);
    const kind = role(element);
    if (kind === "listitem" && element.querySelector(ACTED_ON)) return [];
    return [amongOthers(element, item, kind), looks(element, item, kind)].filter((state) => state !== "");
  };

  agentE.add({ marked });
};
