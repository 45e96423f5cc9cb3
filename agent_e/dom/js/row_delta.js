/**
 * Adds to `globalThis.agentE` what an answer has to say of the rows: those between the first and the last one that are
 * not as they were told before. Most looks at a page find most of it as it was.
 */
() => {
  const ROW = "\u0092";
  /** Characters of rows that are kept to compare with; a page that says more is told in full each time. */
  const MOST_KEPT = 4_000_000;
  let number = 0;
  /** @type {string[]} */
  let kept = [];

  /** @type {AgentE["news"]} */
  const news = (rows, { look, known }) => {
    const before = known === number ? kept : [];
    const most = Math.min(rows.length, before.length);
    let head = 0;
    while (head < most && rows[head] === before[head]) head += 1;
    let tail = 0;
    const [last, lastBefore] = [rows.length - 1, before.length - 1];
    while (head + tail < most && rows[last - tail] === before[lastBefore - tail]) tail += 1;
    const same = head + tail === rows.length && rows.length === before.length;
    if (same) number = look;
    else [number, kept] = rows.reduce((size, row) => size + row.length, 0) > MOST_KEPT ? [0, []] : [look, rows];
    return { head, tail, rows: rows.slice(head, rows.length - tail).join(ROW) };
  };

  Object.assign(globalThis.agentE, { news });
};
