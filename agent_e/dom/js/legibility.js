/**
 * Adds to `globalThis.agentE` whether anybody can read words: by their size and by the colours behind them.
 *
 * It is asked of every piece of text, so what one value says is found out once.
 */
() => {
  const { parent, style: styleOf } = globalThis.agentE;
  const CLEAR = /^rgba\(.*, 0\)$/;
  const COLOUR = /^rgb\((\d+), (\d+), (\d+)\)$/;
  /** Colours that are known at once: a page whose colours go round must not fill the memory. */
  const MOST_COLOURS = 2_000;
  /** Steps of 256 between two colours that nobody can tell apart. */
  const ALIKE = 8;
  const PICTURES = new Set(["IMG", "CANVAS", "VIDEO", "svg", "IFRAME", "OBJECT", "EMBED", "INPUT"]);
  /** Pixels: smaller print is there to be read by nobody. */
  const LEAST_FONT = 2;
  /** The same of words in a drawing, with what is left above and below them. */
  const LEAST_LETTERS = 5;
  /** Boxes between the words over a drawing and what holds both. */
  const MOST_LAYERS = 4;

  /** Whether see-through words lie over a drawing of them, as those that one selects in a document shown page by page. @type {(element: Element) => boolean} */
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

  const shadeOf = (/** @type {string} */ colour) => {
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

  const isTiny = (/** @type {string} */ size) => {
    let known = sizes.get(size);
    if (known === undefined) {
      if (sizes.size >= MOST_COLOURS) sizes.clear();
      sizes.set(size, known = parseFloat(size) < LEAST_FONT);
    }
    return known;
  };

  /** Whether the first of these that draws something is what words of a colour stand out from. @type {(layers: Element[], colour: string) => boolean} */
  const contrasts = (layers, colour) => {
    for (const layer of layers) {
      const { backgroundColor, backgroundImage } = styleOf(layer);
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
    for (let up = /** @type {Element | null} */ (element); up; up = parent(up)) {
      const { position, display, float, transform, backgroundImage } = styleOf(up);
      if (position !== "static" || display.includes("grid") || float !== "none" || transform !== "none" || backgroundImage !== "none") return true;
    }
    return false;
  };

  /** @type {AgentE["isLarge"]} */
  const isLarge = (element, style, graphic) => !isTiny(style.fontSize) && (!graphic || isDrawnLarge(element));

  /** @type {AgentE["isToldFrom"]} */
  const isToldFrom = (ground, element, style, color) => {
    if (shadeOf(color).clear && !isOverDrawing(element)) return false;
    return !alike(color, ground) || standsOut(element, style);
  };

  Object.assign(globalThis.agentE, { isClear: (/** @type {string} */ colour) => shadeOf(colour).clear, isLarge, isToldFrom });
};
