/**
 * Adds to `globalThis.agentE` the record of one row, as text: see walk.js for its format, and decoder.py for its
 * reader.
 */
() => {
  const {
    alongTrack, box: boxOf, closest, description, drawingAround, escapes, hint: hintOf, hit, idOf, look, options, placeIn, plain, seenAs, sizeOf, spot,
    standsFor, states: statesOf, through, value: valueOf,
  } = globalThis.agentE;
  const ELSEWHERE = { reachable: false, covered: false };

  const FIELD = "\u007f";
  const ITEM = "\u0093";
  /** The separator between a row and the one before. @type {Map<string | null, string>} */
  const GLUE = new Map([[null, ""], ["", "+"], [" ", " "]]);
  const HELD = "="; // before a value, which may be empty
  const LONGEST = 10_000; // characters of a name, a value or an address: nobody would read a longer one
  const LETTER = /\p{L}/u;
  const SHORT = 2; // characters allowed on a square of a board
  const CELLS = new Set(["cell", "gridcell"]); // their position is shown by their table
  const SPEAKS = /[\p{L}\p{N}]/u;

  // Whether a click would reach an element is queried once until something is redrawn: on a large page one hit test
  // takes as long as a hundred other queries.
  let drawn = "";
  /** By id: elements are not kept alive. @type {Map<number, Met>} */
  let known = new Map();

  /** @type {AgentE["hits"]} */
  const hits = {
    begin(now) {
      if (now === "" || now !== drawn) known = new Map();
      drawn = now;
    },
    of(element) {
      const id = idOf(element);
      const before = known.get(id);
      if (before) return before;
      const { reachable, by, offScreen } = hit(element);
      const met = { reachable, covered: by !== null && !offScreen };
      known.set(id, met);
      return met;
    },
  };

  const shorten = (/** @type {string} */ text) => text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;

  const list = (/** @type {string[]} */ items) => items.length === 0 ? "" : items.map(plain).join(ITEM);

  /**
   * Why a click cannot reach it, "" if it can or would after scrolling the page or its box.
   * @type {(row: Row, element: Element, met: Met, seen: Box | null, view: View) => string}
   */
  const obstacle = ({ inert }, element, { reachable, covered }, seen, view) => {
    if (inert) return "switched off";
    if (reachable) return "";
    if (!seen || seen.x + seen.width + view.x <= 0 || seen.y + seen.height + view.y <= 0) return "off-screen";
    if (covered) return "covered";
    return view.cover && !closest(element, (up) => up === view.cover) ? "covered" : "";
  };

  /** A bare number, such as a count of new messages, says too little without its icon. @type {(element: Element, name: string) => string} */
  const hintBeside = (element, name) => {
    if (name && !element.firstElementChild) return "";
    const hint = hintOf(element);
    return !SPEAKS.test(name) || hint.startsWith("icon ") ? hint : "";
  };

  /** How it looks, if no words or icon say what it is, or if it is a shape of a drawing. @type {(row: Row, element: Element, value: string | null, sign: string) => string[]} */
  const looks = ({ name, role }, element, value, sign) => {
    if (role === "drawing") return [sizeOf(element)];
    const drawing = drawingAround(element);
    const wordless = !name && value === null && (sign === "" || sign === "picture");
    if (!wordless && !(drawing && (!name || element.localName === "text"))) return [];
    // Its position says what it is.
    if (alongTrack(element)) return [];
    const seen = look(element);
    return drawing && seen.length > 0 ? [...seen, placeIn(element, drawing)] : seen;
  };

  /** @type {AgentE["facts"]} */
  const facts = (row, view) => {
    const { depth, role, name, level, frame, glue, element, bare } = row;
    // Text is told as it is; the name of a thing only has to tell it from others.
    const start = `${depth}${FIELD}${frame}${FIELD}${GLUE.get(glue)}${FIELD}${element ? shorten(name) : name}`;
    if (!element) return row.looks ? [start, role, "", "", "", list(row.looks)].join(FIELD) : start;
    if (!row.why) {
      const states = role === "canvas" || element.hasAttributes() ? statesOf(element, bare, row.tag) : [];
      if (row.looks) states.push(...row.looks);
      if (row.bold) states.push("bold");
      const value = role === "progressbar" || role === "meter" ? valueOf(element) : null;
      return [start, role, plain(element.localName), level || "", value === null ? "" : HELD + plain(value), list(states)].join(FIELD);
    }
    const source = standsFor(element, row.tag) ?? element;
    const own = source === element;
    const tag = own ? row.tag : source.tagName;
    const states = statesOf(source, own && bare, tag);
    if (row.bold) states.push("bold");
    const box = boxOf(seenAs(element));
    const { x, y, width, height } = box;
    const near = x < view.width && y < view.height && x + width > 0 && y + height > 0;
    const seen = through(box, row.clip);
    const met = near && !row.inert && (seen === box || escapes(element, row.clip)) ? hits.of(element) : ELSEWHERE;
    const problem = obstacle(row, element, met, seen, view);
    if (problem && (problem !== "covered" || !states.includes("disabled"))) states.push(problem);
    const value = valueOf(source, own && bare, tag);
    const at = name.length <= SHORT && value === null && !drawingAround(element) ? spot(element) : null;
    const sign = LETTER.test(name) ? "" : hintBeside(element, name);
    const drawn = looks(row, element, value, at ? "" : sign);
    // Among others it is no state: its relevance depends on theirs.
    const size = at && drawn.length > 0 ? sizeOf(element) : "";
    if (drawn.length > 0) states.push(...drawn.filter((each) => each !== size));
    else if (at?.colour && !name) states.push(at.colour);
    const help = [(at || drawn.length > 0) && sign === "picture" ? "" : sign, at?.sized ? size : "", CELLS.has(role) ? "" : at?.place, description(source, tag)].filter(Boolean).join("; ");
    return [
      start, role, plain(source.localName), level || "", value === null ? "" : HELD + shorten(plain(value)), list(states), idOf(element),
      shorten(plain(help)), list(options(source, tag)),
      plain(shorten(row.href)), Math.round(x), Math.round(y), Math.round(width), Math.round(height), met.reachable ? 1 : 0,
    ].join(FIELD);
  };

  agentE.add({ facts, hits });
};
