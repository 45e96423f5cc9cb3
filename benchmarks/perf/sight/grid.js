/// <reference path="./sight.d.ts" />
/**
 * Looks at the points of a lattice: which control lies under each, which texts and which frames.
 * @param {SightLattice} lattice
 * @returns {SightSeen}
 */
({ left, top, columns, rows, step, only }) => {
  const { sight } = globalThis;
  const MIN_POINTS = 2;
  const LARGE = 0.25;

  /** @type {Map<Element, number[]>} the innermost element under each point */
  const innermost = new Map();
  /** @param {number} point */
  const x = (point) => left + (point % columns) * step;
  /** @param {number} point */
  const y = (point) => top + Math.floor(point / columns) * step;
  for (let i = 0; i < (only?.length ?? columns * rows); i += 1) {
    const point = only ? only[i] : i;
    const element = sight.at(x(point), y(point));
    if (!element) continue;
    const points = innermost.get(element);
    if (points) points.push(point);
    else innermost.set(element, [point]);
  }

  /** @type {Map<Element, SightHow | "">} of each element that is met or holds one that is */
  const met = new Map();
  for (const element of innermost.keys()) {
    for (let each = /** @type {Element | null} */ (element); each && !met.has(each);) {
      met.set(each, sight.how(each));
      each = sight.above(each);
    }
  }

  // What is known only by a listener or a place in the order of the Tab key and holds other
  // controls, or most of the screen, is their container: it hears of presses on what is in it.
  /** @type {Set<Element>} */
  const holding = new Set();
  for (const [element, how] of met) {
    if (!how) continue;
    for (let each = sight.above(element); each && !holding.has(each); each = sight.above(each)) {
      holding.add(each);
    }
  }
  /** @param {Element} element */
  const large = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height > LARGE * innerWidth * innerHeight;
  };
  for (const [element, how] of met) {
    if (how !== "listener" && how !== "tabindex") continue;
    if (holding.has(element) || large(element)) met.set(element, "");
  }

  /** @param {Element} element */
  const closest = (element) => {
    /** What only hears of presses, and may be part of a control, as the icon of a button is. @type {Element | null} */
    let hearing = null;
    for (let each = /** @type {Element | null} */ (element); each; each = sight.above(each)) {
      const how = met.get(each);
      if (how === "listener") hearing ??= each;
      else if (how === "native" || how === "role" || sight.field(each)) return each;
      else if (how) return hearing ?? each;
    }
    return hearing;
  };

  /** @type {Map<Element, number[]>} */
  const pressed = new Map();
  /** @type {Map<Element, number[]>} of fields, by their labels */
  const labelled = new Map();
  /** @type {SightFrame[]} */
  const frames = [];
  for (const [element, points] of innermost) {
    if (element.localName === "iframe" || element.localName === "frame") {
      frames.push({ key: sight.number(element), path: sight.path(element), points });
      continue;
    }
    const control = closest(element);
    const field = control && sight.field(control);
    if (field) labelled.set(field, [...(labelled.get(field) ?? []), ...points]);
    else if (control) pressed.set(control, [...(pressed.get(control) ?? []), ...points]);
  }
  // A field under something of its own label is pressed by that; one further down the page is met
  // when that is looked at.
  for (const [field, points] of labelled) {
    const { x: fieldLeft, y: fieldTop, width, height } = field.getBoundingClientRect();
    const across = fieldLeft + width / 2;
    const down = fieldTop + height / 2;
    const here = across > 0 && across < innerWidth && down > 0 && down < innerHeight;
    if (here && !pressed.has(field)) pressed.set(field, points);
  }

  /** @param {DOMRect} rect @returns {SightBox} */
  const box = ({ x: boxLeft, y: boxTop, width, height }) => [boxLeft, boxTop, width, height];

  /** What is drawn without a box of its own. @param {number[]} points @returns {SightBox} */
  const around = (points) => {
    const across = points.map(x);
    const down = points.map(y);
    const [boxLeft, boxTop] = [Math.min(...across) - step / 2, Math.min(...down) - step / 2];
    return [
      boxLeft, boxTop,
      Math.max(...across) + step / 2 - boxLeft, Math.max(...down) + step / 2 - boxTop,
    ];
  };

  /** @param {Element} element @returns {number | null} */
  const instead = (element) => {
    const other = sight.instead(element) ?? sight.label(element);
    return other && sight.number(other);
  };

  /** @param {number[]} points @returns {[number, number]} */
  const middle = (points) => {
    const mean = (/** @type {(point: number) => number} */ side) =>
      points.reduce((sum, point) => sum + side(point), 0) / points.length;
    const [meanX, meanY] = [mean(x), mean(y)];
    const far = (/** @type {number} */ point) => Math.hypot(x(point) - meanX, y(point) - meanY);
    const nearest = points.reduce((best, point) => (far(point) < far(best) ? point : best));
    return [x(nearest), y(nearest)];
  };

  /** @type {SightControl[]} */
  const controls = [];
  for (const [element, points] of pressed) {
    const rect = element.getBoundingClientRect();
    const tiny = Math.max(rect.width, rect.height) < MIN_POINTS * step;
    if (points.length < MIN_POINTS && !tiny) continue;
    controls.push({
      key: sight.number(element),
      instead: instead(element),
      middle: middle(points),
      box: rect.width * rect.height > 0 ? box(rect) : around(points),
      points: points.length,
      how: met.get(element) || "native",
      tag: element.localName,
      role: sight.role(element),
      cursor: getComputedStyle(element).cursor,
      accessible: !element.closest("[aria-hidden=true]"),
      text: sight.text(element),
      href: /** @type {any} */ (element).href ? String(/** @type {any} */ (element).href) : "",
      disabled: sight.disabled(element),
      late: sight.late(element),
      path: sight.path(element),
      html: sight.html(element),
    });
  }

  /** @param {Element} element @returns {Node[]} texts that are drawn in it, slotted ones too */
  const written = (element) =>
    [...element.childNodes].flatMap((node) =>
      node instanceof HTMLSlotElement ? node.assignedNodes() : [node],
    ).filter((node) => node instanceof Text && node.data.trim());

  const texts = [];
  const range = document.createRange();
  for (const [element, points] of innermost) {
    const nodes = written(element);
    // What is wholly transparent can be pressed, and never read.
    if (!nodes.length || !element.checkVisibility({ opacityProperty: true })) continue;
    const there = new Set(points);
    /** @param {DOMRect} rect */
    const shown = (rect) => {
      const first = Math.max(0, Math.floor((rect.left - left) / step));
      const last = Math.min(columns - 1, Math.ceil((rect.right - left) / step));
      const lowest = Math.min(rows - 1, Math.ceil((rect.bottom - top) / step));
      for (let row = Math.max(0, Math.floor((rect.top - top) / step)); row <= lowest; row += 1) {
        for (let column = first; column <= last; column += 1) {
          if (there.has(row * columns + column)) return true;
        }
      }
      return false;
    };
    for (const node of nodes) {
      range.selectNodeContents(node);
      if (![...range.getClientRects()].some(shown)) continue;
      const text = /** @type {Text} */ (node).data.replace(/\s+/g, " ").trim();
      texts.push({ text, box: box(range.getBoundingClientRect()) });
    }
  }
  for (const element of innermost.keys()) {
    const text = sight.value(element);
    if (text) texts.push({ text, box: box(element.getBoundingClientRect()) });
  }
  // What presses a field meets it, and so does its label, which sets the cursor there.
  const reached = [
    ...[...met.keys()].flatMap((element) => [sight.number(element), instead(element) ?? []].flat()),
    ...[...labelled.keys()].map(sight.number),
  ];
  return { controls, texts, met: reached, frames };
};
