/// <reference path="./world.d.ts" />
/**
 * Adds to `globalThis.agentE` how elements take part in the page's text: hidden or shown, in the line or apart.
 * @returns {void}
 */
() => {
  const e = globalThis.agentE;
  const SKIPPED = new Set([
    "SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "LINK", "META", "TITLE", "DATALIST", "SOURCE", "TRACK",
    "PARAM", "MAP", "COL", "COLGROUP", "OPTION", "OPTGROUP", "RP", "title", "desc", "defs", "metadata", "style",
    "symbol", "clipPath", "mask", "pattern", "linearGradient", "radialGradient", "filter", "marker", "use",
  ]);
  /** Tags that authors write inside a line; as items of a flex or grid box they compute to blocks. */
  const INLINE_TAGS = new Set([
    "A", "ABBR", "B", "BDI", "BDO", "BUTTON", "CITE", "CODE", "DATA", "DEL", "DFN", "EM", "FONT", "I", "IMG",
    "INPUT", "INS", "KBD", "LABEL", "MARK", "Q", "S", "SAMP", "SELECT", "SMALL", "SPAN", "STRONG", "SUB", "SUP",
    "TIME", "U", "VAR", "svg",
  ]);
  const CLEAR = /^rgba\(.*, 0\)$/;
  const COLOUR = /^rgb\((\d+), (\d+), (\d+)\)$/;
  /** Colours that are known at once: a page whose colours go round must not fill the memory. */
  const MOST_COLOURS = 2_000;
  /** Steps of 256 between two colours that nobody can tell apart. */
  const ALIKE = 8;
  const ROOTS = new Set(["HTML", "BODY"]);
  const PICTURES = new Set(["IMG", "CANVAS", "VIDEO", "svg", "IFRAME", "OBJECT", "EMBED", "INPUT"]);
  /** Pixels: in less, no words can be seen. */
  const LEAST_ROOM = 10;
  const MORE_THAN_A_LINE = 24;
  const LOOSE = new Set(["absolute", "fixed"]);
  /** Elements looked at in a box without room. */
  const MOST_SHUT = 60;
  /** Pixels: smaller print is there to be read by nobody. */
  const LEAST_FONT = 2;
  /** The same of words in a drawing, with what is left above and below them. */
  const LEAST_LETTERS = 5;
  const MOST_PARTS = 4;
  /** Boxes between the words over a drawing and what holds both. */
  const MOST_LAYERS = 4;
  const LONGEST_PART = 60;
  const SEEN = { opacityProperty: true, visibilityProperty: true };

  /**
   * Whether a box lays its few short parts out side by side, like a label and its figure.
   * @type {(element: Element) => boolean}
   */
  const isPair = (element) => {
    if (element.childElementCount < 2 || element.childElementCount > MOST_PARTS) return false;
    for (const child of element.children) {
      if (child.childElementCount > 0 || (child.textContent ?? "").length > LONGEST_PART) return false;
    }
    return true;
  };

  /** Whether a box has no room at all, or none but its padding for what is much higher. @type {(element: Element) => boolean} */
  const isShut = (element) => {
    const { offsetWidth, offsetHeight } = /** @type {HTMLElement} */ (element);
    if (offsetWidth === 0 || offsetHeight === 0) return true;
    // Words for screen readers are in boxes that are narrow, too.
    return offsetHeight < LEAST_ROOM && offsetWidth >= LEAST_ROOM && element.scrollHeight >= offsetHeight + MORE_THAN_A_LINE;
  };

  /**
   * What is in a box without room and shows all the same, being put on the page or the view: messages that pop up.
   * @type {(element: Element) => Element[]}
   */
  const escaped = (element) => {
    // A box that was merely folded up has room wanted inside.
    if (element.scrollHeight > 0 || !element.firstElementChild) return [];
    /** @type {HTMLElement[]} */
    const found = [];
    const parts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
    for (let left = MOST_SHUT; left > 0 && parts.nextNode(); left -= 1) {
      const part = /** @type {HTMLElement} */ (parts.currentNode);
      if (found.at(-1)?.contains(part)) continue;
      if (LOOSE.has(e.style(part).position) && !element.contains(part.offsetParent) && part.checkVisibility()) found.push(part);
    }
    return found;
  };

  /**
   * Whether an element that computes to a block stands in a line all the same: an item of a row, or a part
   * of a line that was taken out of it, such as words for screen readers only.
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

  /**
   * Whether see-through words lie over a drawing of them, as those that one selects in a document shown page by page.
   * @type {(element: Element) => boolean}
   */
  const isOverDrawing = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const [across, down] = [x + width / 2, y + height / 2];
    let up = element.parentElement;
    for (let left = MOST_LAYERS; up && left > 0; left -= 1, up = up.parentElement) {
      for (const canvas of up.querySelectorAll(":scope > canvas, :scope > * > canvas")) {
        const box = canvas.getBoundingClientRect();
        if (box.left <= across && across <= box.right && box.top <= down && down <= box.bottom) return true;
      }
    }
    return false;
  };

  /** A colour: whether it is none at all, and which others nobody can tell from it. @typedef {{ clear: boolean, alike: Map<string, boolean> }} Shade */
  /** @type {Map<string, Shade>} */
  const shades = new Map();

  /** @type {(colour: string) => Shade} */
  const shadeOf = (colour) => {
    let known = shades.get(colour);
    if (!known) {
      if (shades.size >= MOST_COLOURS) shades.clear();
      shades.set(colour, known = { clear: CLEAR.test(colour), alike: new Map() });
    }
    return known;
  };

  /** Whether words of a drawing are of a size to read, however small the drawing is drawn. @type {(element: Element) => boolean} */
  const isDrawnLarge = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width === 0 || Math.max(width, height) >= LEAST_LETTERS;
  };

  /** @type {(one: string, other: string) => boolean} */
  const alike = (one, other) => {
    const known = shadeOf(one).alike;
    let same = known.get(other);
    if (same === undefined) {
      const [first, second] = [COLOUR.exec(one), COLOUR.exec(other)];
      same = first !== null && second !== null &&
        [1, 2, 3].every((at) => Math.abs(Number(first[at]) - Number(second[at])) < ALIKE);
      if (known.size >= MOST_COLOURS) known.clear();
      known.set(other, same);
    }
    return same;
  };

  /** Whether print is too small for anybody, by its size as the browser writes it. @type {Map<string, boolean>} */
  const sizes = new Map();

  /** @type {(size: string) => boolean} */
  const isTiny = (size) => {
    let known = sizes.get(size);
    if (known === undefined) {
      if (sizes.size >= MOST_COLOURS) sizes.clear();
      sizes.set(size, known = parseFloat(size) < LEAST_FONT);
    }
    return known;
  };

  /** What a box is by its display. @typedef {{ flows: boolean, cell: boolean, contents: boolean, row: boolean }} Display */
  /** @type {Map<string, Display>} */
  const displays = new Map();
  const BOX = { flows: false, cell: false, contents: false, row: false };
  /** The colour of a page that names none. */
  const PAPER = "rgb(255, 255, 255)";

  /** @type {(display: string) => Display} */
  const displayOf = (display) => {
    let known = displays.get(display);
    if (!known) {
      known = {
        flows: display.startsWith("inline") || display.startsWith("ruby"),
        cell: display === "table-cell",
        contents: display === "contents",
        row: display.endsWith("flex") || display.endsWith("grid"),
      };
      displays.set(display, known);
    }
    return known;
  };

  /** Whether the first of these that draws something is what words of a colour stand out from. @type {(layers: Element[], colour: string) => boolean} */
  const contrasts = (layers, colour) => {
    for (const layer of layers) {
      const { backgroundColor, backgroundImage } = e.style(layer);
      if (PICTURES.has(layer.tagName) || backgroundImage !== "none") return true;
      if (!shadeOf(backgroundColor).clear) return !alike(backgroundColor, colour);
    }
    return false;
  };

  /**
   * Whether words of the colour of the boxes around them can be made out all the same: by a shadow or an outline, or
   * because they lie over something that is not around them.
   * @type {(element: Element, style: CSSStyleDeclaration) => boolean}
   */
  const standsOut = (element, style) => {
    if (style.textShadow !== "none" || style.webkitTextStrokeWidth !== "0px" || style.webkitTextFillColor !== style.color) return true;
    const { x, y, width, height } = element.getBoundingClientRect();
    const page = element.ownerDocument;
    const [across, down] = [x + width / 2, y + height / 2];
    const inView = across >= 0 && down >= 0 && across < (page.defaultView?.innerWidth ?? 0) && down < (page.defaultView?.innerHeight ?? 0);
    if (inView) {
      const below = page.elementsFromPoint(across, down);
      const own = below.indexOf(element);
      return own < 0 || contrasts(below.slice(own), style.color);
    }
    // Where the browser cannot be asked what lies beneath, only plain boxes are judged.
    for (let up = /** @type {Element | null} */ (element); up; up = e.parent(up)) {
      const { position, display, float, transform, backgroundImage } = e.style(up);
      if (position !== "static" || display.includes("grid") || float !== "none" || transform !== "none" || backgroundImage !== "none") return true;
    }
    return false;
  };

  /**
   * What is asked of every element is read at once, the rest when it is needed: each property that is read
   * costs as much as the rest of the step.
   * @implements {Flow}
   */
  class Styled {
    /** @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style @param {Display} display @param {Styled | null} parent @param {boolean} bare @param {boolean} clips @param {Element[] | null} loose */
    constructor(element, tag, style, { flows, cell, contents, row }, parent, bare, clips, loose) {
      const item = !flows && parent !== null && isItem(element, tag, style, parent);
      this.style = style;
      this.graphic = tag === "tspan" || tag === "text";
      /** @type {boolean} */
      this.inline = flows || item || cell || contents || this.graphic;
      /** @type {boolean} */
      this.spaced = item || cell || tag === "text";
      this.row = row && !style.flexDirection.startsWith("column");
      this.pointer = style.cursor === "pointer";
      this.hidden = (parent !== null && parent.hidden) || (!bare && element.getAttribute("aria-hidden") === "true");
      this.inert = (parent !== null && parent.inert) || (!bare && element.hasAttribute("inert"));
      this.delegates = false;
      /** @type {boolean | null} */
      this.pair = null;
      this.clips = clips;
      /** @type {Element[] | null} */
      this.loose = loose;
      this.element = element;
      this.up = parent;
      /** @type {string | null} */
      this.paper = null;
      /** What is shown without a box of its own is asked of its parent. @type {Styled | null} */
      this.around = contents ? parent : null;
      /** @type {boolean | null} */
      this.shown = null;
      /** @type {boolean | null} */
      this.read = null;
      /** @type {boolean | null} */
      this.keeps = null;
    }

    /** What is around the whole page, of the same class: to what goes through elements the first parent is no other. @param {Element} root */
    static ofPage(root) {
      const page = new Styled(root, "", e.style(root), BOX, null, true, false, null);
      page.shown = true;
      page.read = true;
      page.paper = PAPER;
      page.pointer = false;
      return page;
    }

    get visible() {
      this.shown ??= this.style.visibility === "visible";
      return this.shown;
    }

    /** @returns {boolean} */
    get legible() {
      this.read ??= this.around ? this.around.legible : this.isLegible();
      return this.read;
    }

    isLegible() {
      if (!this.element.checkVisibility(SEEN) || isTiny(this.style.fontSize)) return false;
      if (this.graphic && !isDrawnLarge(this.element)) return false;
      const { color } = this.style;
      if (shadeOf(color).clear && !isOverDrawing(this.element)) return false;
      return !alike(color, this.ground) || standsOut(this.element, this.style);
    }

    /** @returns {string} */
    get ground() {
      /** @type {Styled | null} */
      let at = this;
      // One by one: pages nest deeper than a function may call itself.
      while (at !== null && at.paper === null) {
        const own = at.style.backgroundColor;
        if (shadeOf(own).clear) at = at.up;
        else at.paper = own;
      }
      const paper = at === null || at.paper === null ? PAPER : at.paper;
      for (let clear = /** @type {Styled | null} */ (this); clear !== null && clear.paper === null; clear = clear.up) clear.paper = paper;
      return paper;
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
  const flow = (element, parent, bare = false) => {
    const { tagName } = element;
    if (SKIPPED.has(tagName)) return null;
    const style = e.style(element);
    const { display } = style;
    // An area of a map is none of the boxes, but a part of its picture.
    if (display === "none" && tagName !== "AREA") return null;
    const cuts = display !== "inline" && style.overflowX !== "visible" && !ROOTS.has(tagName);
    const loose = cuts && isShut(element) ? escaped(element) : null;
    if (loose?.length === 0) return null;
    return new Styled(element, tagName, style, displayOf(display), /** @type {Styled} */ (parent), bare, cuts && !loose, loose);
  };

  Object.assign(e, { flow, flowAround: Styled.ofPage });
};
