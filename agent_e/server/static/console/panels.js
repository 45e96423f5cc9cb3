/** What stands beside the picture of a run: plan, limits, facts, and what was changed outside. */

import { html, useNow } from "./ui.js";
import { costOf, countOf, isActive, siteOf, timeOf, tokensOf } from "./words.js";

/** @typedef {import("./stream.js").Run} Run */
/** @typedef {import("./journal.js").Journal} Journal */

/** @type {Record<string, string>} */
const TICKS = { done: "✓", current: "▸", doing: "▸", running: "▸", failed: "✕", blocked: "✕" };

/** @param {{plan: import("./journal.js").Plan | null, run: Run}} props */
export function Plan({ plan, run }) {
  if (!plan || plan.steps.length === 0) return null;
  const done = plan.steps.filter((step) => step.status === "done").length;
  const over = !isActive(run);
  return html`<section class="card plan-panel" aria-labelledby="plan-title">
    <h2 id="plan-title">Plan <span class="soft plain">${done} of ${plan.steps.length}${plan.by === "person" ? ", changed by you" : ""}</span></h2>
    <ol class="plan">${plan.steps.map((step) => {
      const status = over && step.status === "current" ? "pending" : step.status;
      return html`<li class=${status}><span class="tick" aria-hidden="true">${TICKS[status] ?? "○"}</span>
        <span dir="auto">${step.text}<span class="unseen"> (${status})</span></span></li>`;
    })}</ol>
  </section>`;
}

/** @param {{run: Run, journal: Journal}} props */
export function Limits({ run, journal }) {
  const active = isActive(run);
  const now = useNow(active ? 1 : 0);
  const limits = run.limits ?? {};
  const waits = run.state === "paused" || (run.asked ?? []).length > 0;
  const since = active && !waits && journal.now ? Math.max(0, now - journal.now) : 0;
  const seconds = (run.seconds ?? 0) + (active && since < 3600 ? Math.min(since, 60) : 0);
  const bars = [
    { name: "Steps", used: run.steps ?? journal.calls.length, most: limits.steps, words: (/** @type {number} */ n) => n.toLocaleString("en") },
    { name: "Model calls", used: journal.calls.length, most: limits.llm_calls, words: (/** @type {number} */ n) => n.toLocaleString("en") },
    { name: "Tokens", used: run.tokens ?? journal.tokens, most: limits.tokens, words: tokensOf },
    { name: "Cost", used: run.cost_usd, most: limits.usd, words: costOf },
    { name: "Time", used: seconds, most: limits.seconds, words: timeOf },
  ];
  return html`<section class="card limits-panel" aria-labelledby="limits-title"><h2 id="limits-title">Used</h2>
    <dl class="limits">${bars.map(({ name, used, most, words }) => {
      if (used === null || used === undefined) return html`<div><dt>${name}</dt><dd>unknown</dd></div>`;
      const part = most ? Math.min(used / most, 1) : 0;
      return html`<div><dt>${name}</dt><dd>${words(used)}${most ? html` <span class="soft">of ${words(most)}</span>
        <progress class=${part >= 0.75 ? "near" : ""} max="1" value=${part} aria-label=${`${name}: ${Math.round(part * 100)} %`}></progress>` : ""}</dd></div>`;
    })}</dl></section>`;
}

/** @param {{facts: import("./journal.js").Fact[], seq: number}} props */
export function Facts({ facts, seq }) {
  const known = facts.filter((fact) => fact.seq <= seq);
  if (known.length === 0) return null;
  return html`<section class="card" aria-labelledby="facts-title"><h2 id="facts-title">Found <span class="soft plain">${countOf(known.length, "fact")}</span></h2>
    <ul class="claims">${known.map((fact) => html`<li class=${fact.found ? "" : "lost"}>
      <div dir="auto">${fact.claim}</div>
      ${fact.quote && fact.quote !== fact.url && html`<q dir="auto">${fact.quote}</q>`}
      <div class="soft small">${fact.found ? siteOf(fact.url) : "on nothing that was shown"}</div></li>`)}</ul></section>`;
}

/** @param {{effects: any[], grants: {text: string, seq: number}[], seq: number}} props */
export function Effects({ effects, grants, seq }) {
  const made = effects.filter((effect) => effect.seq <= seq);
  const allowed = grants.filter((grant) => grant.seq <= seq);
  if (made.length === 0 && allowed.length === 0) return null;
  return html`<section class="card" aria-labelledby="effects-title"><h2 id="effects-title">Changed on your behalf <span class="soft plain">${made.length || "nothing"}</span></h2>
    ${allowed.length > 0 && html`<p class="small soft">Your task allows: ${allowed.map((grant) => html`<span class="chip" dir="auto">${grant.text}</span>`)}</p>`}
    <ul class="deeds">${made.map((effect) => html`<li>
      <div dir="auto">${[effect.action, effect.target].filter(Boolean).join(" ").replaceAll("_", " ")}</div>
      ${effect.page_message && html`<q dir="auto">${effect.page_message}</q>`}
      <div class="soft small">${[effect.method, effect.url || effect.page, effect.status].filter(Boolean).join(" ")}${effect.grant ? ` · allowed by ${effect.grant}` : ""}</div></li>`)}</ul></section>`;
}
