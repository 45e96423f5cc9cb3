/// <reference path="./sight.d.ts" />
/**
 * Scrolls by whole viewports what most of the screen scrolls by, from where it stood at first.
 * @param {number} viewports
 * @returns {{ box: SightBox, moved: number } | null} its box and by how much it is scrolled now,
 *   CSS pixels; null where nothing can be scrolled, with 0 after a look for it
 */
(viewports) => {
  const { sight } = globalThis;
  const STEP = 24;
  const MIN_ROOM = 24;
  const MIN_SHARE = 1 / 3;
  const MAX_VIEWPORTS = 2;
  const top = document.scrollingElement;

  /** Pixels that a person can scroll it further down. @param {Element} element */
  const room = (element) => {
    const height = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (height < MIN_ROOM) return 0;
    if (element !== top) {
      return ["auto", "scroll"].includes(getComputedStyle(element).overflowY) ? height : 0;
    }
    const locked = [document.documentElement, document.body].some(
      (each) => each && ["hidden", "clip"].includes(getComputedStyle(each).overflowY),
    );
    return locked ? 0 : height;
  };

  const find = () => {
    /** @type {Map<Element, number>} */
    const counts = new Map();
    let points = 0;
    for (let x = STEP / 2; x < innerWidth; x += STEP) {
      for (let y = STEP / 2; y < innerHeight; y += STEP) {
        points += 1;
        for (let each = sight.at(x, y); each; each = sight.above(each)) {
          counts.set(each, (counts.get(each) ?? 0) + 1);
        }
      }
    }
    let [best, most] = [/** @type {Element | null} */ (null), 0];
    for (const [element, count] of counts) {
      const far = Math.min(room(element), MAX_VIEWPORTS * element.clientHeight);
      if (count >= MIN_SHARE * points && count * far > most) [best, most] = [element, count * far];
    }
    return best;
  };

  if (viewports === 0 && !sight.scroller) {
    const element = find();
    sight.scroller = element ? { element, start: element.scrollTop } : undefined;
  }
  if (!sight.scroller) return null;
  const { element, start } = sight.scroller;
  element.scrollTo({ top: start + viewports * element.clientHeight, behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const box = /** @type {SightBox} */ (element === top ? [0, 0, innerWidth, innerHeight] : [x, y, width, height]);
  return { box, moved: element.scrollTop - start };
};
