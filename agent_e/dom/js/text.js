/**
 * Adds to `globalThis.agentE` the text of subtrees, for names: steps 2A to 2I of accname 1.2.
 *
 * CSS generated content costs two computed styles per element: it is read on demand, by `generated`.
 */
() => {
  /** @typedef {Node | string | { title: string, from: number }} Item what is still to be read; a title counts when no words came since */
  const { children, now, referenced, role, rootOf, squeeze, stars, style } = globalThis.agentE;
  const LIMIT = 2000; // longest useful name: the walk of a subtree ends here
  const SILENT = new Set([
    "SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "IFRAME", "OBJECT", "EMBED", "CANVAS", "TITLE", "title", "desc", "defs", "metadata",
    "style", "DATALIST", "SOURCE", "TRACK", "PARAM", "VIDEO", "AUDIO", "RP", "symbol",
  ]);
  /** Tags with text other than their contents, with or without attributes. */
  const REPLACED = new Set(["INPUT", "SELECT", "TEXTAREA", "IMG", "AREA", "PROGRESS", "METER"]);
  /** Parts that are separate items, not part of their owner's name. */
  const NESTED = new Map([
    ["treeitem", new Set(["group", "tree", "list", "treeitem"])],
    ["menuitem", new Set(["menu", "group", "list"])],
    ["option", new Set(["group", "list", "listbox", "option"])],
    ["combobox", new Set(["dialog", "grid", "listbox", "tree"])],
  ]);
  const RANGES = new Set(["slider", "spinbutton", "progressbar", "meter", "scrollbar"]);
  const HAS_CONTENT = new Set(["textbox", "searchbox", "combobox"]);
  const MAX_STEPS = 4000; // parts of a subtree examined for its text
  const MAX_FOLLOWED = 40; // references followed in one text, each a walk of its own
  const MAX_CHOSEN = 10;
  const MAX_GENERATING = 6; // descendants searched for generated content

  const svgTitle = (/** @type {Element} */ element) => {
    for (const child of element.children) if (child.localName === "title") return child.textContent ?? "";
    return "";
  };

  /** The value of a native field; null for anything else. @type {(element: Element) => string | null} */
  const held = (element) => {
    const { type } = /** @type {HTMLInputElement} */ (element);
    return type === "password" ? "" : type === "file" ? null : agentE.value(element, true);
  };

  /** The selected options of a custom list. @type {(element: Element) => string} */
  const chosen = (element) => {
    const options = [...element.querySelectorAll("[aria-selected=true], [aria-checked=true]")].slice(0, MAX_CHOSEN);
    return options.map((option) => option.getAttribute("aria-label") || option.textContent).join(" ");
  };

  /** The text from its own tag; null if its contents count. @type {(element: Element) => string | null} */
  const native = (element) => {
    switch (element.tagName) {
      case "IMG":
      case "AREA":
        return element.getAttribute("alt") || element.getAttribute("title") || stars(element);
      case "INPUT":
        return button(/** @type {HTMLInputElement} */ (element));
      case "OPTGROUP":
      case "OPTION":
        return element.getAttribute("label") || null;
      case "PROGRESS":
      case "METER":
        return "";
      default:
        // Only HTML tags are in capitals.
        return (element.tagName === element.localName && svgTitle(element)) || stars(element) || null;
    }
  };

  const button = (/** @type {HTMLInputElement} */ element) => {
    switch (element.type) {
      case "image":
        return element.alt || element.value || element.title || "Submit";
      case "submit":
      case "reset":
        if (!element.hasAttribute("value")) return element.type === "submit" ? "Submit" : "Reset";
      // falls through
      case "button":
        return element.value;
      default:
        return "";
    }
  };

  /**
   * An element's text as part of a longer one, in place of its contents; null if those count.
   * @type {(element: Element, follow: boolean) => string | null}
   */
  const instead = (element, follow) => {
    if (!element.hasAttributes() && !REPLACED.has(element.tagName)) return element.tagName === element.localName ? native(element) : null;
    if (follow) {
      const labelled = squeeze(referenced(element, "aria-labelledby").map((other) => part(other, false)).join(" "));
      if (labelled) return labelled;
    }
    const value = held(element);
    if (value !== null) return value;
    const kind = element.hasAttribute("role") ? role(element) : "";
    if (RANGES.has(kind)) {
      const reading = element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow");
      if (reading !== null) return reading;
    }
    if (kind === "listbox") return chosen(element);
    if (HAS_CONTENT.has(kind)) return null;
    const label = element.getAttribute("aria-label")?.trim();
    return label || native(element);
  };

  /** Whether it, or an ancestor, is hidden. @type {(element: Element) => boolean} */
  const isHidden = (element) =>
    element.getAttribute("aria-hidden") === "true" || !element.checkVisibility({ visibilityProperty: true });

  /** Pushes the children onto the stack, elements of aria-owns last. @type {(element: Element, stack: Item[]) => void} */
  const enter = (element, stack) => {
    // What a button opens does not describe the button.
    const opens = element.hasAttribute("aria-expanded") && role(element) === "button";
    const owns = element.hasAttribute("aria-owns") && !opens;
    if (!owns && element.tagName !== "SLOT" && !rootOf(element)) {
      for (let child = element.lastChild; child; child = child.previousSibling) stack.push(child);
      return;
    }
    const inner = children(element);
    if (owns) inner.push(...referenced(element, "aria-owns").filter((other) => !inner.includes(other) && !isHidden(other)));
    for (let index = inner.length - 1; index >= 0; index -= 1) {
      stack.push(inner[index]);
      if (owns && inner[index].parentNode !== element) stack.push(" ");
    }
  };

  /** @type {(root: Element, except: Element | undefined, follow: boolean) => string} */
  const walk = (root, except, follow) => {
    const nested = NESTED.get(role(root));
    /** Whether hidden parts count as well; computed if there are any. @type {boolean | null} */
    let whole = null;
    /** Owners may own each other in a cycle. @type {Set<Element> | null} */
    let owners = null;
    let text = "";
    let references = MAX_FOLLOWED;
    const stack = /** @type {Item[]} */ ([]);
    const visit = (/** @type {Element} */ element) => {
      if (SILENT.has(element.tagName) || nested?.has(role(element)) || owners?.has(element)) return;
      const { display, visibility } = style(element);
      if (display === "none" || visibility !== "visible" || element.getAttribute("aria-hidden") === "true") {
        whole ??= isHidden(root);
        if (!whole) {
          // Inside an invisible element, descendants may be visible.
          if (display !== "none" && element.getAttribute("aria-hidden") !== "true") stack.push(...element.children);
          return;
        }
      }
      if (element.hasAttribute("aria-owns")) owners = (owners ?? new Set([root])).add(element);
      if ((display !== "inline" && display !== "contents" && !display.startsWith("ruby")) || element.tagName === "BR") {
        text += " ";
        stack.push(" ");
      }
      if (follow && references > 0 && element.hasAttribute("aria-labelledby")) references -= 1;
      const spoken = instead(element, follow && references > 0);
      if (spoken !== null) {
        // Replacement words do not join the adjacent word.
        stack.push(spoken && ` ${spoken} `);
        return;
      }
      const title = element.getAttribute("title");
      if (title) stack.push({ title, from: text.length });
      const folded = element.tagName === "DETAILS" && !(/** @type {HTMLDetailsElement} */ (element).open);
      if (folded && !whole) stack.push(...element.querySelectorAll(":scope > summary"));
      else enter(element, stack);
    };
    enter(root, stack);
    for (let left = MAX_STEPS; stack.length > 0 && left > 0 && text.length < LIMIT; left -= 1) {
      const item = /** @type {Item} */ (stack.pop());
      if (typeof item === "string") text += item;
      else if (!("nodeType" in item)) text += text.slice(item.from).trim() ? "" : item.title;
      else if (item.nodeType === Node.TEXT_NODE) text += /** @type {Text} */ (item).data;
      else if (item.nodeType === Node.ELEMENT_NODE && item !== except) visit(/** @type {Element} */ (item));
    }
    return squeeze(text);
  };

  /**
   * Text of a subtree without hidden parts and `except`; a hidden root referenced explicitly is read whole.
   * @type {(root: Node, except?: Element, follow?: boolean) => string}
   */
  const gather = (root, except, follow = true) => {
    const only = root.firstChild;
    if (root.nodeType !== Node.ELEMENT_NODE) return squeeze(/** @type {Text} */ (root).data ?? "");
    const element = /** @type {Element} */ (root);
    if (only?.nodeType === Node.TEXT_NODE && !only.nextSibling && !rootOf(element) && !element.hasAttribute("aria-owns")) {
      return squeeze(/** @type {Text} */ (only).data.slice(0, LIMIT));
    }
    return element.tagName === "LABEL" && except && follow ? ofLabel(element, except) : walk(element, except, follow);
  };

  /** A label is read twice: for the name of its field, and whether it is reported with that. @type {(label: Element, except: Element) => string} */
  const ofLabel = (label, except) => {
    const { ofLabels } = now();
    const known = ofLabels.get(label);
    if (known?.except === except) return known.text;
    const text = walk(label, except, true);
    ofLabels.set(label, { except, text });
    return text;
  };

  /** @type {AgentE["part"]} */
  const part = (element, follow, except) => squeeze(instead(element, follow) ?? "") || gather(element, except, follow) ||
    squeeze(element.getAttribute("title") ?? "");

  /** The words in a `content` property, or its alternative text. @type {(content: string) => string} */
  const words = (content) => {
    const quoted = /"((?:[^"\\]|\\.)*)"/g;
    const [shown, alternative] = content.replace(quoted, (all) => all.replaceAll("/", "\u2215")).split("/");
    return [...(alternative ?? shown).matchAll(quoted)].map((match) => match[1].replace(/\\(.)/g, "$1")).join("").replaceAll("\u2215", "/");
  };

  const generated = (/** @type {Element} */ element) => {
    let text = "";
    let left = MAX_GENERATING;
    for (const each of [element, ...element.getElementsByTagName("*")]) {
      if (left === 0) break;
      left -= 1;
      for (const pseudo of ["::before", "::after"]) {
        const { content } = getComputedStyle(each, pseudo);
        if (content.includes('"')) text += words(content);
      }
    }
    return squeeze(text);
  };

  agentE.add({ text: gather, part, generated, button, svgTitle });
};
