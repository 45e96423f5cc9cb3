/** The plan as a card: its steps can be changed, moved, added and taken out, and what is allowed with it. */

import { SendBack } from "./cards.js";
import { classes, html, useLayoutEffect, useRef, useState } from "./ui.js";

/** @typedef {{key: number, text: string}} Step */

/** @param {import("./cards.js").CardProps} props */
export function PlanCard({ request, give }) {
  const given = /** @type {string[]} */ (request.evidence.steps ?? []);
  const grants = /** @type {{number: number, text: string}[] | undefined} */ (request.evidence.grants);
  const [steps, setSteps] = useState(() => given.map((text, key) => ({ key, text })));
  const [withdrawn, setWithdrawn] = useState(/** @type {number[]} */ ([]));
  const [may, setMay] = useState(/** @type {string[]} */ ([]));
  const next = useRef(given.length);
  const focused = useRef(/** @type {number | null} */ (null));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (focused.current === null) return;
    /** @type {HTMLElement | null | undefined} */ (list.current?.querySelector(`[data-step="${focused.current}"]`))?.focus();
    focused.current = null;
  });
  /** @param {number} at @param {number} by */
  const move = (at, by) => {
    const moved = [...steps];
    const [step] = moved.splice(at, 1);
    moved.splice(at + by, 0, step);
    focused.current = step.key;
    setSteps(moved);
  };
  /** @param {number} at */
  const add = (at) => {
    const step = { key: next.current++, text: "" };
    focused.current = step.key;
    setSteps([...steps.slice(0, at), step, ...steps.slice(at)]);
  };
  const texts = steps.map((step) => step.text.trim()).filter(Boolean);
  const changed = texts.join("\n") !== given.join("\n");
  const accept = () => {
    const changes = { ...(withdrawn.length ? { withdraw: withdrawn } : {}), ...(may.length ? { may } : {}) };
    if (Object.keys(changes).length) give(changed ? { ...changes, steps: texts } : changes);
    else give(changed ? texts : "accept");
  };
  return html`<div class="plan-card" ref=${list}>
    <ol>${steps.map((step, at) => html`<li key=${step.key} class=${classes(!given.includes(step.text) && "new")}>
      <span class="number" aria-hidden="true">${at + 1}.</span>
      <textarea rows="1" data-step=${step.key} aria-label=${`Step ${at + 1}`} value=${step.text} dir="auto" onInput=${(/** @type {any} */ event) => setSteps(steps.map((each) => (each.key === step.key ? { ...each, text: event.target.value.replaceAll("\n", " ") } : each)))}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter") event.preventDefault(), add(at + 1);
          if (event.altKey && event.key === "ArrowUp" && at > 0) event.preventDefault(), move(at, -1);
          if (event.altKey && event.key === "ArrowDown" && at < steps.length - 1) event.preventDefault(), move(at, 1);
        }}></textarea>
      <button type="button" class="icon" aria-label=${`Move step ${at + 1} up`} disabled=${at === 0} onClick=${() => move(at, -1)}>↑</button>
      <button type="button" class="icon" aria-label=${`Move step ${at + 1} down`} disabled=${at === steps.length - 1} onClick=${() => move(at, 1)}>↓</button>
      <button type="button" class="icon" aria-label=${`Take step ${at + 1} out`} onClick=${() => setSteps(steps.filter((each) => each !== step))}>✕</button></li>`)}</ol>
    <p><button type="button" class="link" onClick=${() => add(steps.length)}>Add a step</button> <span class="soft small">Alt and the arrow keys move a step, Enter adds one.</span></p>
    <${Diff} lines=${request.evidence.diff ?? []} />
    ${grants && html`<${Allowed} grants=${grants} withdrawn=${withdrawn} setWithdrawn=${setWithdrawn} may=${may} setMay=${setMay} />`}
    <div class="buttons"><button type="button" class="main" disabled=${texts.length === 0} onClick=${accept}>${changed || withdrawn.length || may.length ? "Go on by the changed plan" : "Go on by it"}</button></div>
    <${SendBack} give=${give} hint="What is wrong with it" />
  </div>`;
}

/** @param {{lines: string[]}} props */
function Diff({ lines }) {
  const fresh = lines.filter((line) => line.startsWith("+")).length;
  // In a first plan everything is new.
  if (!lines.some((line) => line.startsWith("-")) && (fresh === 0 || fresh === lines.length)) return null;
  return html`<details open><summary>What is new in it</summary><ul class="diff">${lines.map((line) => html`
    <li class=${{ "+": "plus", "-": "minus" }[line[0]] ?? ""} dir="auto"><span class="unseen">${{ "+": "new: ", "-": "gone: " }[line[0]] ?? ""}</span>${line.slice(2)}</li>`)}</ul></details>`;
}

/** @param {{grants: {number: number, text: string}[], withdrawn: number[], setWithdrawn: (numbers: number[]) => void, may: string[], setMay: (may: string[]) => void}} props */
function Allowed({ grants, withdrawn, setWithdrawn, may, setMay }) {
  const kept = grants.filter((grant) => !withdrawn.includes(grant.number));
  return html`<div class="allowed"><p class="small soft">Done without a question:</p>
    <${Chips} chips=${kept.map((grant) => ({ key: String(grant.number), text: grant.text, drop: () => setWithdrawn([...withdrawn, grant.number]) }))} />
    <${AddMay} may=${may} setMay=${setMay} /></div>`;
}

/** @param {{chips: {key: string, text: string, drop: () => void}[]}} props */
export function Chips({ chips }) {
  if (chips.length === 0) return html`<p class="small">Nothing.</p>`;
  return html`<ul class="chips">${chips.map(({ key, text, drop }) => html`<li class="chip" key=${key}><span dir="auto">${text}</span>
    <button type="button" aria-label=${`Do not allow: ${text}`} onClick=${drop}>✕</button></li>`)}</ul>`;
}

/** What is allowed besides, as --may has it.
 * @param {{may: string[], setMay: (may: string[]) => void}} props */
export function AddMay({ may, setMay }) {
  const [words, setWords] = useState("");
  const add = () => {
    if (words.trim()) setMay([...may, words.trim()]);
    setWords("");
  };
  return html`${may.length > 0 && html`<${Chips} chips=${may.map((text) => ({ key: text, text, drop: () => setMay(may.filter((each) => each !== text)) }))} />`}
    <div class="with-button"><input aria-label="Allow more, such as: order<=50 EUR" placeholder="More: order<=50 EUR" value=${words}
      onInput=${(/** @type {any} */ event) => setWords(event.target.value)} onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && (event.preventDefault(), add())} />
      <button type="button" disabled=${!words.trim()} onClick=${add}>Allow</button></div>`;
}
