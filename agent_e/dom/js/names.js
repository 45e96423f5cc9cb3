/**
 * Adds accessible names, after accname 1.2 and HTML-AAM, and counts of like pictures in a row, to `globalThis.agentE`.
 *
 * CSS generated content and placeholders serve as names only if there is no other.
 */
() => {
  const { button, editable, generated, now, part, referenced, role, squeeze, stars, svgTitle, text } = globalThis.agentE;
  const FROM_CONTENT = new Set([
    "", "button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem", "menuitemcheckbox", "menuitemradio",
    "option", "radio", "rowheader", "switch", "tab", "tooltip", "treeitem",
  ]);
  const FIELDS = new Set(["INPUT", "SELECT", "TEXTAREA"]); // their contents are a value, not words about them
  const ENOUGH = 8; // after so many like ones without style sheet words the others are not queried: that is slow
  const LABELABLE = new Set([...FIELDS, "BUTTON", "METER", "OUTPUT", "PROGRESS"]);

  const NONE = /** @type {HTMLLabelElement[]} */ ([]);

  /** The browser's own `labels` searches the whole document for each field. @type {AgentE["labels"]} */
  const labels = (element, tag = element.tagName) => {
    if (!LABELABLE.has(tag) && !tag.includes("-")) return NONE;
    const root = element.getRootNode();
    const { labels: found } = now();
    let known = found.get(root);
    if (!known) {
      known = new Map();
      for (const label of /** @type {Document} */ (root).querySelectorAll("label")) {
        const { control } = label;
        if (!control) continue;
        const others = known.get(control);
        if (others) others.push(label);
        else known.set(control, [label]);
      }
      found.set(root, known);
    }
    return known.get(element) ?? NONE;
  };

  /** @type {(element: Element, tag: string) => string} */
  const ofChild = (element, tag) => {
    for (const child of element.children) if (child.tagName === tag) return part(child, true);
    return "";
  };

  /** @type {(element: Element, tag: string) => string} */
  const native = (element, tag) => {
    const given = labels(element, tag);
    if (given.length > 0) {
      const joined = given.map((label) => part(label, true, element)).join(" ").trim();
      if (joined) return joined;
    }
    switch (tag) {
      case "INPUT":
        return button(/** @type {HTMLInputElement} */ (element));
      case "IMG":
      case "AREA":
        return element.getAttribute("alt") ?? "";
      case "FIELDSET":
        return ofChild(element, "LEGEND");
      case "TABLE":
        return ofChild(element, "CAPTION");
      case "FIGURE":
        return ofChild(element, "FIGCAPTION");
      case "OPTGROUP":
      case "OPTION":
        return element.getAttribute("label") ?? "";
      default:
        // Only HTML tags are in capitals.
        return tag === element.localName ? svgTitle(element) : "";
    }
  };

  /** @type {AgentE["placeholder"]} */
  const placeholder = (element, tag = element.tagName) =>
    editable(element, tag)
      ? element.getAttribute("placeholder") ?? element.getAttribute("aria-placeholder") ??
        element.getAttribute("data-placeholder") ?? ""
      : "";

  const drawn = (/** @type {Element} */ element) => {
    const { wordless } = now();
    const kind = [element, element.firstElementChild].map((part) => `${part?.localName} ${part?.getAttribute("class")}`).join();
    const before = wordless.get(kind) ?? 0;
    const words = before < ENOUGH ? generated(element) : "";
    if (!words) wordless.set(kind, before + 1);
    return words;
  };

  /** The text of a label for a control that the browser does not consider one. @type {(element: Element) => string} */
  const pointedAt = (element) => {
    if (!element.id || LABELABLE.has(element.tagName) || !role(element)) return "";
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    const label = root.querySelector(`label[for="${CSS.escape(element.id)}"]`);
    return label ? part(label, true, element) : "";
  };

  const find = (/** @type {Element} */ element) => {
    const { tagName: tag } = element;
    if (element.hasAttribute("aria-labelledby")) {
      const labelled = referenced(element, "aria-labelledby").map((other) => part(other, false)).join(" ");
      if (labelled.trim()) return squeeze(labelled);
    }
    const own = squeeze(element.getAttribute("aria-label") ?? "") || squeeze(native(element, tag)) || stars(element, tag);
    if (own) return own;
    const holdsWords = !FIELDS.has(tag) && FROM_CONTENT.has(role(element, false, tag));
    return (holdsWords && text(element)) || squeeze(element.getAttribute("title") ?? "") ||
      (holdsWords && drawn(element)) || squeeze(placeholder(element, tag)) || pointedAt(element);
  };

  const name = (/** @type {Element} */ element) => {
    const { names } = now();
    let known = names.get(element);
    if (known === undefined) {
      known = find(element);
      names.set(element, known);
    }
    return known;
  };

  /** The adjacent picture, if of the same name. @type {(picture: Element, side: "previousSibling" | "nextSibling") => Element | null} */
  const same = (picture, side) => {
    let beside = picture[side];
    while (beside?.nodeType === Node.TEXT_NODE && !beside.nodeValue?.trim()) beside = beside[side];
    if (beside?.nodeType !== Node.ELEMENT_NODE) return null;
    const other = /** @type {Element} */ (beside);
    return other.tagName === picture.tagName && name(other) === name(picture) ? other : null;
  };

  const inARow = (/** @type {Element} */ picture) => {
    if (picture.tagName !== "IMG" || !name(picture)) return 1;
    if (same(picture, "previousSibling")) return 0;
    let count = 1;
    for (let next = same(picture, "nextSibling"); next; next = same(next, "nextSibling")) count += 1;
    return count;
  };

  agentE.add({ name, labels, placeholder, inARow });
};
