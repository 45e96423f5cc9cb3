/**
 * Finds what to scroll and a point where the wheel scrolls only that.
 *
 * @param {{mmid: number, dx: number, dy: number}} options `mmid` 0 for the page; direction as -1, 0 or 1
 * @returns {{
 *   problem: "" | "gone" | "end" | "none", x: number, y: number, width: number, height: number, wheel: boolean,
 *   position: number[],
 * }} `wheel` false: no point is free, scroll it by script; `position`: of what was found, as in scroll_finish.js
 */
({ mmid, dx, dy }) => {
  const blank = { x: 0, y: 0, width: 0, height: 0, wheel: false, position: [] };
  const scrolls = (/** @type {Element} */ each) => {
    const style = getComputedStyle(each);
    const rolls = (/** @type {string} */ overflow) => overflow === "auto" || overflow === "scroll" || overflow === "overlay";
    return (dy !== 0 && rolls(style.overflowY) && each.scrollHeight > each.clientHeight + 1)
      || (dx !== 0 && rolls(style.overflowX) && each.scrollWidth > each.clientWidth + 1);
  };
  const root = (/** @type {Element} */ each) => each === each.ownerDocument.scrollingElement;
  /** @type {(each: Element) => boolean} */
  const longer = (each) => (dy !== 0 && each.scrollHeight > each.clientHeight + 1) || (dx !== 0 && each.scrollWidth > each.clientWidth + 1);
  const more = (/** @type {Element} */ each) =>
    (dy > 0 && each.scrollTop + each.clientHeight < each.scrollHeight - 1) || (dy < 0 && each.scrollTop > 0)
    || (dx > 0 && each.scrollLeft + each.clientWidth < each.scrollWidth - 1) || (dx < 0 && each.scrollLeft > 0);

  const page = document.scrollingElement ?? document.documentElement;
  /** @type {Element | null} */
  let target;
  if (mmid) {
    const element = agentE.element(mmid);
    if (!element) return { ...blank, problem: "gone" };
    target = agentE.closest(element, (each) => (root(each) ? longer(each) : scrolls(each)));
    if (!target) return { ...blank, problem: "none" };
  } else if (longer(page)) {
    target = page;
  } else {
    // A full-window application scrolls its largest pane instead.
    const panes = [...document.querySelectorAll("*")].filter((each) => scrolls(each) && agentE.visible(each));
    const area = (/** @type {Element} */ each) => each.clientWidth * each.clientHeight;
    target = panes.sort((a, b) => area(b) - area(a))[0] ?? null;
    if (!target) return { ...blank, problem: "none" };
  }
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = target;
  const position = [scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight].map(Math.round);
  agentE.scrolling = { target: new WeakRef(target), x: scrollLeft, y: scrollTop };
  if (!more(target)) return { ...blank, problem: "end", position };

  const whole = root(target);
  const drawn = whole ? { x: 0, y: 0, width: target.clientWidth, height: target.clientHeight } : agentE.box(target);
  const left = Math.max(0, drawn.x);
  const top = Math.max(0, drawn.y);
  const right = Math.min(innerWidth, drawn.x + drawn.width);
  const bottom = Math.min(innerHeight, drawn.y + drawn.height);
  const found = { problem: /** @type {const} */ (""), width: clientWidth, height: clientHeight, position };
  for (const [across, down] of [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5], [0.02, 0.5], [0.98, 0.5]]) {
    const x = left + (right - left) * across;
    const y = top + (bottom - top) * down;
    const hit = right > left && bottom > top ? agentE.at(x, y) : null;
    if (!hit || hit.localName === "iframe") continue;
    const taker = agentE.closest(hit, (each) => (root(each) ? longer(each) : scrolls(each)) && more(each));
    if (taker === target || (whole && taker === null)) return { ...found, x, y, wheel: true };
  }
  return { ...found, x: 0, y: 0, wheel: false };
};
