/** All runs: what waits for the person on top, then a list to filter. */

import { stream } from "./stream.js";
import { ageOf, costOf, isActive, isWaiting, siteOf, stateOf, timeOf, toneOf } from "./words.js";
import { html, useNow, useState } from "./ui.js";

/** @typedef {import("./stream.js").Run} Run */

const SHOWN = 100;
/** @type {Record<string, (run: Run) => boolean>} */
const FILTERS = {
  all: () => true,
  "under way": isActive,
  success: (run) => run.outcome === "success",
  "other outcomes": (run) => !isActive(run) && run.outcome !== "success",
};

export function Runs() {
  const [words, setWords] = useState("");
  const [filter, setFilter] = useState("all");
  const [most, setMost] = useState(SHOWN);
  const [picked, pick] = useState(/** @type {string[]} */ ([]));
  const now = useNow(10);
  // Episodes that were opened are known too; their list is that of their suite.
  const runs = stream.newest.filter((run) => !run.id.startsWith("episode-"));
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = runs.filter((run) => {
    const text = `${run.task} ${run.id} ${run.url} ${run.start_url} ${run.architecture}`.toLowerCase();
    return FILTERS[filter](run) && parts.every((part) => text.includes(part));
  });
  const waiting = runs.filter((run) => isWaiting(run));
  /** @param {string} id */
  const toggle = (id) => pick(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id].slice(-2));
  if (!stream.loaded) return html`<section class="page"><h1>Runs</h1><p class="soft">Reading the folder of runs…</p></section>`;
  return html`<section class="page">
    <h1>Runs</h1>
    ${waiting.length > 0 && html`<section class="waits" aria-labelledby="waits"><h2 id="waits">Waiting for you</h2>
      <ul>${waiting.map((run) => html`<li key=${run.id}><a href=${`#/runs/${run.id}`}>
        <b dir="auto">${run.asked?.[0]?.question ?? stateOf(run)}</b><span class="soft" dir="auto">${run.task}</span></a></li>`)}</ul></section>`}
    <form class="controls" role="search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <input type="search" placeholder="Filter by task, site or id" aria-label="Filter by task, site or id" value=${words}
        onInput=${(/** @type {any} */ event) => setWords(event.target.value)} />
      <select aria-label="State" value=${filter} onChange=${(/** @type {any} */ event) => setFilter(event.target.value)}>
        ${Object.keys(FILTERS).map((name) => html`<option value=${name}>${name}</option>`)}
      </select>
      ${picked.length === 2
        ? html`<a class="button" href=${`#/compare/${picked[1]}/${picked[0]}`}>Compare the two</a>`
        : html`<span class="soft small">Tick two to compare them.</span>`}
    </form>
    ${runs.length === 0
      ? html`<p class="empty">There are no runs yet. <a href="#/">Start one</a>.</p>`
      : html`<div class="scroll"><table class="list">
      <thead><tr><th><span class="unseen">Compare</span></th><th>State</th><th>Task</th><th>Site</th><th class="n">Steps</th><th class="n">Cost</th><th class="n">Time</th><th class="n">Started</th></tr></thead>
      <tbody>${found.slice(0, most).map((run) => html`<${Row} key=${run.id} run=${run} now=${now} picked=${picked.includes(run.id)} toggle=${toggle} />`)}</tbody>
    </table></div>
    ${found.length === 0 && html`<p class="empty">No run fits. <button class="link" onClick=${() => (setWords(""), setFilter("all"))}>Show all</button></p>`}
    ${found.length > most && html`<p class="more"><button onClick=${() => setMost(most + SHOWN)}>Show more</button> <span class="soft">${most} of ${found.length}</span></p>`}`}
  </section>`;
}

/** @param {{run: Run, now: number, picked: boolean, toggle: (id: string) => void}} props */
function Row({ run, now, picked, toggle }) {
  return html`<tr>
    <td><input type="checkbox" checked=${picked} aria-label=${`Compare ${run.task}`} onChange=${() => toggle(run.id)} /></td>
    <td><span class=${`badge ${toneOf(run)}`}>${stateOf(run)}</span></td>
    <td class="task"><a href=${`#/runs/${run.id}`} dir="auto">${run.task || run.problem || run.id}</a></td>
    <td class="soft site">${siteOf(run.url || run.start_url || "")}</td>
    <td class="n steps">${run.steps || ""}</td>
    <td class="n">${run.steps ? costOf(run.cost_usd).replace("cost unknown", "–") : ""}</td>
    <td class="n">${run.seconds ? timeOf(run.seconds) : ""}</td>
    <td class="n soft">${run.started ? ageOf(run.started, now) : ""}</td>
  </tr>`;
}
