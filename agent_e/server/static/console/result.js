/** How a run ended: its answer, what that rests on, and what can be done next. */

import { post, runPath } from "./api.js";
import { stream } from "./stream.js";
import { html, useState } from "./ui.js";
import { answerOf, costOf, countOf, siteOf, timeOf } from "./words.js";

/** @typedef {import("./stream.js").Run} Run */

/** @typedef {{known: any[] | null, problem: string}} Claims what an answer rests on; null until it is known */

/** @param {{run: Run, journal: import("./journal.js").Journal, claims: Claims, at: (seq: number) => void}} props */
export function Answer({ run, journal, claims, at }) {
  const result = run.result ?? {};
  const words = answerOf(result.answer ?? journal.ended?.answer);
  const known = claims.known ?? [];
  return html`<section class="card answer-card" aria-labelledby="answer-title">
    <h2 id="answer-title">${words ? "Answer" : "No answer"}</h2>
    ${words && html`<p class=${`answer${words.length > 220 ? " long" : ""}`} dir="auto">${words}</p>`}
    ${result.message && html`<p class="soft" dir="auto">${result.message}</p>`}
    ${result.assisted && html`<p class="small soft">The model cannot see and was given the pages in words.</p>`}
    ${known.length > 0 && html`<h3 class="small soft">It rests on</h3><ul class="claims">${known.map((claim) => html`<li class=${claim.found ? "" : "lost"}>
      ${claim.seq ? html`<button class="claim" onClick=${() => at(claim.seq)} title="Show the moment"><${Claim} claim=${claim} /></button>` : html`<${Claim} claim=${claim} />`}</li>`)}</ul>`}
    ${words && claims.known?.length === 0 && html`<p class="small soft">No page is quoted for it.</p>`}
    ${claims.problem && html`<p class="note bad">${claims.problem}</p>`}
    <p class="small soft">${[countOf(run.steps ?? 0, "step"), timeOf(run.seconds ?? 0), costOf(run.cost_usd)].join(" · ")}</p>
    <${Next} run=${run} />
  </section>`;
}

/** @param {{claim: any}} props */
function Claim({ claim }) {
  return html`<span dir="auto">${claim.claim}</span>
    ${claim.quote && claim.quote !== claim.url && html`<q dir="auto">${claim.quote}</q>`}
    <span class="soft small">${claim.found ? siteOf(claim.url) : "on nothing that was shown"}${claim.picture ? " · marked on the picture" : ""}</span>`;
}

/** @param {{run: Run}} props */
function Next({ run }) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const goOn = async () => {
    setBusy(true);
    try {
      stream.put(await post(`${runPath(run.id)}/resume`));
      setProblem("");
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
    setBusy(false);
  };
  const again = new URLSearchParams({ task: run.task, ...(run.start_url ? { from: run.start_url } : {}) });
  return html`<div class="buttons">
    ${run.state === "interrupted" && run.served && html`<button class="main" disabled=${busy} onClick=${goOn}>Go on</button>`}
    <a class="button" href=${`#/?${again}`}>Do it again</a>
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
  </div>`;
}
