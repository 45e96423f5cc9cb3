/** Adds to `globalThis.agentE` how elements take part in the page's text: hidden or shown, inline or apart. */
() => {
  const { colour: colourOf, isClear, isLarge, isToldFrom, style: styleOf } = globalThis.agentE;
  const SKIPPED = new Set([
    "SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "LINK", "META", "TITLE", "DATALIST", "SOURCE", "TRACK", "PARAM", "MAP", "COL",
    "COLGROUP", "OPTION", "OPTGROUP", "RP", "title", "desc", "defs", "metadata", "style", "symbol", "clipPath", "mask", "pattern",
    "linearGradient", "radialGradient", "filter", "marker", "use",
  ]);
  /** Inline tags; as flex or grid items they compute to blocks. */
  const INLINE_TAGS = new Set([
    "A", "ABBR", "B", "BDI", "BDO", "BUTTON", "CITE", "CODE", "DATA", "DEL", "DFN", "EM", "FONT", "I", "IMG", "INPUT", "INS", "KBD",
    "LABEL", "MARK", "Q", "S", "SAMP", "SELECT", "SMALL", "SPAN", "STRONG", "SUB", "SUP", "TIME", "U", "VAR", "svg",
  ]);
  const ROOTS = new Set(["HTML", "BODY"]);
  const MIN_ROOM = 10; // pixels: in less, no words are visible
  const MORE_THAN_A_LINE = 24;
  const LOOSE = new Set(["absolute", "fixed"]);
  const SEEN = { opacityProperty: true, visibilityProperty: true };
  const MAX_SHUT = 60; // elements examined in a zero-size box
  const MAX_PARTS = 4;
  const MAX_PART_LENGTH = 60;

  /** Whether a box lays out a few short parts side by side, like a label and its value. @type {(element: Element) => boolean} */
  const isPair = (element) => {
    if (element.childElementCount < 2 || element.childElementCount > MAX_PARTS) return false;
    for (const child of element.children) {
      if (child.childElementCount > 0 || (child.textContent ?? "").length > MAX_PART_LENGTH) return false;
    }
    return true;
  };

  /** Whether a box has no size, or only padding for much taller contents. @type {(element: Element) => boolean} */
  const isShut = (element) => {
    const { offsetWidth, offsetHeight } = /** @type {HTMLElement} */ (element);
    if (offsetWidth === 0 || offsetHeight === 0) return true;
    // Words for screen readers are in narrow boxes, too.
    return offsetHeight < MIN_ROOM && offsetWidth >= MIN_ROOM && element.scrollHeight >= offsetHeight + MORE_THAN_A_LINE;
  };

  /** Contents of a zero-size box that are visible all the same by positioning: pop-up messages. @type {(element: Element) => Element[]} */
  const escaped = (element) => {
    // A merely collapsed box has contents that need room.
    if (element.scrollHeight > 0 || !element.firstElementChild) return [];
    const found = /** @type {HTMLElement[]} */ ([]);
    const parts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
    for (let left = MAX_SHUT; left > 0 && parts.nextNode(); left -= 1) {
      const part = /** @type {HTMLElement} */ (parts.currentNode);
      if (found.at(-1)?.contains(part)) continue;
      if (LOOSE.has(styleOf(part).position) && !element.contains(part.offsetParent) && part.checkVisibility()) found.push(part);
    }
    return found;
  };

  /**
   * Whether an element that computes to a block is inline all the same: an item of a row, or an out-of-flow part of a
   * line, such as words for screen readers only.
   * @type {(element: Element, tag: string, style: CSSStyleDeclaration, parent: Flow) => boolean}
   */
  const isItem = (element, tag, style, parent) => {
    const inLine = INLINE_TAGS.has(tag);
    if (parent.row) {
      if (inLine) return true;
      parent.pair ??= element.parentElement !== null && isPair(element.parentElement);
      return parent.pair;
    }
    return inLine && (style.position === "absolute" || style.position === "fixed" || style.float !== "none");
  };

  const PAPER = "rgb(255, 255, 255)"; // the default colour of a page

  /**
   * What every element needs is read at once, the rest on demand: each property read costs as much as the rest of the
   * step.
   * @implements {Flow}
   */
  class Styled {
    /** @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style @param {string} display @param {Styled | null} parent @param {boolean} bare @param {boolean} clips @param {Element[] | null} loose */
    constructor(element, tag, style, display, parent, bare, clips, loose) {
      const flows = display.startsWith("inline") || display.startsWith("ruby");
      const cell = display === "table-cell";
      const contents = display === "contents";
      const item = !flows && parent !== null && isItem(element, tag, style, parent);
      this.style = style;
      this.graphic = tag === "tspan" || tag === "text";
      /** @type {boolean} */
      this.inline = flows || item || cell || contents || this.graphic;
      /** @type {boolean} */
      this.spaced = item || cell || tag === "text";
      this.boxless = display === "inline";
      this.row = (display.endsWith("flex") || display.endsWith("grid")) && !style.flexDirection.startsWith("column");
      this.pointer = style.cursor === "pointer";
      this.hidden = (parent !== null && parent.hidden) || (!bare && element.getAttribute("aria-hidden") === "true");
      this.inert = (parent !== null && parent.inert) || (!bare && element.hasAttribute("inert"));
      this.delegates = false;
      /** @type {boolean} */
      this.fixed = parent !== null && parent.fixed && !clips;
      /** @type {boolean} */
      this.heard = parent !== null && parent.heard;
      /** @type {boolean | null} */
      this.pair = null;
      this.clips = clips;
      /** @type {Element[] | null} */
      this.loose = loose;
      this.element = element;
      this.up = parent;
      /** @type {string | null} */
      this.paper = null;
      /** An element without a box of its own is judged by its parent. @type {Styled | null} */
      this.around = contents ? parent : null;
      /** @type {boolean | null} */
      this.shown = null;
      /** Something inside is visible: so it is not part of anything transparent. */
      this.opaque = false;
      /** @type {boolean | null} */
      this.read = null;
      /** @type {boolean | null} */
      this.keeps = null;
      /** @type {string | null} */
      this.ink = null;
    }

    /** The parent of the whole page, of the same class, so that the first element's parent is no special case. @param {Element} root */
    static ofPage(root) {
      const page = new Styled(root, "", styleOf(root), "block", null, true, false, null);
      page.shown = true;
      page.read = true;
      page.opaque = true;
      page.paper = PAPER;
      page.pointer = false;
      return page;
    }

    get visible() {
      this.shown ??= this.style.visibility === "visible";
      return this.shown;
    }

    /** Its own words are drawn: neither it nor any ancestor is transparent or skipped. @returns {boolean} */
    get seen() {
      const { element, style, up } = this;
      // The browser calls such a box visible, but means it without its contents.
      if (!this.boxless && style.contentVisibility === "hidden") return false;
      // What was found for one part holds for the ancestors of all: the browser walks these each time.
      if (up !== null && up.opaque && element.parentElement === up.element) return style.opacity !== "0" && this.visible;
      if (!element.checkVisibility(SEEN)) return false;
      for (let at = /** @type {Styled} */ (this); at.up !== null && !at.up.opaque && at.element.parentElement === at.up.element; at = at.up) {
        at.up.opaque = true;
      }
      return true;
    }

    /** @returns {boolean} */
    get legible() {
      this.read ??= this.around ? this.around.legible : this.seen &&
        isLarge(this.element, this.style, this.graphic) && isToldFrom(this.ground, this.element, this.style, this.colour);
      return this.read;
    }

    /** @returns {string} */
    get ground() {
      /** @type {Styled | null} */
      let at = this;
      // One by one: pages nest deeper than a function may call itself.
      while (at !== null && at.paper === null) {
        const own = at.style.backgroundColor;
        if (isClear(own)) at = at.up;
        else at.paper = own;
      }
      const paper = at === null || at.paper === null ? PAPER : at.paper;
      for (let clear = /** @type {Styled | null} */ (this); clear !== null && clear.paper === null; clear = clear.up) clear.paper = paper;
      return paper;
    }

    /** @returns {string} */
    get colour() {
      this.ink ??= this.style.color;
      return this.ink;
    }

    get tint() {
      const { vivid, word } = colourOf(this.colour);
      return vivid && this.up !== null && !this.lines && this.up.colour !== this.colour ? word : "";
    }

    get struck() {
      return this.style.textDecorationLine.includes("line-through");
    }

    get lines() {
      this.keeps ??= this.style.whiteSpaceCollapse !== "collapse";
      return this.keeps;
    }
  }

  /** @type {AgentE["flow"]} */
  const flow = (element, parent, bare = false, tag = element.tagName) => {
    if (SKIPPED.has(tag)) return null;
    const style = styleOf(element);
    const { display } = style;
    // An area of a map has no box, but is part of its picture.
    if (display === "none" && tag !== "AREA") return null;
    // What has no box of its own clips nothing.
    const cuts = display !== "inline" && display !== "contents" && style.overflowX !== "visible" && !ROOTS.has(tag);
    const loose = cuts && isShut(element) ? escaped(element) : null;
    if (loose?.length === 0) return null;
    return new Styled(element, tag, style, display, /** @type {Styled} */ (parent), bare, cuts && !loose, loose);
  };

  agentE.add({ flow, flowAround: Styled.ofPage });
};
