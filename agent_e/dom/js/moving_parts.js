/**
 * Finds the parts of the page that move by themselves, and the focused field.
 *
 * A part is the box that clips what moves in it, if there is one: something crossing an advertisement is elsewhere in
 * it every time.
 * @param {{ points: [number, number][] }} options where movement was seen, CSS pixels of this world's viewport
 * @returns {{ parts: Box[], at: (Box | null)[], focus: Box | null }} `at` for each of the points
 */
({ points }) => {
  const PICTURES = new Set(["VIDEO", "CANVAS", "IFRAME", "IMG", "EMBED", "OBJECT"]);
  const MOVES = /^data:image\/(?:gif|apng)|\.(?:gif|apng)(?:[?#]|$)/i;
  const SMALL = 16; // a picture of this size or less is a spacer or an icon
  const MOST = 0.4; // largest share of the viewport for one part: a page moving all over would hide every effect

  const fits = (/** @type {Box} */ { width, height }) => width > 0 && height > 0 && width * height <= MOST * innerWidth * innerHeight;

  /** The box around visible movement; null if nothing clips it. @type {(element: Element | null) => Box | null} */
  const around = (element) => {
    for (let up = element; up && up.tagName !== "BODY" && up.tagName !== "HTML"; up = agentE.parent(up)) {
      // A field clips its text; what moves there is its caret.
      if (agentE.editable(up)) return null;
      const { overflowX, overflowY } = agentE.style(up);
      const cuts = [overflowX, overflowY].some((how) => how === "hidden" || how === "clip");
      if (PICTURES.has(up.tagName) || cuts) {
        const box = agentE.box(up);
        return fits(box) ? box : null;
      }
      // In a scrollable box the page itself continues.
      if ([overflowX, overflowY].some((how) => how === "auto" || how === "scroll")) return null;
    }
    return null;
  };

  const parts = /** @type {Box[]} */ ([]);
  const add = (/** @type {Element} */ element) => {
    const own = agentE.box(element);
    const part = around(element) ?? own;
    if (fits(part) && part.x < innerWidth && part.y < innerHeight && part.x + part.width > 0 && part.y + part.height > 0) parts.push(part);
  };

  for (const each of agentE.watch.roots()) {
    for (const animation of each.getAnimations()) {
      // Transitions are effects of something; they end.
      if (animation.playState !== "running" || animation instanceof CSSTransition) continue;
      const { target } = /** @type {KeyframeEffect} */ (animation.effect ?? {});
      if (target) add(target);
    }
    for (const video of each.querySelectorAll("video")) if (!video.paused && !video.ended) add(video);
    for (const image of each.querySelectorAll("img")) {
      if (image.width > SMALL && image.height > SMALL && MOVES.test(image.currentSrc)) add(image);
    }
  }
  const field = agentE.focused();
  const writes = field !== null && agentE.editable(field);
  return { parts, at: points.map(([x, y]) => around(agentE.at(x, y))), focus: writes ? agentE.box(field) : null };
};
