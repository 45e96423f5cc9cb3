/**
 * Adds to `globalThis.agentE` the buffer of a walk, with rows and the current line of text, and the answer's
 * difference: the rows between the first and last that changed since the last report. Most observations find most of a
 * page unchanged.
 */
() => {
  const { clean } = globalThis.agentE;
  const LONGEST = 50_000; // characters of one line: a longer one is not meant to be read
  const DEEPEST = 24; // most leading blanks of a preformatted line, and the width of a tab
  const TAB = "    ";

  /**
   * A class, since functions recreated with every sheet would discard the compiled code of all their callers.
   * @implements {Sheet}
   */
  class Lines {
    constructor() {
      /** @type {Row[]} */
      this.rows = [];
      this.line = "";
      this.indent = "";
      this.depth = 0;
      this.frame = 0;
      this.tag = "";
      this.bare = true;
      /** Whether the line continues after a non-text row, and whether after a blank. */
      this.open = false;
      this.gap = false;
    }

    /** @type {Sheet["push"]} */
    push(role, element, at) {
      const glue = this.open ? (this.gap ? " " : "") : null;
      const { length } = this.rows;
      this.rows.push({
        role, element, glue, depth: at.depth, frame: at.frame, name: "", why: "", inert: false, level: 0, href: "", clip: null, kind: "",
        dropped: false, bold: false, looks: null, words: null, tag: at.tag, bare: at.bare,
      });
      return length;
    }

    flush() {
      if (this.line === "") return;
      const text = this.line.trim();
      this.gap ||= this.line.startsWith(" ");
      if (text) {
        const more = text.length - LONGEST;
        const shortened = more > 0 ? `${text.slice(0, LONGEST)}… (${more} more characters)` : text;
        this.rows[this.push("text", null, this)].name = this.indent + shortened;
        this.indent = "";
        this.open = true;
        this.gap = this.line.endsWith(" ");
      }
      this.line = "";
    }

    boundary() {
      this.flush();
      this.open = false;
      this.gap = false;
      this.indent = "";
    }

    /** @type {Sheet["write"]} */
    write(text, at) {
      if (this.line === "") {
        this.depth = at.depth;
        this.frame = at.frame;
      }
      this.line += text.startsWith(" ") && this.line.endsWith(" ") ? text.replace(/^ +/, "") : text;
    }

    /** @type {Sheet["writeText"]} */
    writeText(data, at, keepsLines) {
      if (!keepsLines || !data.includes("\n")) {
        this.write(clean(data), at);
        return;
      }
      data.split("\n").forEach((part, index) => {
        if (index > 0) this.boundary();
        if (index > 0) this.indent = (/^[ \t]+/.exec(part)?.[0] ?? "").replaceAll("\t", TAB).slice(0, DEEPEST);
        this.write(clean(part), at);
      });
    }

    /** @type {Sheet["writeInColour"]} */
    writeInColour(text, at, colour) {
      this.flush();
      this.write(text, at);
      const { length } = this.rows;
      this.flush();
      if (this.rows.length > length) this.rows[length].looks = [colour];
    }

    ending() {
      return this.line.slice(-8);
    }

    inLine() {
      return this.open || this.line.trim() !== "";
    }

    /** @type {Sheet["resume"]} */
    resume(inline, blank) {
      this.open = inline;
      this.gap = blank;
    }

    /** @type {Sheet["inside"]} */
    inside(index) {
      const { rows } = this;
      const found = [];
      for (let at = index + 1; at < rows.length; at += 1) if (!rows[at].dropped) found.push(rows[at]);
      return found;
    }

    /** @type {Sheet["drop"]} */
    drop(index) {
      const { rows } = this;
      rows[index].dropped = true;
      for (let at = index + 1; at < rows.length; at += 1) rows[at].depth -= 1;
    }
  }

  const ROW = "\u0092";
  const MAX_KEPT = 4_000_000; // characters of rows stored for comparison; a longer page is reported in full each time
  let number = 0;
  let stored = /** @type {string[]} */ ([]);

  /** @type {AgentE["news"]} */
  const news = (rows, { look, known }) => {
    const before = known === number ? stored : [];
    const most = Math.min(rows.length, before.length);
    let head = 0;
    while (head < most && rows[head] === before[head]) head += 1;
    let tail = 0;
    const [last, lastBefore] = [rows.length - 1, before.length - 1];
    while (head + tail < most && rows[last - tail] === before[lastBefore - tail]) tail += 1;
    const same = head + tail === rows.length && rows.length === before.length;
    if (same) number = look;
    else [number, stored] = rows.reduce((size, row) => size + row.length, 0) > MAX_KEPT ? [0, []] : [look, rows];
    return { head, tail, rows: rows.slice(head, rows.length - tail).join(ROW) };
  };

  agentE.add({ sheet: () => new Lines(), news });
};
