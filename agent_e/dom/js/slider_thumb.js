/**
 * Locates the thumb of a native slider, which no script can access; `x` is null for anything else.
 * @param {{mmid: number}} options
 * @returns {{problem: "" | "gone", x: number | null, y: number}}
 */
({ mmid }) => {
  const THUMB = 16; // Chromium's size in CSS pixels
  const element = agentE.element(mmid);
  if (!element) return { problem: "gone", x: null, y: 0 };
  const input = /** @type {HTMLInputElement} */ (element);
  if (input.localName !== "input" || input.type !== "range") return { problem: "", x: null, y: 0 };
  const [min, max] = [Number(input.min || 0), Number(input.max || 100)];
  const part = max > min ? (input.valueAsNumber - min) / (max - min) : 0;
  const { direction, writingMode } = getComputedStyle(input);
  const { x, y, width, height } = agentE.box(input);
  const upright = writingMode !== "horizontal-tb";
  const along = direction === "rtl" ? 1 - part : part;
  if (upright) return { problem: "", x: x + width / 2, y: y + THUMB / 2 + along * (height - THUMB) };
  return { problem: "", x: x + THUMB / 2 + along * (width - THUMB), y: y + height / 2 };
};
