/** Adds to `globalThis.agentE` where elements are drawn and what a click would hit. Read-only. */
() => {
  const { bounds, closest, drawn, frameDocument, parent, rects, rootOf, style } = globalThis.agentE;
  const SCROLLS = new Set(["auto", "scroll"]);
  const LOOSE = new Set(["absolute", "fixed"]); // positioned elements may be outside their containers
  const OPEN = new Set(["", "visible"]); // for content that is not clipped; nothing is known of what is not rendered
  const BOXLESS = new Set(["contents", "inline"]); // display values without a box of their own to clip anything
  const LEAST = 6; // pixels: a smaller field is represented by its label
  const SPECK = 4;
  /** Inner points tried one after the other, as parts of width and height. */
  const POINTS = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.75], [0.25, 0.75], [0.75, 0.25]];

  const origin = (/** @type {Document} */ document) => {
    const view = document.defaultView;
    const frame = view === globalThis.window ? null : view?.frameElement;
    return frame ? frameOrigin(frame) : { x: 0, y: 0 };
  };

  /** @type {AgentE["frameOrigin"]} */
  const frameOrigin = (frame) => {
    const { x, y } = box(frame);
    const { paddingLeft, paddingTop } = style(frame);
    return { x: x + frame.clientLeft + (parseFloat(paddingLeft) || 0), y: y + frame.clientTop + (parseFloat(paddingTop) || 0) };
  };

  /** @type {AgentE["box"]} */
  const box = (element) => {
    const { x, y, width, height } = bounds(element);
    const document = element.ownerDocument;
    if (document === globalThis.document) return { x, y, width, height };
    const at = origin(document);
    return { x: x + at.x, y: y + at.y, width, height };
  };

  /** @type {AgentE["at"]} */
  const at = (x, y) => {
    let found = document.elementFromPoint(x, y);
    while (found) {
      /** @type {Element | null | undefined} */
      let inner = rootOf(found)?.elementFromPoint(x, y);
      const document = frameDocument(found);
      if (document) {
        const from = origin(document);
        inner = document.elementFromPoint(x - from.x, y - from.y);
      }
      if (!inner || inner === found) return found;
      found = inner;
    }
    return null;
  };

  /** @type {AgentE["serves"]} */
  const serves = (element, target) => {
    /** @type {Element | null} */
    let up = target;
    while (up) {
      if (up === element) return true;
      if (up.tagName === "LABEL" && /** @type {HTMLLabelElement} */ (up).control === element) return true;
      up = parent(up);
    }
    // Slotted text belongs to the host, which the browser reports as hit.
    const { host } = /** @type {ShadowRoot} */ (element.getRootNode());
    return host !== undefined && host === target && element.querySelector("slot") !== null;
  };

  /** @type {AgentE["taken"]} */
  const taken = (element, target) => {
    const { control, knownId } = globalThis.agentE;
    let other = false;
    for (let up = /** @type {Element | null} */ (target); up; up = parent(up)) {
      if (up === element) return other;
      other ||= knownId(up) !== null && control(up);
    }
    // It is a label next to it.
    return false;
  };

  /** @type {(element: Element) => Box[]} */
  const boxesOf = (element) => {
    const { x, y } = origin(element.ownerDocument);
    const boxes = [];
    for (const part of [element, ...globalThis.agentE.labels(element)]) {
      const drawnAs = rects(part);
      for (const rect of drawnAs.length === 1 ? drawnAs : [bounds(part), ...drawnAs]) {
        if (rect.width > 0 && rect.height > 0) {
          boxes.push({ x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height });
        }
      }
    }
    const around = boxes.length === 0 ? seenAs(element) : element;
    return around === element ? boxes : boxesOf(around);
  };

  /** The box around a zero-size element that is visible by its icon; else the element. @type {(element: Element) => Element} */
  const aroundIcon = (element) => {
    const around = parent(element);
    if (around?.childElementCount !== 1) return element;
    const { x, y, width, height } = box(around);
    return Math.min(width, height) >= LEAST && at(x + width / 2, y + height / 2) === element ? around : element;
  };

  const seenAs = (/** @type {Element} */ element) => {
    const { width, height } = bounds(element);
    if (element.tagName !== "INPUT") return width === 0 && height === 0 ? aroundIcon(element) : element;
    const tiny = width < LEAST || height < LEAST;
    if (!tiny && style(element).opacity !== "0") return element;
    const label = /** @type {HTMLInputElement} */ (element).labels?.[0];
    if (!label || !drawn(label).checkVisibility({ visibilityProperty: true }) || bounds(label).width < LEAST) return element;
    const { x, y } = box(element);
    const over = tiny ? null : at(x + width / 2, y + height / 2);
    return tiny || (over && over !== element && label.contains(over)) ? label : element;
  };

  const unseen = (/** @type {Element} */ field) => {
    const { width, height } = field.getBoundingClientRect();
    return width <= SPECK || height <= SPECK || style(field).opacity === "0";
  };

  const writesBeside = (/** @type {Element} */ box) =>
    [...box.querySelectorAll(":scope > textarea, :scope > * > textarea")].some((field) =>
      !(/** @type {HTMLTextAreaElement} */ (field)).disabled && field.getClientRects().length > 0 && (unseen(field) || unseen(field.parentElement ?? field)));

  const isAway = (/** @type {Element} */ element) => {
    const view = element.ownerDocument.defaultView;
    const out = (/** @type {Element} */ each) => {
      // Slotted or shadow content is examined when the walk gets there.
      if (each.tagName === "SLOT" || rootOf(each)) return false;
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return !view || right <= 0 || bottom <= 0 || left >= view.innerWidth || top >= view.innerHeight;
    };
    return out(element) && [...element.querySelectorAll("*")].every(out);
  };

  /** @type {(a: Box, b: Box) => Box} */
  const common = (a, b) => {
    const x = Math.max(a.x, b.x);
    const y = Math.max(a.y, b.y);
    return { x, y, width: Math.min(a.x + a.width, b.x + b.width) - x, height: Math.min(a.y + a.height, b.y + b.height) - y };
  };

  /** What a clipping element leaves visible of its contents, and the boxes around it. @type {(element: Element, insides: Map<Element, Box>) => Box} */
  const inside = (element, insides) => {
    const known = insides.get(element);
    if (known) return known;
    const { display, overflowX, overflowY } = style(element);
    const cuts = (!OPEN.has(overflowX) || !OPEN.has(overflowY)) && !BOXLESS.has(display) && element.tagName !== "BODY" && element.tagName !== "HTML";
    const around = opening(element, insides);
    const left = cuts ? common(around, box(element)) : around;
    insides.set(element, left);
    return left;
  };

  /** @type {AgentE["opening"]} */
  const opening = (element, insides) => {
    const { position } = style(element);
    let up = position === "fixed" ? null : parent(element);
    // Its containing block is the next positioned or transformed box: those between do not clip it.
    if (position === "absolute") while (up && style(up).position === "static" && style(up).transform === "none") up = parent(up);
    return up ? inside(up, insides) : { x: 0, y: 0, width: innerWidth, height: innerHeight };
  };

  /** @type {(element: Element, open: Box) => Hit} */
  const probe = (element, open) => {
    let by = /** @type {Element | null} */ (null);
    let offScreen = true;
    for (const whole of boxesOf(element)) {
      const { x, y, width, height } = common(whole, open);
      if (width < 1 || height < 1) continue;
      offScreen = false;
      for (const [across, down] of POINTS) {
        const px = x + width * across;
        const py = y + height * down;
        const target = at(px, py);
        if (target && serves(element, target)) return { reachable: true, by: null, offScreen, x: px, y: py };
        by ??= target;
      }
    }
    return { reachable: false, by, offScreen, x: 0, y: 0 };
  };

  const hit = (/** @type {Element} */ element) => {
    const first = probe(element, { x: 0, y: 0, width: innerWidth, height: innerHeight });
    // Most elements are hit at once; only for the others is clipping worth computing.
    return first.reachable || first.offScreen ? first : probe(element, opening(element, new Map()));
  };

  /** A clipping box, and on which axes it can be scrolled. @type {(clip: Clip) => NonNullable<Clip["box"]>} */
  const clipBox = (clip) => {
    const { overflowX, overflowY } = style(clip.element);
    clip.box ??= { ...box(clip.element), across: SCROLLS.has(overflowX), down: SCROLLS.has(overflowY) };
    return clip.box;
  };

  /** Whether it lies before the start of a scrollable box, where scrolling cannot reach. @type {(inner: Box, clip: Clip) => boolean} */
  const isBefore = (inner, { element, box: outer }) => {
    if (!outer) return false;
    const { scrollLeft, scrollTop } = element;
    const { direction, flexDirection } = style(element);
    // Such boxes start at their other end.
    const back = direction === "rtl" || flexDirection.endsWith("reverse") || scrollLeft < 0 || scrollTop < 0;
    return !back && (inner.x + inner.width - outer.x + scrollLeft <= 0 || inner.y + inner.height - outer.y + scrollTop <= 0);
  };

  /** @type {AgentE["through"]} */
  const through = (inner, clip) => {
    let seen = inner;
    for (let up = clip; up; up = up.around) {
      const outer = clipBox(up);
      const across = seen.x >= outer.x + outer.width || seen.x + seen.width <= outer.x;
      const down = seen.y >= outer.y + outer.height || seen.y + seen.height <= outer.y;
      if (!across && !down) continue;
      if ((across && !outer.across) || (down && !outer.down) || isBefore(seen, up)) return null;
      // Once scrolled into view, it will be where the box is.
      seen = outer;
    }
    return seen;
  };

  /** @type {AgentE["escapes"]} */
  const escapes = (element, clip) => {
    let last = clip;
    while (last?.around) last = last.around;
    // A clipping box may itself escape those around it.
    for (let up = /** @type {Element | null} */ (element); up && up !== last?.element; up = parent(up)) {
      if (LOOSE.has(style(up).position)) return true;
    }
    return false;
  };

  const fillsView = (/** @type {Element} */ element) => {
    if (getComputedStyle(element).position !== "fixed") return false;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight;
  };

  /** The layer over the whole viewport that makes everything outside unusable; null without one. @type {() => Element | null} */
  const cover = () => {
    const modal = [...document.querySelectorAll(":modal")].at(-1);
    if (modal) return modal;
    const first = at(1, 1);
    const layer = first && closest(first, fillsView);
    if (!layer) return null;
    const [right, bottom] = [innerWidth - 2, innerHeight - 2];
    const over = (/** @type {number} */ x, /** @type {number} */ y) => {
      const hit = at(x, y);
      return hit !== null && closest(hit, (up) => up === layer) !== null;
    };
    return over(right, 1) && over(1, bottom) && over(right, bottom) ? layer : null;
  };

  agentE.add({
    at, box, common, escapes, frameOrigin, hit, isAway, opening, origin, seenAs, serves, taken, through, unseen, writesBeside,
    view: () => ({ x: scrollX, y: scrollY, width: innerWidth, height: innerHeight, cover: cover() }),
    visible: (/** @type {Element} */ element) => drawn(element).checkVisibility({ visibilityProperty: true }),
  });
};
