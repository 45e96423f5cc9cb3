/** Runs of suites: how far they are, their outcomes, and their episodes, which open as replays. */

import { get } from "./api.js";
import { html, useEffect, useNow, useState } from "./ui.js";
import { ageOf, costOf, plain, timeOf } from "./words.js";

/**
 * @typedef {{id: string, suite: string, agent: string, model: string, architecture: string, state: string, done: number,
 *   total: number, outcomes: Record<string, number>, started: number, report: boolean}} SuiteInfo
 * @typedef {{task_id: string, epoch: number, outcome: string, seconds: number, cost_usd: number | null, steps: number,
 *   message: string, run: string}} Episode
 */

const EVERY_S = 3;
const SHOWN = 200;

/** Read an address again and again while the page is in front. @param {string} path */
function useRead(path) {
  const [known, set] = useState(/** @type {{given: any, problem: string}} */ ({ given: null, problem: "" }));
  const now = useNow(EVERY_S);
  useEffect(() => {
    if (document.visibilityState === "hidden" && known.given) return;
    get(path).then((given) => set({ given, problem: "" }), (error) => set({ given: known.given, problem: error.message }));
  }, [path, now]);
  return known;
}

export function Suites() {
  const { given, problem } = useRead("/suites");
  const now = Date.now() / 1000;
  if (!given) return html`<section class="page"><h1>Suites</h1><p class="soft">${problem || "Reading the runs of suites…"}</p></section>`;
  /** @type {SuiteInfo[]} */
  const suites = given.suites;
  return html`<section class="page"><h1>Suites</h1>
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
    ${suites.length === 0 && html`<p class="empty">No suite was run in this folder yet. Start one with <code>agent-e bench run shop</code>; <code>agent-e bench list</code> names them.</p>`}
    <ul class="suites">${suites.map((suite) => html`<li key=${suite.id} class="card">
      <h2><a href=${`#/suites/${encodeURIComponent(suite.id)}`}>${suite.suite}</a> <span class=${`badge ${suite.state === "running" ? "live" : suite.state === "done" ? "" : "open"}`}>${suite.state}</span></h2>
      <p class="soft">${[suite.agent, suite.architecture, suite.model, suite.started ? ageOf(suite.started, now) : ""].filter(Boolean).join(" · ")}</p>
      <${Progress} suite=${suite} /></li>`)}</ul></section>`;
}

/** @param {{suite: SuiteInfo}} props */
function Progress({ suite }) {
  const parts = Object.entries(suite.outcomes).filter(([, count]) => count > 0);
  return html`<div class="stack" role="img" aria-label=${`${suite.done} of ${suite.total} done: ${parts.map(([name, count]) => `${count} ${plain(name)}`).join(", ")}`}>
      ${parts.map(([name, count]) => html`<span class=${`o-${name}`} style=${{ width: `${(100 * count) / Math.max(suite.total, 1)}%` }}></span>`)}</div>
    <ul class="legend"><li><b class="n">${suite.done}</b> of ${suite.total}</li>${parts.map(([name, count]) => html`<li><i class=${`o-${name}`}></i>${count} ${plain(name)}</li>`)}</ul>`;
}

/** @param {{id: string}} props */
export function Suite({ id }) {
  const { given, problem } = useRead(`/suites/${encodeURIComponent(id)}`);
  const [outcome, setOutcome] = useState("");
  const [words, setWords] = useState("");
  const [most, setMost] = useState(SHOWN);
  if (!given) return html`<section class="page narrow"><h1>${problem ? "This suite cannot be shown" : "Suite"}</h1><p class="soft">${problem || "Reading its episodes…"}</p></section>`;
  const suite = /** @type {SuiteInfo & {episodes: Episode[]}} */ (given);
  const found = suite.episodes.filter((each) => (!outcome || each.outcome === outcome) && `${each.task_id} ${each.message}`.toLowerCase().includes(words.toLowerCase()));
  return html`<section class="page">
    <p class="kicker"><a href="#/suites">Suites</a></p>
    <h1>${suite.suite} <span class=${`badge ${suite.state === "running" ? "live" : ""}`}>${suite.state}</span></h1>
    <p class="soft">${[suite.agent, suite.architecture, suite.model].filter(Boolean).join(" · ")}${suite.report ? html` · <a href=${`/suites/${encodeURIComponent(id)}/report`} target="_blank" rel="noopener">Report</a>` : ""}</p>
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
    <${Progress} suite=${suite} />
    <form class="controls" role="search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <input type="search" aria-label="Filter by task or message" placeholder="Filter by task or message" value=${words} onInput=${(/** @type {any} */ event) => setWords(event.target.value)} />
      <select aria-label="Outcome" value=${outcome} onChange=${(/** @type {any} */ event) => setOutcome(event.target.value)}><option value="">all outcomes</option>${Object.keys(suite.outcomes).map((name) => html`<option value=${name}>${plain(name)}</option>`)}</select></form>
    <div class="scroll"><table class="list"><thead><tr><th>Outcome</th><th>Task</th><th class="n">Repetition</th><th class="n">Steps</th><th class="n">Cost</th><th class="n">Time</th><th class="why">Why</th></tr></thead>
      <tbody>${found.slice(0, most).map((each) => html`<tr key=${`${each.task_id} ${each.epoch}`}>
        <td><span class=${`badge ${{ success: "good", running: "live" }[each.outcome] ?? "bad"}`}>${plain(each.outcome)}</span></td>
        <td class="task">${each.run ? html`<a href=${`#/runs/${encodeURIComponent(each.run)}`}>${each.task_id}</a>` : each.task_id}</td>
        <td class="n epoch">${each.epoch}</td><td class="n steps">${each.steps}</td><td class="n">${each.cost_usd === null ? "–" : costOf(each.cost_usd)}</td><td class="n">${timeOf(each.seconds)}</td>
        <td class="soft small why" dir="auto">${each.message}</td></tr>`)}</tbody></table></div>
    ${found.length > most && html`<p class="more"><button onClick=${() => setMost(most + SHOWN)}>Show more</button></p>`}
  </section>`;
}
