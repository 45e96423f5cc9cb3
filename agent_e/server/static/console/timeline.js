/** What a run did, in order: sub-tasks, thoughts, actions with their change and time, and what happened beside them. */

import { classes, html, useEffect, useMemo, useRef, useState } from "./ui.js";
import { countOf, timeOf } from "./words.js";

/** @typedef {import("./journal.js").Journal} Journal */
/** @typedef {import("./journal.js").Row} Row */

const SHOWN = 150;
/** Pixels from the end of the list within which it follows what is new. */
const NEAR = 60;

/** @param {{journal: Journal, last: number, seq: number, at: (seq: number) => void, live: boolean}} props */
export function Timeline({ journal, last, seq, at, live }) {
  const [most, setMost] = useState(SHOWN);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const follows = useRef(true);
  const rows = journal.rows;
  const until = seq === Infinity ? rows.length : rows.findLastIndex((row) => row.seq <= seq) + 1;
  // Near a moment of a replay, what came before and after it; else the newest.
  const end = seq === Infinity ? rows.length : Math.min(rows.length, until + 20);
  const start = Math.max(0, end - most);
  const current = seq === Infinity ? null : journal.actAt(seq);
  useEffect(() => {
    const box = list.current;
    if (box && live && follows.current) box.scrollTop = box.scrollHeight;
  }, [last, live]);
  useEffect(() => {
    const box = list.current;
    const row = box?.querySelector("[aria-current]");
    if (box && row instanceof HTMLElement) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }, [current?.seq]);
  // Other runs and figures change several times a second: only an event draws the rows anew.
  const shown = useMemo(
    () => html`<ol>${rows.slice(start, end).map((row) => html`<${Entry} key=${`${row.kind}${row.seq}`} row=${row} at=${at} current=${row.kind === "act" && row.act === current} later=${row.seq > seq} />`)}</ol>`,
    [journal, last, start, end, seq, at],
  );
  if (rows.length === 0) return null;
  return html`<section class="card timeline" aria-labelledby="actions-title"><h2 id="actions-title">What it does <span class="soft plain">${countOf(journal.acts.length, "action")}</span></h2>
    <div class="rows" ref=${list} tabindex="0" role="group" aria-labelledby="actions-title" onScroll=${(/** @type {any} */ event) => {
      const box = event.currentTarget;
      follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    }}>
      ${start > 0 && html`<p><button class="link" onClick=${() => setMost(most + 3 * SHOWN)}>Show earlier ones (${start})</button></p>`}
      ${shown}
    </div>
  </section>`;
}

/** @param {{row: Row, at: (seq: number) => void, current: boolean, later: boolean}} props */
function Entry({ row, at, current, later }) {
  const when = classes(row.kind, later && "later");
  if (row.kind === "subtask") {
    const { number, text, status, summary } = row.subtask;
    return html`<li class=${when}><h3><span class="soft">Sub-task ${number}</span> <span dir="auto">${text}</span></h3>
      ${status !== "running" && html`<p class="soft small" dir="auto">${status}${summary ? `: ${summary}` : ""}</p>`}</li>`;
  }
  if (row.kind === "call") return html`<li class=${when}><p class="thought" dir="auto"><span class="unseen">${row.call.role} thinks: </span>${row.call.thought}</p></li>`;
  if (row.kind === "aside") return html`<li class=${classes(when, row.aside.tone)}><p dir="auto">${row.aside.line}</p></li>`;
  const act = row.act;
  const sent = act.requests.length;
  return html`<li class=${classes(when, act.status)} aria-current=${current ? "step" : undefined}>
    <button onClick=${() => at(act.seq)}>
      <span class="line"><b dir="auto">${act.line}</b>${act.seconds !== null && html`<span class="soft n">${timeOf(act.seconds)}</span>`}</span>
      ${act.result && html`<span class="change" dir="auto">${act.result}</span>`}
      <span class="small tags">${act.status !== "done" && act.status !== "running" && html`<span class="tag bad">${act.status}</span>`}${act.ghost && html`<span class="tag open">changed nothing</span>`}${sent > 0 && html`<span class="tag">sent ${act.requests.map((each) => each.method).join(", ")}</span>`}${act.person && html`<span class="tag person">by you</span>`}</span>
    </button></li>`;
}
