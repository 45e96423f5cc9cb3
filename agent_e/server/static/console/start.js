/** Start a run: the task, and as much of the rest as the person wants to say. */

import { get, post } from "./api.js";
import { AddMay, Chips } from "./plan_card.js";
import { stream } from "./stream.js";
import { html, useEffect, useKept, useRef, useState } from "./ui.js";

/**
 * @typedef {{name: string, about: string, presets: string[], needs_vision: boolean}} Architecture
 * @typedef {{name: string, usable: boolean, why: string, vision: boolean}} Model
 * @typedef {{version: string, runs_dir: string, architectures: Architecture[], models: Model[], defaults: any,
 *   examples: {name: string, title: string, task: string, about: string}[]}} About
 * @typedef {{text: string, by: "task" | "vault", row: any}} Granted
 */

const LIMITS = [
  { name: "max_steps", of: "steps", label: "Steps", step: "1" },
  { name: "max_cost", of: "usd", label: "Cost, US dollars", step: "0.01" },
  { name: "max_tokens", of: "tokens", label: "Tokens", step: "1000" },
  { name: "seconds", of: "seconds", label: "Time, seconds", step: "1" },
];

export function Start() {
  const [about, setAbout] = useState(/** @type {About | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => void get("/console/about").then(setAbout, (error) => setProblem(error.message)), []);
  const given = new URLSearchParams(location.hash.split("?")[1] ?? "");
  return html`<section class="page start">
    <h1>What is to be done?</h1>
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
    <${Form} about=${about} task=${given.get("task") ?? ""} from=${given.get("from") ?? ""} />
    ${about && about.examples.length > 0 && html`<${Examples} examples=${about.examples} />`}
  </section>`;
}

/** @param {{about: About | null, task: string, from: string}} props */
function Form({ about, task: givenTask, from }) {
  const [task, setTask] = useState(givenTask);
  const [startUrl, setStartUrl] = useState(from);
  const [architecture, setArchitecture] = useState("");
  const [preset, setPreset] = useState("");
  const [model, setModel] = useState("");
  const [mode, setMode] = useKept("local", "agent-e.mode", "human");
  const [review, setReview] = useState({ plan_review: false, review: false });
  const [allow, setAllow] = useState("");
  const [limits, setLimits] = useState(/** @type {Record<string, string>} */ ({}));
  const [granted, setGranted] = useState(/** @type {{from: string, grants: Granted[], error: string} | null} */ (null));
  const [may, setMay] = useState(/** @type {string[]} */ ([]));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState("");
  const box = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => box.current?.focus(), []);
  const known = about?.architectures.find((each) => each.name === (architecture || about.defaults.architecture));
  // What was read of other words, for another page or by another model, is shown and sent no more.
  const reads = JSON.stringify([task.trim(), startUrl.trim(), model]);
  const current = granted?.from === reads ? granted : null;

  const readGrants = async () => {
    setBusy("grants");
    setProblem("");
    try {
      const given = await post("/console/grants", { task: task.trim(), start_url: startUrl.trim() || null, ...(model ? { model } : {}) });
      setGranted({ from: reads, grants: given.grants, error: given.error });
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
    setBusy("");
  };
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!task.trim() || busy) return;
    setBusy("start");
    setProblem("");
    const sites = allow.split(/[\s,]+/).filter(Boolean);
    const numbers = Object.entries(limits).filter(([, value]) => value.trim());
    const seen = current && !current.error ? current.grants : null;
    const safety = {
      ...(sites.length ? { allow: sites } : {}),
      ...(may.length ? { may } : {}),
      ...(seen && !seen.some((each) => each.by === "vault") ? { saved_logins: false } : {}),
    };
    try {
      const run = await post("/runs", {
        task: task.trim(),
        ...(startUrl.trim() ? { start_url: startUrl.trim() } : {}),
        ...(architecture ? { architecture } : {}),
        ...(preset ? { preset } : {}),
        ...(model ? { model } : {}),
        mode,
        limits: Object.fromEntries(numbers.map(([name, value]) => [name, Number(value)])),
        safety,
        // What the person has seen and left is allowed, and nothing else that might be read from the task.
        ...(seen ? { grants: seen.flatMap((each) => (each.row ? [each.row] : [])) } : {}),
        ...(mode === "human" ? { human: review } : {}),
      });
      stream.put(run);
      location.hash = `#/runs/${run.id}`;
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
      setBusy("");
    }
  };
  const input = (/** @type {(value: string) => void} */ set) => (/** @type {any} */ event) => set(event.target.value);
  return html`<form class="card new" onSubmit=${submit}>
    <label class="field"><span class="unseen">Task</span><textarea ref=${box} rows="3" required dir="auto" value=${task} placeholder="Find the cheapest direct flight from Oslo to Rome on 3 May and tell me its price." onInput=${input(setTask)}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && submit(event)}></textarea></label>
    <div class="fields">
      <label class="field wide"><span>Begin at <span class="soft">(optional)</span></span><input type="text" inputmode="url" dir="ltr" value=${startUrl} placeholder="https://…" onInput=${input(setStartUrl)} /></label>
      <label class="field"><span>Model</span><select value=${model} onChange=${input(setModel)}><option value="">${about ? `${about.defaults.model} (the default)` : "the default"}</option>
        ${about?.models.map((each) => html`<option value=${each.name} disabled=${!each.usable}>${each.name}${each.usable ? "" : ` – ${each.why}`}</option>`)}</select></label>
    </div>
    <fieldset class="with-person"><legend class="unseen">Whom it may ask</legend>
      <label><input type="radio" name="mode" checked=${mode === "human"} onChange=${() => setMode("human")} /> <span><b>With me</b> <span class="soft">It asks here before it does what cannot be taken back.</span></span></label>
      <label><input type="radio" name="mode" checked=${mode !== "human"} onChange=${() => setMode("autonomous")} /> <span><b>On its own</b> <span class="soft">What would need leave is not done, unless you allow it below.</span></span></label>
    </fieldset>
    <section class="may" aria-labelledby="may-title"><h2 id="may-title">What it may do without a question</h2>
      ${current
        ? current.error
          ? html`<p class="small soft">${current.error} <button type="button" class="link" disabled=${busy !== ""} onClick=${readGrants}>Try again</button></p>`
          : html`<${Chips} chips=${current.grants.map((each) => ({ key: each.text, text: each.text, drop: () => setGranted({ ...current, grants: current.grants.filter((one) => one !== each) }) }))} />`
        : html`<p class="small soft">It reads from your task what you allow, such as an order, and does nothing else of that kind. <button type="button" class="link" disabled=${!task.trim() || busy !== ""} onClick=${readGrants}>${busy === "grants" ? "Reading…" : "Show what that is"}</button></p>`}
      <${AddMay} may=${may} setMay=${setMay} />
    </section>
    <details><summary>More</summary>
      <div class="fields">
        <label class="field"><span>Architecture</span><select value=${architecture} onChange=${(/** @type {any} */ event) => (setArchitecture(event.target.value), setPreset(""))}><option value="">${about ? `${about.defaults.architecture} (the default)` : "the default"}</option>
          ${about?.architectures.map((each) => html`<option value=${each.name}>${each.name}</option>`)}</select>${known && html`<span class="small soft">${known.about}</span>`}</label>
        ${known && known.presets.length > 1 && html`<label class="field"><span>Preset</span><select value=${preset} onChange=${input(setPreset)}><option value="">the default</option>${known.presets.map((each) => html`<option value=${each}>${each}</option>`)}</select></label>`}
        <label class="field wide"><span>Stay on these sites <span class="soft">(optional)</span></span><input dir="ltr" value=${allow} placeholder="example.org, *.example.org" onInput=${input(setAllow)} /></label>
        ${LIMITS.map(({ name, of, label, step }) => html`<label class="field"><span>${label}</span><input type="number" min="0" step=${step} value=${limits[name] ?? ""} placeholder=${about?.defaults.limits[of] ?? "no limit"} onInput=${input((value) => setLimits({ ...limits, [name]: value }))} /></label>`)}
      </div>
      <label class="check"><input type="checkbox" checked=${review.plan_review} disabled=${mode !== "human"} onChange=${() => setReview({ ...review, plan_review: !review.plan_review })} /> Show me the plan before anything is done</label>
      <label class="check"><input type="checkbox" checked=${review.review} disabled=${mode !== "human"} onChange=${() => setReview({ ...review, review: !review.review })} /> Show me the answer before the run ends</label>
      <${Check} />
    </details>
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
    <div class="buttons end"><span class="soft small">Ctrl+Enter</span><button class="main large" disabled=${!task.trim() || busy !== ""}>${busy === "start" ? "Starting…" : "Start"}</button></div>
  </form>`;
}

