/** A run from its journal: a slider over its moments, by pointer or by keys. */

import { AddressBar, PagePicture } from "./picture.js";
import { filePath } from "./api.js";
import { html, useEffect } from "./ui.js";
import { countOf, timeOf, tokensOf } from "./words.js";

/** @typedef {import("./journal.js").Journal} Journal */

/** @param {{run: import("./stream.js").Run, journal: Journal, seq: number, at: (seq: number) => void, claims: any[]}} props */
export function Replay({ run, journal, seq, at, claims }) {
  const moments = journal.moments;
  const found = moments.findLastIndex((moment) => moment.seq <= seq);
  const index = seq ? Math.max(found, 0) : moments.length - 1;
  const moment = moments[index];
  // The next pictures are fetched beforehand, so that the arrow keys turn pages at once.
  useEffect(() => {
    const next = moments[index + 1]?.picture;
    if (next) new Image().src = filePath(run.id, next.file);
  }, [index]);
  if (!moment) return html`<section class="viewer"><div class="picture none"><p>${journal.last ? "Nothing was done in this run." : "Reading the journal…"}</p></div></section>`;
  const { act } = moment;
  const picture = journal.pictureAt(index);
  const marks = claims.filter((claim) => claim.picture && claim.picture.file === picture?.file).flatMap((claim) => claim.picture.boxes.map((/** @type {number[]} */ box) => ({ box, kind: "claim" })));
  const go = (/** @type {number} */ to) => at(moments[Math.min(Math.max(to, 0), moments.length - 1)].seq);
  return html`<section class="viewer" aria-label="Replay">
    <${AddressBar} address=${picture?.url ?? act?.url ?? ""} />
    <${PagePicture} run=${run.id} picture=${picture} marks=${marks} alt=${act ? `The page before: ${act.line}` : "The page at the end"} />
    <div class="scrub">
      <button class="icon" aria-label="The moment before" disabled=${index === 0} onClick=${() => go(index - 1)}>◀</button>
      <input type="range" min="0" max=${Math.max(moments.length - 1, 0)} value=${index} aria-label="Moment" aria-valuetext=${act ? `${index + 1} of ${moments.length}: ${act.line}` : "The end"}
        onInput=${(/** @type {any} */ event) => go(Number(event.target.value))} />
      <button class="icon" aria-label="The next moment" disabled=${index === moments.length - 1} onClick=${() => go(index + 1)}>▶</button>
      <span class="n soft small">${index + 1} / ${moments.length}</span>
    </div>
    <${Moment} moment=${moment} journal=${journal} />
  </section>`;
}

/** What was done at a moment, what it changed, and what the model was sent for it.
 * @param {{moment: {seq: number, act: import("./journal.js").Act | null}, journal: Journal}} props */
export function Moment({ moment, journal }) {
  const { act } = moment;
  if (!act) return html`<div class="moment"><h3>The page at the end</h3><p class="soft small">${countOf(journal.acts.length, "action")} in ${timeOf(journal.now - journal.started)}</p></div>`;
  const call = act.call;
  return html`<div class="moment">
    <h3 dir="auto">${act.line}${act.status !== "done" && html` <span class="tag bad">${act.status}</span>`}${act.ghost && html` <span class="tag open">changed nothing</span>`}</h3>
    ${call?.thought && html`<p class="thought" dir="auto">${call.thought}</p>`}
    ${act.result && html`<p dir="auto">${act.result}</p>`}
    ${act.requests.length > 0 && html`<ul class="requests">${act.requests.map((each) => html`<li><b>${each.method}</b> <span class="address">${each.url}</span> ${each.status ?? ""}</li>`)}</ul>`}
    <p class="soft small n">${[
      `${timeOf(act.time - journal.started)} after the start`,
      act.seconds === null ? "under way" : `took ${timeOf(act.seconds)}`,
      call && `call ${call.number} (${call.role}): ${tokensOf(call.tokens)} tokens sent${call.cached ? `, ${tokensOf(call.cached)} of them from the cache` : ""}, ${tokensOf(call.out)} back in ${timeOf(call.milliseconds / 1000)}`,
    ].filter(Boolean).join(" · ")}</p>
  </div>`;
}
