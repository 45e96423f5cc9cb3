/**
 * Adds to `globalThis.agentE` what a person would call a colour, and whether anybody can read words: by their size and by
 * the colours behind them. Each colour is asked of the browser once, in whatever way the page writes it.
 */
() => {
  const { parent, style: styleOf } = globalThis.agentE;
  const MOST = 2_000; // colours that are known at once: a page whose colours go round must not fill the memory
  const FAINT = 25; // of 255: nobody sees what is less opaque
  const GREYISH = 0.05; // between the strongest and the weakest part of it, of 1: below that it is a grey, above that it stands out
  const VIVID = 0.3;
  const [BLACKISH, DARK, LIGHT, WHITISH] = [0.12, 0.2, 0.72, 0.94];
  const SECTOR = 60;
  const DIM = 0.4; // hues that have another name where they are dim
  const DIMMED = new Map([["orange", "brown"], ["pink", "purple"]]);
  /** Where a hue ends, in degrees. @type {[number, string][]} */
  const HUES = [[15, "red"], [43, "orange"], [68, "yellow"], [160, "green"], [195, "cyan"], [255, "blue"], [290, "purple"], [345, "pink"], [360, "red"]];

  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = /** @type {Map<string, Colour>} */ (new Map());

  /** @type {(parts: number[], most: number, range: number) => number} */
  const hueOf = ([red, green, blue], most, range) => {
    if (most === red) return SECTOR * (((green - blue) / range + 6) % 6);
    return SECTOR * (most === green ? (blue - red) / range + 2 : (red - green) / range + 4);
  };

  const wordFor = (/** @type {number[]} */ parts) => {
    const [most, least] = [Math.max(...parts), Math.min(...parts)];
    const [light, range] = [(most + least) / 2, most - least];
    if (light < BLACKISH && range < VIVID) return "black";
    if (light > WHITISH && range < GREYISH) return "white";
    const shade = light < DARK ? "dark " : light > LIGHT ? "light " : "";
    if (range < GREYISH) return `${shade}grey`;
    const hue = hueOf(parts, most, range);
    const word = HUES.find(([end]) => hue <= end)?.[1] ?? "red";
    return light < DIM ? DIMMED.get(word) ?? `${shade}${word}` : `${shade}${word}`;
  };

  const read = (/** @type {string} */ css) => {
    if (!pen) return { word: "", vivid: false, clear: false, pixel: [0, 0, 0, 0] };
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = "transparent";
    pen.fillStyle = css;
    pen.fillRect(0, 0, 1, 1);
    const pixel = [...pen.getImageData(0, 0, 1, 1).data];
    const [parts, opaque] = [pixel.slice(0, 3), pixel[3]];
    if (opaque < FAINT) return { word: "", vivid: false, clear: opaque === 0, pixel };
    const shares = parts.map((part) => part / 255);
    const hex = parts.map((part) => part.toString(16).padStart(2, "0")).join("");
    return { word: `${wordFor(shares)} #${hex}`, vivid: Math.max(...shares) - Math.min(...shares) >= VIVID, clear: false, pixel };
  };

  const colour = (/** @type {string} */ css) => {
    let found = known.get(css);
    if (!found) {
      if (known.size >= MOST) known.clear();
      known.set(css, found = read(css));
    }
    return found;
  };

  const isClear = (/** @type {string} */ css) => colour(css).clear;

  const ALIKE = 8; // steps of 256 between two colours that nobody can tell apart
  const PICTURES = new Set(["IMG", "CANVAS", "VIDEO", "svg", "IFRAME", "OBJECT", "EMBED", "INPUT"]);
  const MIN_FONT = 2; // pixels: smaller print is there to be read by nobody
  const MIN_LETTERS = 5; // the same of words in a drawing, with what is left above and below them
  const MAX_LAYERS = 4; // boxes between the words over a drawing and what holds both

  /** Whether see-through words lie over a drawing of them, as those that one selects in a document shown page by page. @type {(element: Element) => boolean} */
  const isOverDrawing = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const [across, down] = [x + width / 2, y + height / 2];
    let up = element.parentElement;
    for (let left = MAX_LAYERS; up && left > 0; left -= 1, up = up.parentElement) {
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
    return width === 0 || Math.max(width, height) >= MIN_LETTERS;
  };

  /** Whether nobody can tell two opaque colours apart. @type {(one: string, other: string) => boolean} */
  const alike = (one, other) => {
    const [first, second] = [colour(one).pixel, colour(other).pixel];
    return first[3] === 255 && second[3] === 255 && first.every((part, at) => Math.abs(part - second[at]) < ALIKE);
  };

  /** Whether the first of these that draws something is what words of a colour stand out from. @type {(layers: Element[], css: string) => boolean} */
  const contrasts = (layers, css) => {
    for (const layer of layers) {
      const { backgroundColor, backgroundImage } = styleOf(layer);
      if (PICTURES.has(layer.tagName) || backgroundImage !== "none") return true;
      if (!isClear(backgroundColor)) return !alike(backgroundColor, css);
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
  const isLarge = (element, style, graphic) => parseFloat(style.fontSize) >= MIN_FONT && (!graphic || isDrawnLarge(element));

  /** @type {AgentE["isToldFrom"]} */
  const isToldFrom = (ground, element, style, color) => {
    if (isClear(color) && !isOverDrawing(element)) return false;
    return !alike(color, ground) || standsOut(element, style);
  };

  agentE.add({ colour, isClear, isLarge, isToldFrom });
};
