/**
 * Adds to `globalThis.agentE` which elements are one click target though they contain others: a board's card with a
 * button, a mail row with its star, a product with "add to cart". A box that listens on behalf of its items is none.
 */
() => {
  const { editable, listens, style } = globalThis.agentE;
  const SIGNED = new Set(["handler", "pointer"]); // signs that the whole is one click target
  /** Roles a card may have; a dialog or menu that listens does so for its contents. */
  const KINDS = new Set(["", "article", "cell", "definition", "figure", "gridcell", "group", "listitem", "row", "term"]);
  const ITEMS = new Set(["article", "listitem", "row"]);
  /** What authors call one of many, as the last word of a class name. */
  const CALLED = /(?:^|[\s_-])(?:card|entry|item|message|post|product|result|task|teaser|thread|ticket|tile)(?:\s|$)/i;
  const SCROLLS = /auto|scroll/;
  const MAX_INSIDE = 10;
  const LONGEST = 600;
  const MAX_PART_LENGTH = 40; // characters: a nested click target with more words is an item of its own

  /** The contents, without those of actionable elements. @type {(parts: Row[]) => Row[]} */
  const outermost = (parts) => {
    let inner = Infinity;
    return parts.filter((part) => {
      if (part.depth > inner) return false;
      inner = part.why ? part.depth : Infinity;
      return true;
    });
  };

  const isDeclared = (/** @type {Row} */ { why }) => why === "control" || why === "stands for";

  const cardTitle = (/** @type {Row[]} */ parts) => {
    const own = outermost(parts).filter((part) => part.name !== "");
    return own.find((part) => part.role === "heading" || part.level > 0) ??
      own.find((part) => !part.why && /[\p{L}\p{N}]/u.test(part.name)) ?? null;
  };

  /** Whether it contains items that are clicked individually. @type {(own: Row[], parts: Row[]) => boolean} */
  const holdsItems = (own, parts) => {
    const acting = own.filter((part) => part.why);
    const buttons = acting.filter((part) => part.name && part.role === "button").map((part) => part.name);
    if (new Set(buttons).size < buttons.length) return true;
    const items = acting.filter((part) => !isDeclared(part));
    const holds = (/** @type {Row} */ part) => {
      const next = parts[parts.indexOf(part) + 1];
      return part.level > 0 || part.name.length > MAX_PART_LENGTH || (next !== undefined && next.depth > part.depth);
    };
    return items.some((part) => part.name !== "" && holds(part));
  };

  /** Whether a sibling of the same kind listens as well. @type {(element: Element) => boolean} */
  const isOneOfMany = (element) =>
    [element.previousElementSibling, element.nextElementSibling].some((other) =>
      other !== null && other.tagName === element.tagName && other.className === element.className && listens(other));

  /** Whether anything besides the listener shows that it is one thing. @type {(row: Row, element: HTMLElement) => boolean} */
  const showsIt = (row, element) =>
    ITEMS.has(row.kind) || row.why === "tab stop" || (element.tabIndex >= 0 && element.hasAttribute("tabindex")) ||
    CALLED.test(element.getAttribute("class") ?? "") || style(element).cursor === "pointer" || isOneOfMany(element);

  /** Whether a link in it is its title: then clicking that is equivalent. @type {(own: Row[], title: Row) => boolean} */
  const isLedBy = (own, title) => {
    const link = own.find((part) => part.why && part.role === "link" && part.name !== "");
    return title.why !== "" || (link !== undefined && title.level === 0 && own.indexOf(link) < own.indexOf(title));
  };

  /** @type {AgentE["isCard"]} */
  const isCard = (row, parts) => {
    const element = /** @type {HTMLElement} */ (row.element);
    if (row.why === "draggable") return row.name !== "";
    const own = outermost(parts);
    if (!own.some((part) => !part.why && part.name !== "")) return false;
    if (element.hasAttribute("aria-sort")) return true;
    if (holdsItems(own, parts)) return false;
    // A listener only on the surrounding list may be meant for the buttons in its items.
    if (row.why === "listener" && !listens(element)) return false;
    // Scrollable boxes are focusable too.
    if (row.why === "tab stop" && SCROLLS.test(`${style(element).overflowX} ${style(element).overflowY}`)) return false;
    if (SIGNED.has(row.why)) return true;
    const acting = own.filter((part) => part.why);
    const fields = acting.filter((part) => part.element && editable(part.element)).length;
    if (!KINDS.has(row.kind) || acting.length > MAX_INSIDE || fields > 1 || row.name.length > LONGEST) return false;
    if (!showsIt(row, element)) return false;
    const title = cardTitle(parts);
    return element.hasAttribute("aria-label") || (title !== null && !isLedBy(own, title));
  };

  agentE.add({ isCard, isDeclared, cardTitle });
};
