/** Two runs side by side, each with its own slider, or both moved by one. */

import { Journal } from "./journal.js";
import { AddressBar, PagePicture } from "./picture.js";
import { Moment } from "./replay.js";
import { get, runPath } from "./api.js";
import { classes, html, useEffect, useMemo, useState } from "./ui.js";
import { answerOf, costOf, stateOf, timeOf, tokensOf, toneOf } from "./words.js";

/** @typedef {import("./stream.js").Run} Run */

/** @param {{ids: string[]}} props */
export function Compare({ ids }) {
  const sides = ids.map(useRun);
  const [linked, link] = useState(true);
  const [at, setAt] = useState([0, 0]);
  const problem = sides.find((side) => side.problem)?.problem;
  if (problem) return html`<section class="page narrow"><h1>The runs cannot be compared</h1><p>${problem}</p></section>`;
  if (sides.some((side) => !side.run)) return html`<section class="page"><p class="soft">Reading both runs…</p></section>`;
  const [one, other] = sides.map((side) => /** @type {Run} */ (side.run));
  /** @param {number} side @param {number} index */
  const go = (side, index) => setAt(linked ? [index, index] : at.map((each, place) => (place === side ? index : each)));
  return html`<section class="page compare">
    <h1>Two runs</h1>
    ${one.task !== other.task && html`<p class="note">Their tasks differ.</p>`}
    <label class="check"><input type="checkbox" checked=${linked} onChange=${() => link(!linked)} /> Move both together</label>
    <div class="scroll"><table class="list figures"><thead><tr><th><span class="unseen">Figure</span></th><th>Left</th><th>Right</th></tr></thead><tbody>
      ${rows(one, other).map(([name, left, right]) => html`<tr><th scope="row">${name}</th><td class=${classes(left !== right && "differs")} dir="auto">${left}</td><td class=${classes(left !== right && "differs")} dir="auto">${right}</td></tr>`)}
    </tbody></table></div>
    <div class="sides">${sides.map((side, place) => html`<${Side} run=${side.run} journal=${side.journal} index=${at[place]} go=${(/** @type {number} */ index) => go(place, index)} name=${place ? "Right" : "Left"} />`)}</div>
  </section>`;
}

/** @param {{run: Run, journal: Journal, index: number, go: (index: number) => void, name: string}} props */
function Side({ run, journal, index, go, name }) {
  const moments = journal.moments;
  const place = Math.min(index, moments.length - 1);
  const moment = moments[place];
  const picture = journal.pictureAt(place);
  return html`<section class="viewer" aria-label=${name}>
    <h2><span class=${`badge ${toneOf(run)}`}>${stateOf(run)}</span> <a href=${`#/runs/${run.id}`}>${run.id}</a></h2>
    <${AddressBar} address=${picture?.url ?? ""} />
    <${PagePicture} run=${run.id} picture=${picture} alt=${moment?.act ? `The page before: ${moment.act.line}` : "The page at the end"} />
    <div class="scrub"><input type="range" min="0" max=${Math.max(moments.length - 1, 0)} value=${place} aria-label=${`Moment of the run on the ${name.toLowerCase()}`} onInput=${(/** @type {any} */ event) => go(Number(event.target.value))} />
      <span class="n soft small">${place + 1} / ${moments.length}</span></div>
    ${moment && html`<${Moment} moment=${moment} journal=${journal} />`}
  </section>`;
}

/** @param {Run} one @param {Run} other @returns {[string, string, string][]} */
function rows(one, other) {
  /** @type {[string, (run: Run) => string][]} */
  const figures = [
    ["State", stateOf],
    ["Answer", (run) => answerOf(run.result?.answer) || "–"],
    ["Architecture", (run) => run.architecture],
    ["Models", (run) => [...new Set(Object.values(run.models ?? {}))].join(", ")],
    ["Steps", (run) => String(run.steps)],
    ["Tokens", (run) => tokensOf(run.tokens ?? 0)],
    ["Cost", (run) => costOf(run.cost_usd)],
    ["Time", (run) => timeOf(run.seconds ?? 0)],
  ];
  return figures.map(([name, figure]) => [name, figure(one), figure(other)]);
}

/** A run and its journal, read once. @param {string} id */
function useRun(id) {
  const [known, set] = useState(/** @type {{run: Run | null, problem: string}} */ ({ run: null, problem: "" }));
  const journal = useMemo(() => new Journal(), [id]);
  useEffect(() => {
    const read = async () => {
      const run = await get(runPath(id));
      journal.take((await get(`${runPath(id)}/journal`)).events);
      set({ run, problem: "" });
    };
    read().catch((error) => set({ run: null, problem: error.message }));
  }, [id]);
  return { ...known, journal };
}
