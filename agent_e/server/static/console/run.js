/** One run: its picture, what it asks, its plan, what it does and has found; live or as a replay. */

import { get, runPath } from "./api.js";
import { Cards } from "./cards.js";
import { Control } from "./control.js";
import { Journal } from "./journal.js";
import { Live } from "./live.js";
import { Effects, Facts, Limits, Plan } from "./panels.js";
import { Replay } from "./replay.js";
import { Answer } from "./result.js";
import { stream } from "./stream.js";
import { Timeline } from "./timeline.js";
import { classes, html, useCallback, useEffect, useMemo, useState } from "./ui.js";
import { ageOf, isActive, siteOf, stateOf, toneOf } from "./words.js";

/** @typedef {import("./stream.js").Run} RunInfo */

/** Follow the journal of a run; returns it, and the number of its last event that is shown.
 * @param {string} id
 * @returns {[Journal, number]} */
function useJournal(id) {
  const journal = useMemo(() => new Journal(), [id]);
  const [last, tell] = useState(0);
  useEffect(() => {
    let planned = 0;
    const end = stream.follow(id, (events) => {
      journal.take(events);
      // Many events come at once: one picture of the page for all.
      planned ||= requestAnimationFrame(() => {
        planned = 0;
        tell(journal.last);
      });
    });
    return () => {
      cancelAnimationFrame(planned);
      end();
    };
  }, [id, journal]);
  return [journal, last];
}

/** What a run's answer rests on, with places on its pictures; asked for once it has ended.
 * @param {string} id @param {boolean} ended */
function useClaims(id, ended) {
  const [claims, set] = useState(/** @type {import("./result.js").Claims} */ ({ known: null, problem: "" }));
  useEffect(() => {
    if (!ended) return;
    get(`${runPath(id)}/claims`).then(
      (given) => set({ known: given.claims, problem: "" }),
      (error) => set({ known: null, problem: error.message }),
    );
  }, [id, ended]);
  return claims;
}

/** @param {{id: string, query: URLSearchParams}} props */
export function Run({ id, query }) {
  const run = stream.runs.get(id);
  const missing = useMissing(id, run);
  const [journal, last] = useJournal(id);
  const active = run ? isActive(run) : false;
  const claims = useClaims(id, Boolean(run) && !active && last > 0);
  const [chosen, choose] = useState(() => Number(query.get("at")) || 0);
  const [mode, setMode] = useState(() => (query.has("at") ? "replay" : "live"));
  /** Show a moment, or with 0 what is live. A reload, or whoever gets the address, sees the same. */
  const show = useCallback((/** @type {number} */ seq) => {
    choose(seq);
    setMode(seq ? "replay" : "live");
    history.replaceState(null, "", `#/runs/${encodeURIComponent(id)}${seq ? `?at=${seq}` : ""}`);
  }, [id]);
  const lead = useCallback((/** @type {number} */ seq) => {
    show(seq);
    // On a phone the picture may be out of sight.
    requestAnimationFrame(() => document.querySelector(".stage .picture")?.scrollIntoView({ block: "nearest" }));
  }, [show]);
  if (missing) return html`<section class="page narrow"><h1>There is no such run</h1><p>${missing}</p><p><a href="#/runs">Look at the runs</a></p></section>`;
  if (!run) return html`<section class="page"><p class="soft">Reading the run…</p></section>`;
  const live = active && run.served && mode !== "replay";
  const shown = live || !chosen ? Infinity : chosen;
  return html`<section class="page run">
    <${Header} run=${run} journal=${journal} />
    <div class="side">
      <${Cards} run=${run} journal=${journal} />
      ${active && html`<${Control} run=${run} journal=${journal} />`}
      ${!active && html`<${Answer} run=${run} journal=${journal} claims=${claims} at=${lead} />`}
      <${Plan} plan=${journal.planAt(shown)} run=${run} />
      <${Limits} run=${run} journal=${journal} />
      <div class="found">
        <${Facts} facts=${journal.facts} seq=${shown} />
        <${Effects} effects=${journal.effects} grants=${journal.grants} seq=${shown} />
      </div>
    </div>
    <div class="stage">
      ${active && run.served && html`<${Switch} mode=${live ? "live" : "replay"} set=${(/** @type {string} */ next) => show(next === "live" ? 0 : (journal.actAt()?.seq ?? 1))} />`}
      ${live
        ? html`<${Live} run=${run} journal=${journal} />`
        : html`<${Replay} run=${run} journal=${journal} seq=${chosen} at=${show} claims=${claims.known ?? []} />`}
    </div>
    <${Timeline} journal=${journal} last=${last} seq=${shown} at=${lead} live=${live} />
  </section>`;
}

/** Why there is no such run; "" where there is one, or it is not known yet.
 * @param {string} id @param {RunInfo | undefined} run */
function useMissing(id, run) {
  const [why, set] = useState("");
  useEffect(() => {
    set("");
    // Episodes of suites, and runs older than the list, are asked for by themselves.
    if (!run && stream.loaded) get(runPath(id)).then((given) => stream.put(given), (error) => set(error.message));
  }, [id, Boolean(run), stream.loaded]);
  return why;
}

/** @param {{mode: string, set: (mode: string) => void}} props */
function Switch({ mode, set }) {
  return html`<div class="switch" role="group" aria-label="What is shown">
    ${["live", "replay"].map((each) => html`<button aria-pressed=${mode === each} onClick=${() => set(each)}>${each === "live" ? "Live" : "Replay"}</button>`)}
  </div>`;
}

/** @param {{run: RunInfo, journal: Journal}} props */
function Header({ run, journal }) {
  const [whole, setWhole] = useState(false);
  const task = run.task || journal.task;
  const long = task.length > 220;
  const models = [...new Set(Object.values(run.models ?? {}))].join(", ");
  return html`<header class="title">
    <div class="facts">
      <span class=${`badge ${toneOf(run)}`} role="status">${stateOf(run)}</span>
      ${run.holder && html`<span class="badge open">taken over</span>`}
      <span>${run.architecture}</span>
      ${models && html`<span>${models}</span>`}
      <span>${run.mode === "human" ? "with you at hand" : "on its own"}</span>
      ${(run.url || run.start_url) && html`<span>${siteOf(run.url || run.start_url || "")}</span>`}
      ${run.started > 0 && html`<span title=${new Date(run.started * 1000).toLocaleString("en-GB")}>${ageOf(run.started, Date.now() / 1000)}</span>`}
      <span class="faint">${run.id}</span>
    </div>
    <h1 dir="auto" class=${classes(long && !whole && "clamped", task.length > 120 && "long")}>${task}</h1>
    ${long && html`<button class="link" aria-expanded=${whole} onClick=${() => setWhole(!whole)}>${whole ? "Show less" : "Show the whole task"}</button>`}
    ${run.problem && html`<p class="note bad">${run.problem}</p>`}
    ${run.state === "interrupted" && !run.problem && html`<p class="note">This run was cut off. It can go on with what it had found.</p>`}
  </header>`;
}
