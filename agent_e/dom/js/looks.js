/** Adds to `globalThis.agentE` how wordless things look: shape, colour, size, and in a drawing the position. */
() => {
  const { colour, hint, isClear, now, rootOf, squeeze, style } = globalThis.agentE;
  const SHAPES = new Set(["circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "text"]);
  const ANY_SHAPE = [...SHAPES].join();
  const UNDRAWN = "defs, symbol, clipPath, mask, marker, pattern";
  const PICTURES = "svg, img, canvas, video, picture";
  const LEAST = 6; // pixels: less is a line, or too small to notice
  const THIN = 3;
  const LARGEST = 64; // of a thing outside drawings, to be reported besides words
  const MIN_DRAWING = 50; // width and height of a drawing that is more than an icon
  const MAX_SHAPES = 400; // shapes of a drawing that are examined, and that are reported
  const MAX_TOLD = 40;
  const MANY = 5; // so many like shapes are reported as one: the lines of a grid
  const SQUARE = 0.1; // tolerance for equal sides, as a share of width and height
  const PAPER = 0.95; // share of a drawing that its background takes
  const CORNERS = new Map([[3, "triangle"], [4, "quadrilateral"], [5, "pentagon"], [6, "hexagon"]]);
  const NUMBERS = /-?\d+(?:\.\d+)?/g;
  const HANDS = new Set(["pointer", "move", "grab", "crosshair"]);

  /** @type {(width: number, height: number, equal: string, other: string) => string} */
  const bySides = (width, height, equal, other) => Math.abs(width - height) <= SQUARE * Math.max(width, height) ? equal : other;

  /** The corner count of a polygonal shape, 0 for others. @type {(shape: Element) => number} */
  const corners = (shape) => {
    const way = shape.getAttribute("d");
    if (way !== null) return /^[MLHVZ\d\s,.+-]+$/i.test(way) ? (way.match(/[MLHV]/gi) ?? []).length : 0;
    const numbers = (shape.getAttribute("points") ?? "").match(NUMBERS) ?? [];
    const points = numbers.length >> 1;
    const closed = points > 1 && numbers[0] === numbers[2 * points - 2] && numbers[1] === numbers[2 * points - 1];
    return points - (closed ? 1 : 0);
  };

  /** @type {(shape: Element, width: number, height: number) => string} */
  const kindInDrawing = (shape, width, height) => {
    switch (shape.localName) {
      case "rect":
        return bySides(width, height, "square", "rectangle");
      case "polygon":
      case "path": {
        const count = corners(shape);
        return CORNERS.get(count) ?? (count > 0 ? `shape of ${count} corners` : "shape");
      }
      case "polyline":
        return "line";
      default:
        return shape.localName;
    }
  };

  /** @type {(drawn: CSSStyleDeclaration, width: number, height: number) => string} */
  const kindOfBox = (drawn, width, height) => {
    const round = drawn.borderTopLeftRadius;
    const radius = round.endsWith("%") ? parseFloat(round) / 100 * width : parseFloat(round);
    if (2 * radius >= Math.min(width, height) - 1) return bySides(width, height, "circle", round.endsWith("%") ? "ellipse" : "pill");
    return Math.min(width, height) <= THIN ? "line" : bySides(width, height, "square", "rectangle");
  };

  /** A box's fill colour, or that of its border; the shape if only a border draws it. @type {(drawn: CSSStyleDeclaration) => { filled: string, kind: string }} */
  const paint = (drawn) => {
    const filled = colour(drawn.backgroundColor).word;
    if (filled) return { filled, kind: "" };
    /** @type {["Top", "Bottom", "Left", "Right"]} */
    const sides = ["Top", "Bottom", "Left", "Right"];
    const edges = sides.filter((side) => drawn[`border${side}Style`] !== "none" && parseFloat(drawn[`border${side}Width`]) > 0)
      .map((side) => colour(drawn[`border${side}Color`]).word);
    const shown = edges.find(Boolean) ?? "";
    // Three borders of a zero-size box, two of them transparent, usually draw one.
    const slanted = edges.length > 2 && edges.filter(Boolean).length === 1;
    return { filled: shown && !slanted ? `${shown} outline` : shown, kind: slanted ? "triangle" : "" };
  };

  const sizeOf = (/** @type {Element} */ element) => {
    const { width, height } = element.getBoundingClientRect();
    return `${Math.round(width)}x${Math.round(height)}`;
  };

  /** How a shape of a drawing looks; a group by its first. @type {(shape: SVGElement, width: number, height: number) => string[]} */
  const lookOfShape = (element, width, height) => {
    const shape = SHAPES.has(element.localName) ? element : element.querySelector(ANY_SHAPE);
    if (!shape || element.localName === "svg") return [];
    const { fill, fillOpacity, stroke, strokeOpacity } = style(shape);
    // Such as a chart's overlay for mouse events.
    if (!shape.checkVisibility({ opacityProperty: true })) return [];
    const inside = shape.localName === "line" || fillOpacity === "0" ? "" : colour(fill).word;
    const line = strokeOpacity === "0" ? "" : colour(stroke).word;
    const outline = line && shape.localName !== "line" ? `${line} outline` : line;
    return inside || outline ? [kindInDrawing(shape, width, height), inside || outline, sizeOf(element)] : [];
  };

  /** @type {AgentE["look"]} */
  const look = (element) => {
    const { width, height } = element.getBoundingClientRect();
    if (Math.max(width, height) < LEAST) return [];
    if (element instanceof SVGElement) return lookOfShape(element, width, height);
    if (rootOf(element) || element.querySelector(PICTURES)) return [];
    const [drawn, size] = [style(element), sizeOf(element)];
    if (drawn.backgroundImage !== "none") return ["picture", size];
    const { filled, kind } = paint(drawn);
    if (filled) return [kind || kindOfBox(drawn, width, height), filled, size];
    const only = element.childElementCount === 1 ? element.firstElementChild : null;
    return only && !squeeze(only.textContent ?? "") ? look(only) : [];
  };

  /** The centre of a shape, in per cent of its drawing. @type {(shape: Element, drawing: Element) => string} */
  const placeIn = (shape, drawing) => {
    const [box, around] = [shape.getBoundingClientRect(), drawing.getBoundingClientRect()];
    const across = Math.round(100 * (box.x + box.width / 2 - around.x) / around.width);
    const down = Math.round(100 * (box.y + box.height / 2 - around.y) / around.height);
    return `at ${across}% ${down}%`;
  };

  const listens = (/** @type {Element | null} */ element) => element !== null && globalThis.agentE.listens(element);

  const isUsed = (/** @type {Element} */ element) => listens(element) || HANDS.has(style(element).cursor);

  const isDrawingBoard = (/** @type {Element} */ svg) => {
    const { width, height } = svg.getBoundingClientRect();
    return Math.min(width, height) >= MIN_DRAWING;
  };

  const drawingAround = (/** @type {Element} */ shape) => {
    const drawing = shape instanceof SVGElement ? shape.ownerSVGElement : null;
    return drawing && isDrawingBoard(drawing) ? drawing : null;
  };

  /** Whether a drawing or anything in it is usable; page-wide listeners do not count. @type {(svg: Element, shapes: Element[]) => boolean} */
  const isLive = (svg, shapes) =>
    isUsed(svg) || (svg.parentElement?.childElementCount === 1 && listens(svg.parentElement)) ||
    shapes.some((shape) => isUsed(shape) || (shape.parentElement !== svg && listens(shape.parentElement)));

  /** Shapes of a drawing by look, without its background. @type {(svg: Element, shapes: Element[]) => Map<string, Element[]>} */
  const byLook = (svg, shapes) => {
    const paper = svg.getBoundingClientRect();
    const alike = /** @type {Map<string, Element[]>} */ (new Map());
    for (const shape of shapes) {
      const box = shape.getBoundingClientRect();
      const kind = look(shape).join(", ");
      if (!kind || (box.width >= PAPER * paper.width && box.height >= PAPER * paper.height)) continue;
      const others = alike.get(kind);
      if (others) others.push(shape);
      else alike.set(kind, [shape]);
    }
    return alike;
  };

  const shapesIn = (/** @type {Element} */ svg) => {
    if (!isDrawingBoard(svg)) return null;
    const shapes = [...svg.querySelectorAll(ANY_SHAPE)].filter((shape) => !shape.closest(UNDRAWN));
    if (shapes.length === 0 || shapes.length > MAX_SHAPES || !isLive(svg, shapes)) return null;
    const described = /** @type {Map<Element, string[]>} */ (new Map());
    for (const [kind, group] of byLook(svg, shapes)) {
      if (described.size >= MAX_TOLD) break;
      if (group.length >= MANY && group[0].localName === "line") described.set(group[0], [`${group.length} × ${kind}`]);
      else for (const shape of group) described.set(shape, [kind, placeIn(shape, svg)]);
    }
    return described;
  };

  /** Whether two neighbours look alike and say nothing. @type {(one: Element, other: Element | null) => boolean} */
  const isTwin = (one, other) =>
    other !== null && other.tagName === one.tagName && other.getAttribute("class") === one.getAttribute("class") &&
    other.childElementCount === 0 && !squeeze(other.textContent ?? "") && look(other).join() === look(one).join();

  /** @type {AgentE["lookOfSign"]} */
  const lookOfSign = (element, { inline, style: drawn }) => {
    if (isClear(drawn.backgroundColor) && drawn.borderTopStyle === "none") return [];
    const { width, height } = element.getBoundingClientRect();
    if (Math.max(width, height) > LARGEST || Math.min(width, height) < LEAST) return [];
    const parts = look(element);
    if (parts.length < 3) return [];
    if (isTwin(element, element.previousElementSibling)) return [];
    let count = 1;
    for (let next = element.nextElementSibling; next && isTwin(element, next); next = next.nextElementSibling) count += 1;
    if (count > 1) return [`${count} × ${parts.join(", ")}`];
    return inline && colour(drawn.backgroundColor).vivid ? parts : [];
  };

  const MIN_ALIKE = 3; // things in a row from which they are identified by position
  const MAX_ALIKE = 400;
  const COMPARED = 8;
  const MAX_AROUND = 2; // ancestors of a thing that contain nothing else
  const COLOURS = ["background-color", "color", "fill"];

  const isWordless = (/** @type {Element} */ element) => (element.textContent ?? "").trim() === "" && element.checkVisibility();

  /** @type {(element: Element, depth: number) => Element} */
  const inside = (element, depth) => depth > 0 && element.firstElementChild ? inside(element.firstElementChild, depth - 1) : element;

  /** @type {(element: Element, tag: string) => Element[]} */
  const ofTag = (element, tag) => [...element.children].filter((other) => other.tagName === tag);

  /** These and their peers: for a row of cells, those of adjacent rows of equal length. @type {(around: Element, like: Element[]) => Element[]} */
  const withRows = (around, like) => {
    const { tagName } = like[0];
    const rows = [...(around.parentElement?.children ?? [])].filter((row) => row.tagName === around.tagName && ofTag(row, tagName).length === like.length);
    return rows.length > 1 && like.length * rows.length <= MAX_ALIKE ? rows.flatMap((row) => ofTag(row, tagName)) : like;
  };

  /** Positions along one axis, each at least half a thing from the next. @type {(starts: number[], size: number) => number[]} */
  const steps = (starts, size) => {
    const sorted = starts.toSorted((one, other) => one - other);
    return sorted.filter((start, index) => index === 0 || start - sorted[index - 1] > size / 2);
  };

  /** @type {(start: number, lines: number[]) => number} */
  const nth = (start, lines) => lines.filter((line) => line <= start + 1).length;

  /** The position of each: in rows and columns if so arranged, else in the row if enough have no words. @type {(like: Element[], wordless: number) => Map<Element, string>} */
  const placesOf = (like, wordless) => {
    const boxes = like.map((each) => each.getBoundingClientRect());
    const rows = steps(boxes.map(({ y }) => y), Math.min(...boxes.map(({ height }) => height)));
    const columns = steps(boxes.map(({ x }) => x), Math.min(...boxes.map(({ width }) => width)));
    const whole = rows.length > 1 && columns.length > 1 && like.length > (rows.length - 1) * columns.length;
    return new Map(!whole && wordless < MIN_ALIKE ? [] : like.map((each, at) => [each, whole
      ? `row ${nth(boxes[at].y, rows)}, column ${nth(boxes[at].x, columns)} of ${rows.length} × ${columns.length}`
      : `${at + 1} of ${like.length}`]));
  };

  /** The colour of each, if not the same for all. @type {(parts: Element[]) => string[]} */
  const coloursOf = (parts) => {
    const drawn = COLOURS.map((property) => parts.map((part) => style(part).getPropertyValue(property)));
    return (drawn.find((colours) => new Set(colours).size > 1) ?? []).map((each) => colour(each).word || "clear");
  };

  /** @type {(around: Element, tag: string, depth: number) => Map<Element, Spot>} */
  const find = (around, tag, depth) => {
    const like = ofTag(around, tag).filter((other) => other.checkVisibility());
    const all = like.length > 0 ? withRows(around, like) : like;
    const wordless = all.filter(isWordless);
    if (all.length < MIN_ALIKE || all.length > MAX_ALIKE || wordless.length === 0) return new Map();
    const parts = all.map((other) => inside(other, depth));
    // Fields of different kinds are not alternatives.
    if (new Set(parts.map((part) => `${part.localName} ${part.getAttribute("type") ?? ""}`)).size > 1) return new Map();
    // Different icons distinguish themselves.
    const signs = wordless.slice(0, COMPARED).map((each) => hint(inside(each, depth)));
    if (signs.length > 1 && new Set(signs).size === signs.length && !signs.some((sign) => sign.startsWith("called "))) return new Map();
    const [places, colours] = [placesOf(all, wordless.length), coloursOf(parts)];
    if (places.size === 0) return new Map();
    const sized = new Set(parts.map(sizeOf)).size > 1;
    return new Map(all.map((each, at) => [each, { place: places.get(each) ?? "", colour: colours[at] ?? "", sized }]));
  };

  const spot = (/** @type {Element} */ element) => {
    let item = element;
    let depth = 0;
    while (depth < MAX_AROUND && item.parentElement?.childElementCount === 1) {
      item = item.parentElement;
      depth += 1;
    }
    const around = item.parentElement;
    if (!around || around.childElementCount < 2 || around.childElementCount > MAX_ALIKE) return null;
    const { grids } = now();
    let spots = grids.get(around);
    if (!spots) grids.set(around, spots = find(around, item.tagName, depth));
    return spots.get(item) ?? null;
  };

  agentE.add({ spot, look, sizeOf, placeIn, isDrawingBoard, drawingAround, shapesIn, lookOfSign });
};