/** What works on this machine, as agent-e doctor tells it. */
function Check() {
  const [rows, setRows] = useState(/** @type {{name: string, state: string, detail: string, hint: string}[]} */ ([]));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    try {
      setRows(await post("/console/check", {}));
      setProblem("");
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
    setBusy(false);
  };
  return html`<div class="machine"><button type="button" disabled=${busy} onClick=${check}>${busy ? "Checking…" : "Check this machine and the model"}</button>
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
    <div role="status"><ul>${rows.map((row) => html`<li class=${row.state}><b>${row.name}</b> <span class=${`tag ${row.state === "ok" ? "person" : "bad"}`}>${row.state}</span> <span class="soft">${row.detail}${row.hint ? html` – ${row.hint}` : ""}</span></li>`)}</ul></div></div>`;
}

/** @param {{examples: About["examples"]}} props */
function Examples({ examples }) {
  const [busy, setBusy] = useState("");
  const [problem, setProblem] = useState("");
  const start = async (/** @type {string} */ name) => {
    setBusy(name);
    setProblem("");
    try {
      const run = await post(`/console/examples/${encodeURIComponent(name)}`, {});
      stream.put(run);
      location.hash = `#/runs/${run.id}`;
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
      setBusy("");
    }
  };
  return html`<section class="examples" aria-labelledby="examples-title"><h2 id="examples-title">Or see one</h2>
    <p class="soft">These run on sites that come with agent-e, by the offline model: no key, and nothing leaves this machine.</p>
    <ul>${examples.map((each) => html`<li><button disabled=${busy !== ""} onClick=${() => start(each.name)}><b>${each.title}</b><span dir="auto">${each.task}</span><span class="soft small">${busy === each.name ? "Starting…" : each.about}</span></button></li>`)}</ul>
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}</section>`;
}
