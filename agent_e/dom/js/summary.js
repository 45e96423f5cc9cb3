/**
 * Lists elements by selector, at most `most`: actionable ones, and pieces of text not in their names. The latter get
 * `share` of the places, plus any left over. Those nearest to the viewport are taken, in document order. Frames are
 * omitted: a page's selectors do not reach into them.
 * @param {{ mmids: number[], most: number, share: number, longest: number }} options `mmids`: of what is to be acted on,
 *   the most wanted first; `longest`: of each text, in characters
 * @returns {{
 *   named: { mmid: number, selector: string, tag: string, type: string }[],
 *   texts: { selector: string, tag: string, type: string, text: string }[],
 * }}
 */
({ mmids, most, share, longest }) => {
  const selectorOf = agentE.selectors();
  const TYPED = new Set(["INPUT", "BUTTON", "SELECT", "TEXTAREA"]);
  /** Tags whose words belong together, however nested. */
  const WHOLE = new Set(["H1", "H2", "H3", "H4", "H5", "H6", "P", "TD", "TH", "LI", "DT", "DD", "CAPTION", "LEGEND", "FIGCAPTION", "BLOCKQUOTE", "PRE"]);
  const USABLE = "a, button, summary, input, select, textarea, [role], [tabindex]";
  const SHORT = 24; // shorter words may be parts of one number, such as a price
  const MAX_VISITED = 40_000;
  const view = agentE.view();
  /** @typedef {{ node: Element, flow: Flow, outerWords: string, covered: boolean }} Place */
  /** @typedef {{ element: Element, text: string, far: number, order: number }} Piece */

  const typeOf = (/** @type {Element} */ element) => TYPED.has(element.tagName) && element.tagName === element.localName.toUpperCase()
    ? /** @type {HTMLInputElement} */ (element).type
    : agentE.role(element) || "text";

  const isWords = (/** @type {Node} */ node) => node.nodeType === Node.TEXT_NODE && /\S/.test(/** @type {Text} */ (node).data);

  /** Pixels from the viewport; what a layer covers is farther than all else. @type {(element: Element, covered: boolean) => number} */
  const distance = (element, covered) => {
    const { x, y, width, height } = agentE.box(element);
    const down = Math.max(0, y - view.height, -(y + height));
    const across = Math.max(0, x - view.width, -(x + width));
    return down + across + (covered ? 1e9 : 0);
  };

  /** Whether an actionable element already says it. @type {(element: Element, text: string, outerWords: string, direct: boolean) => boolean} */
  const isTold = (element, text, outerWords, direct) => {
    if (outerWords.includes(text)) return true;
    const control = element.tagName === "LABEL" ? /** @type {HTMLLabelElement} */ (element).control : null;
    if (control && agentE.knownId(control) !== null && agentE.name(control).includes(text)) return true;
    const inside = (agentE.rootOf(element) ?? element).querySelector(USABLE);
    return inside !== null && agentE.knownId(inside) !== null && ((!direct && !WHOLE.has(element.tagName)) || agentE.name(inside) === text);
  };

  const acting = new Set(mmids.map((mmid) => agentE.element(mmid)));
  const pieces = /** @type {Piece[]} */ ([]);

  /** An element's words outside blocks of their own. @type {(element: Element, parts: Node[], blocks: Set<Node>) => string} */
  const wordsOf = (element, parts, blocks) => {
    if (blocks.size === 0) return agentE.text(element);
    return agentE.squeeze(parts.filter((part) => !blocks.has(part)).map((part) => agentE.text(part)).join(" "));
  };

  /** Takes an element's words; returns what remains to be visited in it. @type {(at: Place) => Place[]} */
  const visit = ({ node: element, flow, outerWords, covered }) => {
    const parts = agentE.children(element);
    const inner = /** @type {Place[]} */ ([]);
    const blocks = /** @type {Set<Node>} */ (new Set());
    for (const part of parts) {
      if (part.nodeType !== Node.ELEMENT_NODE) continue;
      const child = /** @type {Element} */ (part);
      if (agentE.FRAMES.has(child.tagName)) continue;
      const own = agentE.flow(child, flow);
      if (!own) continue;
      if (!own.inline || WHOLE.has(child.tagName)) blocks.add(child);
      const known = acting.has(child) ? agentE.name(child) : "";
      inner.push({ node: child, flow: own, outerWords: known || outerWords, covered: covered && child !== view.cover });
    }
    const direct = parts.some(isWords);
    if (!flow.visible || !flow.legible || flow.hidden || (!direct && (blocks.size > 0 || inner.length === 0))) return inner;
    const text = wordsOf(element, parts, blocks);
    if (!direct && !WHOLE.has(element.tagName) && text.length > SHORT) return inner;
    const { width, height } = element.getBoundingClientRect();
    if (text && width > 1 && height > 1 && !acting.has(element) && !isTold(element, text, outerWords, direct)) {
      pieces.push({ element, text, far: distance(element, covered), order: pieces.length });
    }
    return inner.filter(({ node }) => blocks.has(node));
  };

  const root = document.body;
  /** @type {Place[]} */
  const stack = root ? [{ node: root, flow: agentE.flowAround(root), outerWords: "", covered: view.cover !== null }] : [];
  for (let left = MAX_VISITED; stack.length > 0 && left > 0; left -= 1) {
    const at = /** @type {Place} */ (stack.pop());
    if (!agentE.LEAVES.has(at.node.tagName)) stack.push(...visit(at).reverse());
  }

  const room = Math.max(Math.round(most * share), most - mmids.length);
  const texts = /** @type {{ order: number, selector: string, tag: string, type: string, text: string }[]} */ ([]);
  for (const { element, text, order } of pieces.sort((one, other) => one.far - other.far || one.order - other.order)) {
    if (texts.length >= room) break;
    const selector = selectorOf(element);
    if (selector) texts.push({ order, selector, tag: element.localName, type: typeOf(element), text: text.slice(0, longest + 1) });
  }
  const named = [];
  for (const mmid of mmids) {
    if (named.length + texts.length >= most) break;
    const element = agentE.element(mmid);
    const selector = element && element.ownerDocument === document ? selectorOf(element) : "";
    if (element && selector) named.push({ mmid, selector, tag: element.localName, type: typeOf(element) });
  }
  return {
    named,
    texts: texts.sort((one, other) => one.order - other.order).map(({ selector, tag, type, text }) => ({ selector, tag, type, text })),
  };
};
