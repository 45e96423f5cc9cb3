/**
 * Adds to `globalThis.agentE` what a person would call a colour. Each is asked of the browser once, in whatever way the
 * page writes it.
 */
() => {
  /** Colours that are known at once: a page whose colours go round must not fill the memory. */
  const MOST = 2_000;
  /** Of 255: nobody sees what is less opaque. */
  const FAINT = 25;
  /** Between the strongest and the weakest part of it, of 1: below that it is a grey, above that it stands out. */
  const GREYISH = 0.05;
  const VIVID = 0.3;
  const [BLACKISH, DARK, LIGHT, WHITISH] = [0.12, 0.2, 0.72, 0.94];
  const SECTOR = 60;
  /** Hues that have another name where they are dim. */
  const DIM = 0.4;
  const DIMMED = new Map([["orange", "brown"], ["pink", "purple"]]);
  /** Where a hue ends, in degrees. @type {[number, string][]} */
  const HUES = [[15, "red"], [43, "orange"], [68, "yellow"], [160, "green"], [195, "cyan"], [255, "blue"], [290, "purple"], [345, "pink"], [360, "red"]];

  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  /** @type {Map<string, Colour>} */
  const known = new Map();

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
    if (!pen) return { word: "", vivid: false };
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = "transparent";
    pen.fillStyle = css;
    pen.fillRect(0, 0, 1, 1);
    const [...parts] = pen.getImageData(0, 0, 1, 1).data;
    const opaque = parts.pop() ?? 0;
    if (opaque < FAINT) return { word: "", vivid: false };
    const shares = parts.map((part) => part / 255);
    const hex = parts.map((part) => part.toString(16).padStart(2, "0")).join("");
    return { word: `${wordFor(shares)} #${hex}`, vivid: Math.max(...shares) - Math.min(...shares) >= VIVID };
  };

  /** @type {AgentE["colour"]} */
  const colour = (css) => {
    let found = known.get(css);
    if (!found) {
      if (known.size >= MOST) known.clear();
      known.set(css, found = read(css));
    }
    return found;
  };

  Object.assign(globalThis.agentE, { colour });
};
