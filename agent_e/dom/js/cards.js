/**
 * Adds to `globalThis.agentE` which elements are one thing to click though they hold others: a card of a board with a
 * button on it, a line of mail with its star, a product with "add to cart". A box that hears for its items is none.
 */
() => {
  const { editable, listens, style } = globalThis.agentE;
  const SIGNED = new Set(["handler", "pointer"]); // what shows that the whole is one thing to click
  /** What a card may be besides; a dialog or a menu that listens does so for what is in it. */
  const KINDS = new Set(["", "article", "cell", "definition", "figure", "gridcell", "group", "listitem", "row", "term"]);
  const ITEMS = new Set(["article", "listitem", "row"]);
  /** What authors call one of many, as the last word of a class. */
  const CALLED = /(?:^|[\s_-])(?:card|entry|item|message|post|product|result|task|teaser|thread|ticket|tile)(?:\s|$)/i;
  const SCROLLS = /auto|scroll/;
  const MAX_INSIDE = 10;
  const LONGEST = 600;
  const MAX_PART_LENGTH = 40; // characters: something to click inside of another and with more words is an item of its own

  /** What is inside, without what is inside of something to act on. @type {(parts: Row[]) => Row[]} */
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

  /** Whether it holds items that are clicked each for itself. @type {(own: Row[], parts: Row[]) => boolean} */
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

  /** Whether one beside it is of the same kind and listens as well. @type {(element: Element) => boolean} */
  const isOneOfMany = (element) =>
    [element.previousElementSibling, element.nextElementSibling].some((other) =>
      other !== null && other.tagName === element.tagName && other.className === element.className && listens(other));

  /** Whether anything beside the listener says that it is one thing. @type {(row: Row, element: HTMLElement) => boolean} */
  const showsIt = (row, element) =>
    ITEMS.has(row.kind) || row.why === "tab stop" || (element.tabIndex >= 0 && element.hasAttribute("tabindex")) ||
    CALLED.test(element.getAttribute("class") ?? "") || style(element).cursor === "pointer" || isOneOfMany(element);

  /** Whether a link in it is what it is called by: then a click on that is as good. @type {(own: Row[], title: Row) => boolean} */
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
    // What only the list around it hears may be meant for the buttons in its items.
    if (row.why === "listener" && !listens(element)) return false;
    // Focus comes to a box that scrolls too.
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
