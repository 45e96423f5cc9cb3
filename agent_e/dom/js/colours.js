/**
 * Adds to `globalThis.agentE` common names of colours, and whether words are legible: by their size and by the colours
 * behind them. Each colour is queried from the browser once, in whatever notation.
 */
() => {
  const { parent, style: styleOf } = globalThis.agentE;
  const MOST = 2_000; // cached colours: a page that cycles colours must not fill the memory
  const FAINT = 25; // of 255: anything less opaque is invisible
  const GREYISH = 0.05; // between its strongest and weakest channel, of 1: below the first it is grey, above the second vivid
  const VIVID = 0.3;
  const [BLACKISH, DARK, LIGHT, WHITISH] = [0.12, 0.2, 0.72, 0.94];
  const SECTOR = 60;
  const DIM = 0.4; // hues with another name when dark
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

  const ALIKE = 8; // steps of 256 between two indistinguishable colours
  const PICTURES = new Set(["IMG", "CANVAS", "VIDEO", "svg", "IFRAME", "OBJECT", "EMBED", "INPUT"]);
  const MIN_FONT = 2; // pixels: smaller print is not meant to be read
  const MIN_LETTERS = 5; // the same for words in a drawing, including the space above and below
  const MAX_LAYERS = 4; // boxes between the words over a drawing and their common ancestor

  /** Whether transparent words lie over a drawing of them, as in the text layer of a document viewer. @type {(element: Element) => boolean} */
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

  /** Whether a drawing's words are legible, at whatever scale it is drawn. @type {(element: Element) => boolean} */
  const isDrawnLarge = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width === 0 || Math.max(width, height) >= MIN_LETTERS;
  };

  /** Whether two opaque colours are indistinguishable. @type {(one: string, other: string) => boolean} */
  const alike = (one, other) => {
    const [first, second] = [colour(one).pixel, colour(other).pixel];
    return first[3] === 255 && second[3] === 255 && first.every((part, at) => Math.abs(part - second[at]) < ALIKE);
  };

  /** Whether words of a colour stand out from the first of these that draws something. @type {(layers: Element[], css: string) => boolean} */
  const contrasts = (layers, css) => {
    for (const layer of layers) {
      const { backgroundColor, backgroundImage } = styleOf(layer);
      if (PICTURES.has(layer.tagName) || backgroundImage !== "none") return true;
      if (!isClear(backgroundColor)) return !alike(backgroundColor, css);
    }
    return false;
  };

  /**
   * Whether words in the colour of the boxes around them are legible all the same: by a shadow or outline, or because
   * they lie over something outside those.
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
    // If the browser cannot tell what lies beneath, only plain boxes are judged.
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
