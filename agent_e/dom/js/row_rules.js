/**
 * Adds to `globalThis.agentE` what is decided about a row once its contents are known: its name, which rows inside only
 * repeat it, and whether it is worth keeping.
 */
() => {
  const { closest, control, drawingAround, editable, hint, hit, isCard, isDeclared, isDrawing, isSmall, knownId, look, name, ownerOf, role, rootOf, spot, squeeze, style, svgTitle, text, cardTitle, writesBeside } = globalThis.agentE;
  /** Their name is their text: their contents repeat it. */
  const HOLDS_TEXT = new Set(["listitem", "cell", "gridcell", "columnheader", "rowheader", "definition", "term", "tooltip"]);
  /** Kept when empty: table columns would shift without them; pictures and bars are visible. */
  const KEPT_EMPTY = new Set(["cell", "gridcell", "columnheader", "rowheader", "progressbar", "meter", "img", "canvas", "video", "audio"]);
  /** Named by an author only: their contents are separate rows. */
  const BARE = new Set(["alert", "article", "main", "popover", "row", "status", "tooltip"]);
  const GUESSED = /^(?:called |picture)/; // a guess needs more evidence than a listener
  const MIN_CANVAS = 50; // pixels: anything smaller is an icon at most
  const UNSUPPORTED = /support|browser|canvas/i;
  const MIN_SEEN = 6; // pixels: smallest visible wordless thing, and the share of the viewport too large for one
  const MAX_SEEN = 0.5;
  const MAX_LISTENER_LENGTH = 200;
  const MAX_NAME_LENGTH = 120;
  const SHORT_NAME = 80;
  const MAX_IN_ITEM = 24;
  const REPEATED = "repeated"; // kind of a row that only its like siblings make an item
  /** Focusable only for scrolling or reading: there is nothing to click. */
  const PANELS = new Set([
    "alertdialog", "article", "complementary", "dialog", "feed", "form", "group", "log", "main", "navigation", "region", "table",
    "tabpanel",
  ]);
  /** Roles of fields that may have a preceding label unknown to the browser. */
  const FIELDS = new Set(["checkbox", "combobox", "listbox", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox"]);
  const NOWHERE = /^javascript:|#$/i; // a void address does not tell what the link does
  const NEAR = 6; // rows between a picture's link and its title's equal link

  const shorten = (/** @type {string} */ words) => {
    if (words.length <= MAX_NAME_LENGTH) return words;
    const cut = words.lastIndexOf(" ", SHORT_NAME);
    return `${words.slice(0, cut > SHORT_NAME / 2 ? cut : SHORT_NAME)}…`;
  };

  /** Whether an element not declared a control is worth an id. @type {(row: Row, parts: Row[]) => boolean} */
  const worthwhile = (row, parts) => {
    const element = /** @type {HTMLElement} */ (row.element);
    if (row.role === "canvas" && !isTrifle(element)) return true;
    // Its contents are reported where they belong.
    for (let child = element.firstElementChild; child; child = child.nextElementSibling) if (ownerOf(child)) return false;
    if (parts.some((part) => part.why)) return isCard(row, parts) || (row.why === "pointer" && element.hasAttribute("aria-expanded"));
    if (row.why === "tab stop" && PANELS.has(row.kind)) return false;
    const { offsetWidth, offsetHeight } = element;
    // Words for screen readers inherit the cursor.
    if (offsetWidth === 1 && offsetHeight === 1) return false;
    if (row.why === "listener" && (!row.name || row.name.length > MAX_LISTENER_LENGTH) && [element, element.parentElement].some((each) => each !== null && writesBeside(each))) return true;
    if (!row.name) return isSign(row, element);
    // A bare listener may be for analytics, or for a whole article.
    if (row.why === "listener") return row.name.length <= MAX_LISTENER_LENGTH;
    return row.why !== "tab stop" || (row.name.length <= SHORT_NAME && element.scrollHeight <= element.clientHeight + 1);
  };

  /** The text on a shape of a drawing: its neighbour in the group. @type {(shape: Element) => string} */
  const beside = (shape) => {
    const group = shape.parentElement;
    if (!(shape instanceof SVGElement) || group?.localName !== "g") return "";
    return shorten([...group.querySelectorAll("text")].map((each) => text(each)).join(" "));
  };

  /** Whether a wordless box is visible as a thing, or as one of many, and does not cover the page. @type {(element: HTMLElement) => boolean} */
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    if (Math.min(width, height) < MIN_SEEN || width * height > MAX_SEEN * innerWidth * innerHeight) return false;
    // Undrawn shapes only catch mouse events for others, however many there are.
    const drawn = look(element).length > 0 || (spot(element) !== null && !(element instanceof SVGElement));
    return drawn && closest(element, (up) => up !== element && control(up)) === null;
  };

  /** Whether something without words is usable all the same. @type {(row: Row, element: HTMLElement) => boolean} */
  const isSign = (row, element) => {
    // A day of an adjacent month.
    if (row.role === "gridcell") return false;
    // What was offered while it had words stays clickable.
    if (row.why !== "tab stop" && knownId(element) !== null && hit(element).reachable) return true;
    if (globalThis.agentE.alongTrack(element)) return true;
    const sign = hint(element);
    // What only a mouse can drag, such as a column's edge, is no slider.
    if (sign.startsWith("part ")) return element.tabIndex >= 0;
    if (row.why === "tab stop") return sign.startsWith("icon ") || (isSmall(element) && rootOf(element) !== null);
    // Part of a picture is chosen there, by dragging.
    if (row.why === "listener" && style(element).cursor === "crosshair") return true;
    if (sign && !GUESSED.test(sign)) return true;
    if (drawingAround(element) || !isSmall(element)) return isSeen(element);
    if (row.why !== "listener" && !(element instanceof SVGElement)) return isDrawing(element) || look(element).length > 0;
    return closest(element, (up) => up !== element && control(up)) === null;
  };

  /** A dialog that listens for clicks outside it, a list that listens for its items. @type {(sheet: Sheet, index: number) => void} */
  const becomeStructure = (sheet, index) => {
    const row = sheet.rows[index];
    [row.why, row.role, row.href, row.name] = ["", row.kind, "", ""];
    judgeStructure(sheet, index);
  };

  /** Removes a row that may have children and following rows. @type {(row: Row, parts: Row[]) => void} */
  const dissolve = (row, parts) => {
    row.dropped = true;
    const start = parts.indexOf(row) + 1;
    for (let at = start; at < parts.length && parts[at].depth > row.depth; at += 1) parts[at].depth -= 1;
  };

  /** Whether a click in the middle of the outer one hits the inner one. @type {(outer: Row, inner: Row) => boolean} */
  const isInMiddle = (outer, inner) => {
    if (!outer.element || !inner.element || outer.frame !== inner.frame) return false;
    const { left, top, width, height } = outer.element.getBoundingClientRect();
    const box = inner.element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  };

  /**
   * Whether it claims to expand without anything to expand, and only the control in it is focusable: libraries make
   * tabs of anything in place of a section header.
   * @type {(row: Row, inner: Row) => boolean}
   */
  const isNoTab = ({ role, element }, inner) =>
    role === "tab" && inner.why === "control" && element !== null && element.matches("[aria-expanded][tabindex='-1']:not([aria-controls])") &&
    /** @type {HTMLElement} */ (inner.element).tabIndex >= 0;

  /** A control and its part with the listener, or a tab and its link, are one thing. @type {(row: Row, parts: Row[]) => Row[]} */
  const withoutDouble = (row, parts) => {
    const [first] = parts;
    if (!first?.why || !isDeclared(row)) return parts;
    const whole = parts.every((part) => part === first || part.depth > first.depth);
    if (!whole || (isDeclared(first) && (first.name !== row.name || parts.length > 1))) return parts;
    if (isNoTab(row, first)) [row.role, row.tag, row.bare, row.element] = [first.role, first.tag, first.bare, first.element];
    // A menu item may be wider than the button in it.
    if (isDeclared(first) && !isInMiddle(row, first)) {
      if (globalThis.agentE.states(/** @type {Element} */ (row.element)).length > 0) return parts;
      row.element = first.element;
    }
    if (!isDeclared(first) && first.name !== row.name && !isInMiddle(row, first)) return parts;
    row.href ||= first.href;
    dissolve(first, parts);
    return parts.filter((part) => part !== first);
  };

  /** A file field overlaying the visible button. @type {(row: Row, parts: Row[]) => boolean} */
  const isUpload = (row, parts) => {
    const acting = parts.filter((part) => part.why);
    if (isDeclared(row) || acting.length !== 1 || acting[0].name) return false;
    const field = /** @type {HTMLInputElement | null} */ (acting[0].element);
    if (field?.tagName !== "INPUT" || field.type !== "file") return false;
    acting[0].name = shorten(row.name);
    for (const part of parts) if (!part.why && row.name.includes(part.name)) part.dropped = true;
    return true;
  };

  /** @type {AgentE["judgeActing"]} */
  const judgeActing = (sheet, index) => {
    const row = sheet.rows[index];
    const element = /** @type {Element} */ (row.element);
    let parts = sheet.inside(index);
    const declared = isDeclared(row);
    const { href } = /** @type {HTMLAnchorElement} */ (element);
    if (typeof href === "string") row.href = href;
    if (row.role === "drawing") {
      // Its text is reported in place.
      row.name = isNamed(element) ? name(element) : svgTitle(element);
      return;
    }
    row.name = row.why === "stands for" ? text(element) : name(element) || (declared ? "" : text(element) || beside(element));
    if (row.role === "heading" && !declared) row.name = headingName(element, parts);
    parts = withoutDouble(row, parts);
    const holdsField = () => parts.some((part) => part.why && part.element && editable(part.element, part.tag));
    if (isUpload(row, parts) || (!declared && !worthwhile(row, parts)) || (row.role === "combobox" && holdsField())) {
      if (row.kind) becomeStructure(sheet, index);
      else sheet.drop(index);
      return;
    }
    if (row.role === "row" && row.kind === "row") {
      row.name = "";
      return;
    }
    const title = !declared && !isNamed(element) && parts.some((part) => part.why) ? cardTitle(parts) : null;
    if (title) {
      [row.name, row.level] = [shorten(title.name), title.level];
      title.dropped = title.why === "" && row.name === title.name;
      return;
    }
    const full = row.name;
    const headings = parts.filter((part) => part.role === "heading");
    const plain = parts.filter((part) => !part.why && part.role !== "frame");
    // An icon such as × or − stands for its author's name.
    const covered = plain.every((part) => full.includes(part.name) || !/[\p{L}\p{N}]/u.test(part.name));
    if (editable(element, row.tag)) {
      // Its value includes all its text.
      for (const part of plain) part.dropped = true;
    } else if (covered && (full.length <= MAX_NAME_LENGTH || plain.length < 2)) {
      for (const part of plain) part.dropped = true;
      if (headings.length === 1) row.level = headings[0].level;
    } else if (headings.length > 0 && full.length > MAX_NAME_LENGTH) {
      row.name = shorten(headings[0].name);
      row.level = headings[0].level;
      for (const part of plain) part.dropped = row.name.includes(part.name);
    } else row.name = shorten(full);
  };

  /** Whether its author named it. @type {(element: Element) => boolean} */
  const isNamed = (element) => element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby");

  /** A heading without its buttons' words. @type {(element: Element, parts: Row[]) => string} */
  const headingName = (element, parts) => {
    const words = parts.filter((part) => part.role === "text" || part.role === "link").map((part) => part.name).join("");
    const buttons = parts.some((part) => part.role === "button");
    if (!buttons || !words || element.hasAttribute("aria-label")) return name(element);
    return squeeze([...parts].filter((part) => part.role !== "button").map((part) => part.name).join(" "));
  };

  /** @type {(sheet: Sheet, index: number) => void} */
  const judgeHeading = (sheet, index) => {
    const row = sheet.rows[index];
    const parts = sheet.inside(index);
    const element = /** @type {Element} */ (row.element);
    row.level = Number(element.getAttribute("aria-level")) || Number(element.tagName[1]) || 2;
    row.name = headingName(element, parts);
    for (const part of parts) if (!part.why && row.name.includes(part.name)) part.dropped = true;
    const left = parts.filter((part) => !part.dropped);
    const same = left.length === 1 && left[0].why !== "" && left[0].name === row.name;
    if (same) left[0].level = row.level;
    if (same || (row.name === "" && left.length === 0)) sheet.drop(index);
  };

  /** A drawing's text alternative, without the fallback for browsers that cannot draw. @type {(canvas: Element) => string} */
  const fallback = (canvas) => {
    const words = squeeze((canvas.textContent ?? "").slice(0, MAX_LISTENER_LENGTH));
    return UNSUPPORTED.test(words) ? "" : shorten(words);
  };

  /** Whether a drawing is too small to show anything, or a layer over the previous one. @type {(canvas: Element) => boolean} */
  const isTrifle = (canvas) => {
    const { x, y, width, height } = canvas.getBoundingClientRect();
    if (Math.min(width, height) < MIN_CANVAS) return true;
    const before = canvas.previousElementSibling;
    if (before?.tagName !== "CANVAS") return false;
    const under = before.getBoundingClientRect();
    return under.x === x && under.y === y && under.width === width && under.height === height;
  };

  /** Whether something merely like its siblings has words and something to press, as a post does. @type {(parts: Row[]) => boolean} */
  const keepsTogether = (parts) => {
    const acting = parts.filter((part) => part.why);
    const named = parts.some((part) => !part.why && part.name);
    return named && acting.length > 0 && parts.length <= MAX_IN_ITEM && !acting.some((part) => FIELDS.has(part.role));
  };

  /** @type {AgentE["judgeStructure"]} */
  const judgeStructure = (sheet, index) => {
    const row = sheet.rows[index];
    const element = /** @type {Element} */ (row.element);
    if (row.kind === REPEATED && !keepsTogether(sheet.inside(index))) {
      sheet.drop(index);
      return;
    }
    if (row.role === "heading") {
      judgeHeading(sheet, index);
      return;
    }
    const parts = sheet.inside(index);
    if (HOLDS_TEXT.has(row.role)) {
      if (parts.length === 1 && parts[0].role === "text") {
        row.name = parts[0].name;
        parts[0].dropped = true;
        return;
      }
    } else if (BARE.has(row.role)) row.name = squeeze(element.getAttribute("aria-label") ?? "");
    else if (role(element) || row.role === "frame") row.name = name(element);
    if (row.role === "canvas") row.name ||= fallback(element);
    if (parts.length > 0 || row.name) return;
    if (row.role === "canvas" && isTrifle(element)) sheet.drop(index);
    else if (!KEPT_EMPTY.has(row.role)) sheet.drop(index);
    else if (HOLDS_TEXT.has(row.role) && element.firstElementChild) {
      const sign = hint(element);
      // An attachment, a completed task: often only an icon shows it.
      if (sign.startsWith("icon ")) row.name = `(${sign})`;
    }
  };

  const bare = (/** @type {string} */ words) => words.replace(/[\s:*\uff1a]+$/u, "").toLowerCase();

  /** Whether it labels the next field or the surrounding radio buttons, though it has a listener. @type {(rows: Row[], index: number) => boolean} */
  const isLabel = (rows, index) => {
    const row = rows[index];
    if (!row.why || isDeclared(row) || !row.name) return false;
    const [group, field] = [rows[index - 1], rows[index + 1]];
    if (!field || field.depth > row.depth) return false;
    const named = (/** @type {Row} */ other) => bare(other.name) === bare(row.name);
    if (group?.role === "radiogroup" && group.depth === row.depth - 1 && named(group)) return true;
    return field.why !== "" && FIELDS.has(field.role) && named(field);
  };

  const dropRepeats = (/** @type {Sheet} */ { rows }) => {
    const all = rows.filter((row) => !row.dropped);
    all.forEach((row, index) => {
      const before = index > 0 ? all[index - 1] : null;
      const onShape = row.role === "text" && before?.element instanceof SVGElement && before.why !== "" && before.name === row.name;
      if (onShape || isLabel(all, index)) row.dropped = true;
    });
    const remaining = all.filter((row) => !row.dropped);
    /** The previous link, if no other actionable row or end of its item is in between. @type {Row | null} */
    let before = null;
    let at = 0;
    remaining.forEach((row, index) => {
      if (before && (row.depth < before.depth || index - at > NEAR)) before = null;
      if (row.why === "" && row.role !== "link") return;
      const alone = row.role === "link" && row.href !== "" && !NOWHERE.test(row.href) && (remaining[index + 1]?.depth ?? 0) <= row.depth;
      const twin = alone && before && before.frame === row.frame && before.href === row.href &&
        (before.name === row.name || before.name === "" || row.name === "");
      // Of a picture and a title with the same target, the more informative one is kept.
      const worse = twin && before ? (row.name === "" || (before.name !== "" && row.level === 0) ? row : before) : null;
      if (worse) worse.dropped = true;
      if (worse !== row) [before, at] = [alone ? row : null, index];
    });
  };

  agentE.add({ REPEATED, judgeActing, judgeStructure, dropRepeats });
};
