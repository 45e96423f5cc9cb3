/// <reference path="./world.d.ts" />
/**
 * Adds to `globalThis.agentE` what tells apart things to click that stand in a row and have no words: stars to rate
 * with, colours to choose, squares of a board.
 * @returns {void}
 */
() => {
  const { hint, style } = globalThis.agentE;
  const LEAST = 3;
  const MOST = 100;
  const COMPARED = 8;
  /** Boxes around a thing that hold nothing else. */
  const MOST_AROUND = 2;
  const COLOURS = ["background-color", "color", "fill"];
  const OPAQUE = /^rgb\((\d+), (\d+), (\d+)\)$/;

  /** @type {(element: Element) => boolean} */
  const isWordless = (element) => (element.textContent ?? "").trim() === "" && element.checkVisibility();

  /** @type {(element: Element, depth: number) => Element} */
  const inside = (element, depth) => depth > 0 && element.firstElementChild ? inside(element.firstElementChild, depth - 1) : element;

  /** @type {(colour: string) => string} */
  const hex = (colour) => {
    const parts = OPAQUE.exec(colour)?.slice(1) ?? [];
    return parts.length > 0 ? `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}` : "clear";
  };

  /** @type {AgentE["series"]} */
  const series = (element) => {
    let item = element;
    let depth = 0;
    while (depth < MOST_AROUND && item.parentElement?.childElementCount === 1) {
      item = item.parentElement;
      depth += 1;
    }
    const around = item.parentElement;
    if (!around || around.childElementCount < LEAST || around.childElementCount > MOST) return null;
    const like = [...around.children].filter((other) => other.tagName === item.tagName && isWordless(other));
    if (like.length < LEAST || !like.includes(item)) return null;
    const parts = like.map((other) => inside(other, depth));
    // Fields of different kinds are no choices of one.
    const tags = new Set(parts.map((part) => `${part.localName} ${part.getAttribute("type") ?? ""}`));
    if (tags.size > 1) return null;
    // Different signs tell themselves apart.
    const signs = parts.slice(0, COMPARED).map((part) => hint(part));
    if (new Set(signs).size === signs.length && !signs.some((sign) => sign.startsWith("called "))) return null;
    const drawn = COLOURS.map((property) => parts.map((part) => style(part).getPropertyValue(property)));
    const differing = drawn.find((colours) => new Set(colours).size > 1);
    const at = like.indexOf(item);
    return { place: `${at + 1} of ${like.length}`, colour: differing ? `colour ${hex(differing[at])}` : "" };
  };

  Object.assign(globalThis.agentE, { series });
};
