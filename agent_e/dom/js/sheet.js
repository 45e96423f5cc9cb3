/// <reference path="./world.d.ts" />
/**
 * Adds to `globalThis.agentE` the sheet that a walk writes on: rows, and the line of text in the making.
 * @returns {void}
 */
() => {
  const { clean } = globalThis.agentE;
  /** Characters of one line: a longer one is no text to be read. */
  const LONGEST = 50_000;
  /** Blanks that a line of kept lines begins with, at most, and those that a tab stands for. */
  const DEEPEST = 24;
  const TAB = "    ";

  /** @type {AgentE["sheet"]} */
  const sheet = () => {
    /** @type {Row[]} */
    const rows = [];
    let line = "";
    let indent = "";
    let depth = 0;
    let frame = 0;
    // Whether the line goes on after a row that is no text, and whether a blank stands there.
    let open = false;
    let gap = false;

    /** @type {Sheet["push"]} */
    const push = (role, element, at) => {
      const glue = open ? (gap ? " " : "") : null;
      const { length } = rows;
      rows.push({
        role, element, glue, depth: at.depth, frame: at.frame, name: "", why: "", level: 0, href: "", clip: null, kind: "",
        dropped: false, bold: false,
      });
      return length;
    };

    const flush = () => {
      const text = line.trim();
      gap ||= line.startsWith(" ");
      if (text) {
        const more = text.length - LONGEST;
        const told = more > 0 ? `${text.slice(0, LONGEST)}… (${more} more characters)` : text;
        rows[push("text", null, { depth, frame })].name = indent + told;
        indent = "";
        open = true;
        gap = line.endsWith(" ");
      }
      line = "";
    };

    /** @type {Sheet["boundary"]} */
    const boundary = () => {
      flush();
      open = false;
      gap = false;
      indent = "";
    };

    /** @type {Sheet["write"]} */
    const write = (text, at) => {
      if (!line) ({ depth, frame } = at);
      line += text.startsWith(" ") && line.endsWith(" ") ? text.replace(/^ +/, "") : text;
    };

    return {
      rows,
      push,
      flush,
      boundary,
      write,
      writeText(data, at, keepsLines) {
        if (!keepsLines || !data.includes("\n")) {
          write(clean(data), at);
          return;
        }
        data.split("\n").forEach((part, index) => {
          if (index > 0) boundary();
          if (index > 0) indent = (/^[ \t]+/.exec(part)?.[0] ?? "").replaceAll("\t", TAB).slice(0, DEEPEST);
          write(clean(part), at);
        });
      },
      ending: () => line.slice(-8),
      inLine: () => open || line.trim() !== "",
      resume(inline, blank) {
        open = inline;
        gap = blank;
      },
      inside(index) {
        const found = [];
        for (let at = index + 1; at < rows.length; at += 1) if (!rows[at].dropped) found.push(rows[at]);
        return found;
      },
      drop(index) {
        rows[index].dropped = true;
        for (let at = index + 1; at < rows.length; at += 1) rows[at].depth -= 1;
      },
    };
  };
  Object.assign(globalThis.agentE, { sheet });
};
