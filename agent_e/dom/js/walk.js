/**
 * Adds `observe` to `globalThis.agentE`: reads everything the world can access, in one walk of the flat tree.
 *
 * Rows come in document order, without those at the `head` and `tail` that equal the answer of observation `known`;
 * they are separated by U+0092, their fields by U+007F, items of a field by U+0093. A row is depth, frame, glue, name
 * for text; role, tag, level, value, states follow for a structure; then mmid, description, options, href, x, y, width,
 * height, reachable for an element to act on. `glue` is "+" or " " for what goes on in the line of the row before, at
 * once or after a blank; "=" stands before each value. `foreign` names the frames of other origins: [row, id of the
 * frame's element, x, y of its content, address]. Numbers are written to `attribute`, if it is not "", for people and
 * tools to see; nothing ever reads it. It is installed once, so that the browser compiles it once; `patience` is in
 * milliseconds.
 */
() => {
  const {
    areas, begin: beginIds, children, clean, dropRepeats, enterRoot, facts, flow: flowOf, flowAround, focused: inFocus, FRAMES, frameDocument,
    frameOrigin, hasOwned, hasValue, hits, idOf, inARow, isAway, isBare, isData, isDrawingBoard, judgeActing, judgeStructure, knownId, leaveRoots,
    LEAVES, lookOfSign, name: nameOf, news, nextId, noteWords, ownerOf, reason, REPEATED, repeats, role: roleOf, rootOf, shapesIn, sheet: newSheet, squeeze, standsFor, style: styleOf,
    structureRole, suspect, suspected, TABLES, toldElsewhere, view: inView, weigh, wordsIn,
  } = globalThis.agentE;

  const ELEMENT = Node.ELEMENT_NODE;
  const TEXT = Node.TEXT_NODE;
  const SPEAKS = /[\p{L}\p{N}]/u;
  const BLANK = /^\s*$/;
  const TIME = /^\s*\d{1,2}[:.]\d\d\b/; // a crossed-out time of day is unavailable, not outdated
  const CHECKED = 512; // steps between checks of the clock
  const CROSSED = new Set(["DEL", "S"]);
  const MAX_TINTED = 3;
  const SMALL_IMAGE = 32;
  const MIN_FRAME = 10;
  const MAX_TITLE_LENGTH = 300;
  const OUTER = 8; // depth to which fixed layers are sought: every element there is queried
  const MAX_HIDDEN = 8_000; // characters stored of hidden text
  const MAX_HIDDEN_LENGTH = 1_000;
  const SILENT = new Set(["SCRIPT", "STYLE", "TEMPLATE", "LINK", "META", "HEAD", "TITLE", "NOSCRIPT", "OPTION", "DATALIST"]);

  let sheet = newSheet();
  let { rows } = sheet;
  let frames = /** @type {{ url: string, origin: string }[]} */ ([]);
  let foreign = /** @type {{ row: number, element: Element }[]} */ ([]);
  let levels = /** @type {Level[]} */ ([]);
  let mostRows = 0;
  /** The walk's deadline, in `performance.now()` time. */
  let end = 0;
  let steps = 0;
  let whole = true;
  /** Number of illegible pieces of text. */
  let illegible = 0;
  /** Their text, and undrawn text. @type {string[]} */
  let hidden = [];
  let hiddenRoom = MAX_HIDDEN;

  const goesOn = () => {
    steps += 1;
    if (rows.length >= mostRows || (steps % CHECKED === 0 && performance.now() > end)) whole = false;
    return whole;
  };

  /** @type {(level: Level, row: number) => void} */
  const goInside = (level, row) => {
    level.row = row;
    level.depth += 1;
    sheet.resume(false, false);
  };

  /** Whether it is one of many like boxes, such as posts of a thread. @type {(element: Element, parent: Level) => boolean} */
  const isRepeated = (element, parent) => {
    parent.repeats ??= parent.element !== null && parent.element === element.parentElement && repeats(parent.element);
    return parent.repeats;
  };

  /** A usable drawing, or one of its shapes. @type {(element: Element, level: Level) => boolean} */
  const openDrawn = (element, level) => {
    const { shapes, tag } = level;
    const looks = shapes?.get(element);
    if (!shapes || (!looks && tag !== "svg") || level.mute) return false;
    sheet.flush();
    const row = sheet.push(looks ? "img" : "drawing", element, level);
    if (looks) rows[row].looks = looks;
    // Things are dragged to positions in it.
    else rows[row].why = "listener";
    if (looks && tag === "text") {
      rows[row].name = nameOf(element) || squeeze(element.textContent ?? "");
      level.mute = true;
    }
    goInside(level, row);
    return true;
  };

  /** Empty elements without words that are visible all the same. @type {(element: Element, level: Level) => void} */
  const readSign = (element, level) => {
    const { flow } = level;
    if (level.row >= 0 || level.mute || !level.plain || flow.hidden || !flow.visible) return;
    const looks = lookOfSign(element, flow);
    if (looks.length === 0) return;
    sheet.flush();
    const row = sheet.push("img", element, level);
    rows[row].looks = looks;
    goInside(level, row);
  };

  /** @type {(element: Element, level: Level, parent: Level) => void} */
  const openRow = (element, level, parent) => {
    const { bare, tag } = level;
    const own = roleOf(element, bare, tag);
    if (tag === "svg" && level.plain && level.flow.visible && !level.flow.hidden) level.shapes = shapesIn(element);
    const why = reason(element, own, level, parent);
    const role = why === "stands for" ? roleOf(standsFor(element) ?? element) : own;
    if (TABLES.has(role)) level.data = isData(element, level, parent);
    if (why) {
      sheet.flush();
      const row = sheet.push(role || (tag === "svg" && isDrawingBoard(element) ? "drawing" : "clickable"), element, level);
      level.plain = false;
      rows[row].why = why;
      rows[row].inert = level.flow.inert;
      rows[row].clip = parent.clip;
      if (why !== "control") rows[row].kind = structureRole(element, role, level);
      level.words = wordsIn(rows[row], parent.words);
      goInside(level, row);
      return;
    }
    const repeated = !role && !level.flow.inline && isRepeated(element, parent);
    if (openDrawn(element, level)) return;
    // Most of a page ends here, before any style is read.
    if (!role && bare && !repeated) return;
    const shown = level.flow.visible && !level.flow.hidden;
    const one = shown && repeated;
    const kind = shown ? structureRole(element, role, level) || (one ? "listitem" : "") : "";
    if (!kind) return;
    if (kind === "img" && level.flow.inline) {
      const count = inARow(element);
      if (count !== 1 || element.getBoundingClientRect().width <= SMALL_IMAGE || sheet.inLine()) {
        if (count > 0) sheet.write(` ${nameOf(element)} ${count > 1 ? `×${count} ` : ""}`, level);
        level.mute = true;
        return;
      }
    }
    sheet.flush();
    const row = sheet.push(kind, element, level);
    if (kind === "heading") level.plain = false;
    if (one) rows[row].kind = REPEATED;
    // A composite picture, such as five stars, is reported by name only; words in a drawing may add to it.
    if (kind === "img" && tag !== "svg") level.mute = true;
    level.words = wordsIn(rows[row], parent.words);
    goInside(level, row);
  };

  /** Sets the children to visit, in order. @type {(element: Element, level: Level) => void} */
  const open = (element, level) => {
    const { tag } = level;
    if (LEAVES.has(tag)) return;
    if (level.flow.loose) level.list = level.flow.loose;
    else if (tag === "DETAILS" && !(/** @type {HTMLDetailsElement} */ (element).open)) {
      const summary = element.querySelector(":scope > summary");
      if (summary) level.list = [summary];
    } else if (FRAMES.has(tag)) openFrame(element, level);
    else if (!level.bare && element.hasAttribute("hidden") && getComputedStyle(element).contentVisibility === "hidden") return;
    else if (tag === "IMG" && element.hasAttribute("usemap")) level.list = areas(element);
    else {
      const root = rootOf(element);
      if (!root && level.bare && element.childElementCount === 0 && tag !== "SLOT") {
        // Most elements contain only words: none of their nodes is visited.
        const words = element.textContent;
        if (words) readText(words, level);
        else if (!(element instanceof SVGElement)) readSign(element, level);
        if (!words || tag.includes("-")) suspect(element, tag);
        return;
      }
      const first = (root ?? element).firstChild;
      if (root) enterRoot(root);
      else if (!first || tag.includes("-")) suspect(element, tag);
      if (tag === "SLOT" || (!level.bare && hasOwned(element))) level.list = children(element);
      else level.next = first;
    }
  };

  /** @type {(element: Element, level: Level) => void} */
  const openFrame = (element, level) => {
    const inner = frameDocument(element);
    if (inner?.defaultView) {
      sheet.boundary();
      level.frame = frames.push({ url: inner.URL, origin: inner.defaultView.origin }) - 1;
      goInside(level, sheet.push("frame", element, level));
      enterRoot(inner);
      level.words = null;
      level.next = inner.documentElement;
    } else if (level.tag === "IFRAME" || level.tag === "FRAME") {
      const { width, height } = element.getBoundingClientRect();
      if (width < MIN_FRAME || height < MIN_FRAME || !level.flow.visible || level.flow.hidden) return;
      sheet.boundary();
      const row = sheet.push("frame", element, level);
      rows[row].name = nameOf(element);
      foreign.push({ row, element });
    } else level.list = children(element);
  };

  /** Stores words that are not reported. @type {(words: string) => void} */
  const hide = (words) => {
    if (hiddenRoom <= 0 || BLANK.test(words)) return;
    hidden.push(words.slice(0, Math.min(MAX_HIDDEN_LENGTH, hiddenRoom)));
    hiddenRoom -= hidden[hidden.length - 1].length;
  };

  /** @type {(element: Element, parent: Level) => void} */
  const enter = (element, parent) => {
    const owner = ownerOf(element);
    if (owner && owner !== parent.element) return;
    // Computed once and passed on: a walk would query each element for it twenty times.
    const { tagName: tag } = element;
    const bare = isBare(element);
    const flow = flowOf(element, parent.flow, bare, tag);
    // A page fixed to prevent scrolling is no such layer.
    if (flow && !flow.clips && !flow.boxless && levels.length <= OUTER && tag !== "BODY" && styleOf(element).position === "fixed") flow.fixed = true;
    if (!flow || (flow.fixed && isAway(element))) {
      if (hiddenRoom > 0 && !SILENT.has(tag)) hide(element.textContent ?? "");
      return;
    }
    if (tag === "BR") {
      sheet.boundary();
      return;
    }
    /** @type {Level} */
    const level = {
      element, tag, flow, bare, next: null, list: null, at: 0, row: -1, depth: parent.depth, mute: parent.mute, frame: parent.frame, data: parent.data,
      plain: parent.plain, shapes: parent.shapes, repeats: null, clip: flow.clips ? { element, around: parent.clip, box: null } : parent.clip, words: parent.words,
    };
    if (!flow.inline) sheet.boundary();
    else if (flow.spaced) sheet.write(" ", level);
    if (CROSSED.has(tag) && !level.mute && !flow.hidden) writeWas(level, element.textContent ?? "");
    openRow(element, level, parent);
    level.mute ||= toldElsewhere(element, tag, parent) || (level.row >= 0 && hasValue(rows[level.row]));
    open(element, level);
    levels.push(level);
  };

  const leave = (/** @type {Level} */ { flow, row }) => {
    if (row >= 0) {
      sheet.flush();
      if (rows[row].why) judgeActing(sheet, row);
      else judgeStructure(sheet, row);
      sheet.resume(flow.inline, flow.spaced);
    } else if (flow.spaced) sheet.write(" ", levels[levels.length - 1]);
    if (!flow.inline) sheet.boundary();
  };

  /** Precedes crossed-out text: a former price, or something done. @type {(level: Level, words: string) => void} */
  const writeWas = (level, words) => {
    if (/\bwas:? *$| out: *$/i.test(sheet.ending()) || /^\s*was\b/i.test(words)) return;
    sheet.write(/\d/.test(words) && !TIME.test(words) ? " was " : " crossed out: ", level);
  };

  /** @type {(data: string, level: Level) => void} */
  const write = (data, level) => sheet.writeText(data, level, data.includes("\n") && level.flow.lines);

  /** @type {(data: string, level: Level) => void} */
  const readText = (data, level) => {
    const { flow, words } = level;
    const untold = level.mute || flow.hidden;
    if (BLANK.test(data)) {
      // Most pieces of text are blanks between boxes, meaningless outside a line.
      if (!untold && sheet.inLine() && flow.visible) write(data, level);
      return;
    }
    if (words) noteWords(words, data, level.element);
    if (untold) return;
    if (flow.legible) {
      if (flow.struck) writeWas(level, data);
      const tint = level.plain ? flow.tint : "";
      if (tint && SPEAKS.test(data)) sheet.writeInColour(clean(data), level, tint);
      else write(data, level);
      return;
    }
    hide(data);
    if (flow.visible) illegible += 1;
  };

  /** The next node to visit. @type {(level: Level) => Node | null} */
  const step = (level) => {
    if (level.list) {
      level.at += 1;
      return level.list[level.at - 1] ?? null;
    }
    const kid = level.next;
    level.next = kid && kid.nextSibling;
    return kid;
  };

  const walk = (/** @type {Element} */ root) => {
    levels.push({
      element: root, tag: "", flow: flowAround(root), bare: true, next: null, list: [root], at: 0, row: -1, depth: 0, mute: false, frame: 0, data: false, plain: true, shapes: null, repeats: null, clip: null, words: null,
    });
    // The walk keeps its own stack: pages nest deeper than a function may call itself.
    for (let level = levels[0]; level; level = levels[levels.length - 1]) {
      const kid = goesOn() ? step(level) : null;
      const kind = kid?.nodeType;
      if (!kid) {
        levels.pop();
        leave(level);
      } else if (kind === ELEMENT) enter(/** @type {Element} */ (kid), level);
      else if (kind === TEXT) readText(/** @type {Text} */ (kid).data, level);
    }
  };

  const begin = () => {
    sheet = newSheet();
    rows = sheet.rows;
    frames = [];
    foreign = [];
    levels = [];
    [steps, whole, illegible] = [0, true, 0];
    [hidden, hiddenRoom] = [[], MAX_HIDDEN];
  };

  /** A colour of many words is the page's design, not a signal. @type {(remaining: Row[]) => void} */
  const dropCommonTints = (remaining) => {
    const tinted = /** @type {Map<string, Row[]>} */ (new Map());
    for (const row of remaining) if (row.role === "text" && row.looks) tinted.set(row.looks[0], [...tinted.get(row.looks[0]) ?? [], row]);
    for (const rows of tinted.values()) if (rows.length > MAX_TINTED) for (const row of rows) row.looks = null;
  };

  /** @type {(remaining: Row[], options: Parameters<AgentE["observe"]>[0]) => string[]} */
  const tell = (remaining, { patience, attribute }) => {
    const view = inView();
    const records = [];
    for (const row of remaining) {
      // As much time again for the facts: most of a page is better than nothing.
      if (records.length % CHECKED === 0 && performance.now() > end + patience) {
        whole = false;
        break;
      }
      records.push(facts(row, view));
      if (attribute && row.element && row.why) row.element.setAttribute(attribute, String(idOf(row.element)));
    }
    return records;
  };

  /** @type {AgentE["observe"]} */
  const observe = (options) => {
    beginIds(options);
    // An earlier walk may not have finished.
    leaveRoots();
    mostRows = options.mostRows;
    end = performance.now() + options.patience;
    begin();
    const root = document.documentElement;
    frames.push({ url: document.URL, origin: globalThis.origin });
    enterRoot(document);
    if (root) walk(root);
    dropRepeats(sheet);
    const places = /** @type {Map<number, number>} */ (new Map());
    const remaining = rows.filter((row, index) => {
      if (!row.dropped) places.set(index, places.size);
      return !row.dropped;
    });
    weigh(remaining);
    dropCommonTints(remaining);
    const { watch } = globalThis.agentE;
    const version = watch.version(false);
    hits.begin(options.drawn ? `${version} ${options.drawn}` : "");
    const records = tell(remaining, options);
    const owners = foreign.filter(({ row }) => (places.get(row) ?? Infinity) < records.length).map(({ row, element }) => {
      const { x, y } = frameOrigin(element);
      return [places.get(row), idOf(element), x, y, /** @type {HTMLIFrameElement} */ (element).src];
    });
    const focused = inFocus();
    const page = document.scrollingElement ?? root;
    const answer = {
      ...news(records, options),
      frames,
      foreign: owners,
      next: nextId(),
      suspects: suspected(),
      url: document.URL,
      title: squeeze(document.title.slice(0, MAX_TITLE_LENGTH)),
      illegible,
      hidden,
      focus: focused ? knownId(focused) : null,
      focused: focused && knownId(focused) === null ? called(focused) : null,
      scroll: [scrollX, scrollY, page?.scrollWidth ?? 0, page?.scrollHeight ?? 0, innerWidth, innerHeight].map(Math.round),
      whole,
      // Numbers written into the page count as changes.
      version: options.attribute ? watch.version(false) : version,
      still: Math.round(watch.still()),
    };
    // Reading the page must not keep any of it alive.
    begin();
    leaveRoots();
    return answer;
  };

  /** A focused element absent from all views. @type {(element: Element) => [string, string]} */
  const called = (element) => {
    // The words of a region focusable for scrolling say nothing.
    const short = (element.textContent ?? "").length <= MAX_TITLE_LENGTH || element.hasAttribute("aria-label");
    return [roleOf(element) || element.localName, short ? nameOf(element).slice(0, MAX_TITLE_LENGTH) : ""];
  };

  agentE.add({ observe });
};
