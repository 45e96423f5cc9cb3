/**
 * Finds a point at which a mouse click hits an element, and scrolls it into view for that.
 *
 * The element counts as hit when the topmost thing at the point is the element, something inside it, or
 * its label. Inline elements are tried fragment by fragment, and at several points of each.
 *
 * @param {{mmid: number, patience: number, passive?: boolean}} options `patience`: milliseconds to wait for it to
 *   stand still; `passive`: nothing will be pressed on it, so it may be disabled
 * @returns {Promise<{
 *   problem: "" | "gone" | "disabled" | "inert" | "hidden" | "moving" | "outside" | "covered",
 *   role: string, name: string, tag: string, type: string, x: number, y: number,
 *   scroll: number[], cause: string, acts: boolean,
 *   cover: {mmid: number | null, role: string, name: string, exits: {mmid: number, role: string, name: string}[]} | null,
 * }>} `acts`: the browser itself does something at a click there
 */
async ({ mmid, patience, passive = false }) => {
  const element = agentE.element(mmid);
  const blank = { role: "", name: "", tag: "", type: "", x: 0, y: 0, scroll: [0, 0], cause: "", acts: false, cover: null };
  if (!element) return { ...blank, problem: "gone" };
  const about = {
    ...blank,
    ...agentE.named(element),
    tag: element.localName,
    type: element.localName === "input" ? /** @type {HTMLInputElement} */ (element).type : "",
  };
  /** @type {(problem: "" | "disabled" | "inert" | "hidden" | "moving" | "outside" | "covered", more?: object) => any} */
  const answer = (problem, more = {}) => ({ ...about, ...more, problem });

  const labels = () => /** @type {Element[]} */ ([.../** @type {any} */ (element).labels ?? []]);

  /** @type {(target: Element) => DOMRect[]} */
  const fragments = (target) => {
    const own = agentE.rects(target).filter((rect) => rect.width >= 1 && rect.height >= 1);
    if (own.length) return own;
    // display: contents, or a link around a float: only what is inside has a box.
    return agentE.children(target).flatMap((child) => (child.nodeType === Node.ELEMENT_NODE ? fragments(/** @type {Element} */ (child)) : []));
  };

  /** The rectangles in the coordinates of the world's root frame. */
  const places = () => {
    const drawn = [element, ...labels()].filter((each) => agentE.visible(each) || getComputedStyle(each).display === "contents");
    const { x, y } = agentE.origin(element.ownerDocument);
    return drawn.flatMap(fragments).map(({ left, top, width, height }) => ({ left: left + x, top: top + y, width, height }));
  };

  const lands = (/** @type {Element | null} */ hit) => hit !== null && agentE.serves(element, hit);

  /** Tries points of every fragment; returns the first that hits, else what was in the way. */
  const aim = () => {
    let cover = /** @type {Element | null} */ (null);
    let inside = false;
    /** A point on another control inside it, as a last resort. @type {{ hit: Element, x: number, y: number } | null} */
    let shared = null;
    for (const rect of places().slice(0, 12)) {
      for (const [across, down] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.2], [0.5, 0.8], [0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.9]]) {
        const x = rect.left + rect.width * across;
        const y = rect.top + rect.height * down;
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
        inside = true;
        const hit = agentE.at(x, y);
        if (!hit || !lands(hit)) cover ??= hit;
        else if (agentE.taken(element, hit)) shared ??= { hit, x, y };
        else return { hit, x, y, cover: null, inside };
      }
    }
    if (shared) return { ...shared, cover: null, inside };
    return { hit: null, x: 0, y: 0, cover, inside };
  };

  /** Whether an animation is about to start: until its first frame, everything stands still. */
  const begins = () =>
    agentE.closest(element, (each) => each.getAnimations().some((animation) => animation.pending)) !== null;

  /** Whether it stands still, or stays in place throughout, like something that pulses forever. */
  const standsStill = async () => {
    const end = performance.now() + patience;
    const common = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    for (;;) {
      const before = JSON.stringify(places());
      const drawn = await agentE.frame();
      const now = places();
      const same = JSON.stringify(now) === before;
      if (same && drawn && !begins()) return true;
      const { left = 0, top = 0, width = 0, height = 0 } = now[0] ?? {};
      common.left = Math.max(common.left, left);
      common.top = Math.max(common.top, top);
      common.right = Math.min(common.right, left + width);
      common.bottom = Math.min(common.bottom, top + height);
      const most = common.right - common.left > width / 2 && common.bottom - common.top > height / 2;
      if (performance.now() > end) return same || most;
    }
  };

  /** The layer on top: a dialog around the hit, else its highest ancestor not containing the element. @type {(hit: Element) => any} */
  const coverOf = (hit) => {
    const dialog = agentE.dialogAround(hit);
    let layer = hit;
    for (let up = agentE.parent(hit); up && !agentE.closest(element, (each) => each === up); up = agentE.parent(up)) layer = up;
    const top = dialog ?? layer;
    const exits = agentE.within(top)
      .filter((each) => agentE.knownId(each) !== null && /^(button|link)$/.test(agentE.role(each)))
      .map((each) => ({ ...agentE.label(each), mmid: /** @type {number} */ (agentE.knownId(each)) }));
    const closing = /close|dismiss|accept|agree|allow|reject|decline|got it|\bok\b|\bno\b|later|skip|cancel|hide|×|✕/i;
    const likely = exits.filter((each) => closing.test(each.name));
    return { ...agentE.label(top), exits: (likely.length ? likely : exits).slice(0, 3) };
  };

  /** Whether the browser itself reacts to a click on it. @type {(each: any) => boolean} */
  const acts = (each) =>
    each.localName === "button" || each.type === "button"
      ? (each.type !== "button" && each.form !== null) || each.matches("[popovertarget], [commandfor]")
      : each.isContentEditable || each.matches(
        "a[href], area[href], input, select, option, textarea, label, summary, video, audio, iframe, object, embed");

  const innerLink = (/** @type {Element} */ from) => {
    const link = /** @type {HTMLAnchorElement | null} */ (from.closest("a[href]"));
    const here = link?.ownerDocument.URL.split("#")[0];
    const inner = link && link.href.split("#")[0] === here && link.href.includes("#");
    return inner ? "The link leads to a place on this same page." : "";
  };

  if (!passive && agentE.states(element).includes("disabled")) return answer("disabled");
  if (agentE.closest(element, (each) => each.hasAttribute("inert"))) return answer("inert");
  if (!places().length) {
    // Shown by an animation that has just begun, or not at all.
    await agentE.frame();
    if (!places().length) return answer("hidden");
  }
  if (!(await standsStill())) return answer("moving");
  let aimed = aim();
  for (const block of /** @type {ScrollLogicalPosition[]} */ (["center", "end", "start"])) {
    if (aimed.hit) break;
    const target = agentE.visible(element) ? element : labels()[0] ?? element;
    agentE.drawn(target).scrollIntoView({ block, inline: "center", behavior: "instant" });
    if (!(await standsStill())) return answer("moving");
    aimed = aim();
  }
  if (aimed.hit) {
    // Scrolling to it is no effect of the click.
    agentE.watch.arm(element);
    agentE.aimed = new WeakRef(aimed.hit);
    const scroll = agentE.scrolled();
    const found = { x: aimed.x, y: aimed.y, scroll, cause: innerLink(element) };
    return answer("", { ...found, acts: agentE.closest(aimed.hit, acts) !== null });
  }
  if (!aimed.inside) return answer("outside");
  return answer("covered", { cover: aimed.cover && coverOf(aimed.cover) });
};
