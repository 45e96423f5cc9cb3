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
   * @type {(element: Element, style: CSSStyleDeclaration, parent: Flow) => boolean}
   */
  const isItem = (element, style, parent) => {
    const inLine = INLINE_TAGS.has(element.tagName);
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

  /** Whether words of a drawing are of a size to read, however small the drawing is drawn. @type {(element: Element) => boolean} */
  const isDrawnLarge = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width === 0 || Math.max(width, height) >= LEAST_LETTERS;
  };

  /** Whether nobody can tell two colours apart, by both of them. @type {Map<string, boolean>} */
  const compared = new Map();

  /** @type {(one: string, other: string) => boolean} */
  const alike = (one, other) => {
    if (one === other) return COLOUR.test(one);
    const both = `${one}${other}`;
    let known = compared.get(both);
    if (known === undefined) {
      const [first, second] = [COLOUR.exec(one), COLOUR.exec(other)];
      known = first !== null && second !== null &&
        [1, 2, 3].every((at) => Math.abs(Number(first[at]) - Number(second[at])) < ALIKE);
      compared.set(both, known);
    }
    return known;
  };

  /** Whether the first of these that draws something is what words of a colour stand out from. @type {(layers: Element[], colour: string) => boolean} */
  const contrasts = (layers, colour) => {
    for (const layer of layers) {
      const { backgroundColor, backgroundImage } = e.style(layer);
      if (PICTURES.has(layer.tagName) || backgroundImage !== "none") return true;
      if (!CLEAR.test(backgroundColor)) return !alike(backgroundColor, colour);
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
    /** @param {Element} element @param {CSSStyleDeclaration} style @param {string} display @param {Flow} parent */
    constructor(element, style, display, parent) {
      const flows = display.startsWith("inline");
      const item = !flows && isItem(element, style, parent);
      const cell = display === "table-cell";
      const { tagName } = element;
      const graphic = tagName === "tspan" || tagName === "text";
      this.style = style;
      this.graphic = graphic;
      this.inline = flows || item || cell || graphic || display === "contents" || display.startsWith("ruby");
      this.spaced = item || cell || tagName === "text";
      this.row = (display.endsWith("flex") || display.endsWith("grid")) && !style.flexDirection.startsWith("column");
      this.pointer = style.cursor === "pointer";
      this.hidden = parent.hidden || element.getAttribute("aria-hidden") === "true";
      this.inert = parent.inert || element.hasAttribute("inert");
      this.delegates = false;
      /** @type {boolean | null} */
      this.pair = null;
      this.clips = false;
      /** @type {Element[] | null} */
      this.loose = null;
      this.element = element;
      this.up = parent;
      /** @type {string | null} */
      this.paper = null;
      /** What is shown without a box of its own is asked of its parent. */
      this.around = display === "contents" ? parent : null;
      /** @type {boolean | null} */
      this.shown = null;
      /** @type {boolean | null} */
      this.read = null;
      /** @type {boolean | null} */
      this.keeps = null;
    }

    get visible() {
      this.shown ??= this.style.visibility === "visible";
      return this.shown;
    }

    get legible() {
      this.read ??= this.around ? this.around.legible : this.element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        parseFloat(this.style.fontSize) >= LEAST_FONT && (!this.graphic || isDrawnLarge(this.element)) && (!CLEAR.test(this.style.color) || isOverDrawing(this.element)) &&
        (!alike(this.style.color, this.ground) || standsOut(this.element, this.style));
      return this.read;
    }

    /** @returns {string} */
    get ground() {
      /** @type {Styled[]} */
      const clear = [];
      /** @type {Flow} */
      let at = this;
      // One by one: pages nest deeper than a function may call itself.
      while (at instanceof Styled && at.paper === null) {
        const own = at.style.backgroundColor;
        if (CLEAR.test(own)) {
          clear.push(at);
          at = at.up;
        } else at.paper = own;
      }
      /** @type {string} */
      const paper = at instanceof Styled ? at.paper ?? "" : at.ground;
      for (const each of clear) each.paper = paper;
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
  const flow = (element, parent) => {
    if (SKIPPED.has(element.tagName)) return null;
    const style = e.style(element);
    const { display } = style;
    // An area of a map is none of the boxes, but a part of its picture.
    if (display === "none" && element.tagName !== "AREA") return null;
    const overflow = display === "inline" ? "visible" : style.overflowX;
    const cuts = overflow !== "visible" && !ROOTS.has(element.tagName);
    const loose = cuts && isShut(element) ? escaped(element) : null;
    if (loose?.length === 0) return null;
    const styled = new Styled(element, style, display, parent);
    styled.clips = cuts && !loose;
    styled.loose = loose;
    return styled;
  };

  Object.assign(e, { flow });
};
