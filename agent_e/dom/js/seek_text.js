/**
 * Looks for a text in what `scroll_target` found, and scrolls to it if it is in the given direction.
 * @param {{text: string, mmid: number, dx: number, dy: number}} options direction as -1, 0 or 1
 * @returns {"view" | "ahead" | "behind" | "none"} where it was: in view, ahead (now in view), behind, nowhere
 */
({ text, mmid, dx, dy }) => {
  const wanted = agentE.squeeze(text).toLowerCase();
  const target = agentE.scrolling?.target.deref();
  const page = document.scrollingElement ?? document.documentElement;
  const root = mmid && target && target !== page ? target : document.body;
  if (!root) return "none";
  const middle = (/** @type {Box} */ each) => [each.x + each.width / 2, each.y + each.height / 2];
  /** @type {(holder: Element, box: Box) => boolean} */
  const inView = (holder, box) => {
    const [x, y] = middle(box);
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    return !agentE.closest(holder, (each) => {
      if (each === page || each.tagName === "BODY" || getComputedStyle(each).overflow === "visible") return false;
      const edge = agentE.box(each);
      return each !== holder && (x < edge.x || y < edge.y || x > edge.x + edge.width || y > edge.y + edge.height);
    });
  };
  const found = agentE.spots(wanted, root).filter(({ box }) => box.width > 0 && box.height > 0);
  if (found.some(({ holder, box }) => inView(holder, box))) return "view";
  const view = !target || target === page ? { x: 0, y: 0, width: innerWidth, height: innerHeight } : agentE.box(target);
  const [cx, cy] = middle(view);
  const way = (/** @type {Box} */ box) => dx * (middle(box)[0] - cx) + dy * (middle(box)[1] - cy);
  const [ahead] = found.filter(({ box }) => way(box) > 0).sort((a, b) => way(a.box) - way(b.box));
  if (!ahead) return found.length > 0 ? "behind" : "none";
  const before = agentE.box(ahead.holder);
  ahead.holder.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  // If it is taller than the viewport, its middle is in view now, but the text may not be.
  const moved = agentE.box(ahead.holder).y - before.y;
  const off = ahead.box.y + moved - view.y - view.height / 2;
  if (Math.abs(off) > view.height / 2) (target ?? page).scrollBy({ top: off, behavior: "instant" });
  return "ahead";
};
