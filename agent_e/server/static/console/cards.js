/** Questions of a run as cards, one for each kind, answered by id and once. */

import { filePath, post, runPath } from "./api.js";
import { PlanCard } from "./plan_card.js";
import { stream } from "./stream.js";
import { html, useCallback, useLayoutEffect, useNow, useRef, useState } from "./ui.js";
import { timeOf } from "./words.js";

/** @typedef {import("./stream.js").Run} Run */
/** @typedef {import("./stream.js").Request} Request */
/** @typedef {(value: any, note?: string, decline?: boolean) => void} Give */
/** @typedef {{run: Run, request: Request, give: Give}} CardProps */

/** Milliseconds in which a new card takes no click: it may have come under the pointer of a person who answers another. */
const SETTLES_MS = 700;

/** @type {Record<string, string>} */
const TITLES = {
  text: "A question",
  choice: "A choice",
  form: "Some details",
  secret: "A secret",
  code: "A code",
  captcha: "A puzzle",
  approval: "Leave to act",
  plan: "The plan",
  budget: "A limit is reached",
  review: "The answer",
  demonstrate: "Show me",
};
/** @type {Record<string, string>} */
const OTHERWISE = { fail: "the run ends", deny: "it is a no", default: "the default is taken" };

/** @param {{run: Run, journal: import("./journal.js").Journal}} props */
export function Cards({ run, journal }) {
  const asked = run.asked ?? [];
  const shown = useRef(/** @type {Map<string, Request>} */ (new Map()));
  const [dismissed, dismiss] = useState(/** @type {string[]} */ ([]));
  for (const request of asked) shown.current.set(request.id, request);
  // That a question is withdrawn is told in the journal, which may come later than its end.
  const gone = [...shown.current.values()].filter(({ id }) => journal.withdrawn.has(id) && !dismissed.includes(id) && !asked.some((each) => each.id === id));
  /** @param {Request} request */
  const before = (request) => [...gone, ...asked.slice(0, asked.indexOf(request))].map(({ id }) => id).join(" ");
  return html`<div class="cards" aria-live="polite">
    ${gone.map(({ id, question }) => html`<section class="card gone" key=${`gone${id}`}>
      <p><b>Withdrawn:</b> <span dir="auto">${question}</span> <span class="soft">(${journal.withdrawn.get(id)})</span></p>
      <button class="link" onClick=${() => dismiss([...dismissed, id])}>Dismiss</button></section>`)}
    ${asked.map((request) => html`<${Card} key=${request.id} run=${run} request=${request} above=${before(request)} />`)}
  </div>`;
}

/** @param {{run: Run, request: Request, above: string}} props `above`: the cards over it: where one of them goes, it moves */
function Card({ run, request, above }) {
  const [ready, setReady] = useState(false);
  const [problem, setProblem] = useState("");
  const sent = useRef(false);
  const [busy, setBusy] = useState(false);
  useLayoutEffect(() => {
    setReady(false);
    const timer = setTimeout(() => setReady(true), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [above]);
  const give = useCallback(async (/** @type {any} */ value, note = "", decline = false) => {
    if (sent.current) return;
    sent.current = true;
    setBusy(true);
    setProblem("");
    try {
      await post(`${runPath(run.id)}/answer`, { id: request.id, value, note, decline });
      const known = stream.runs.get(run.id);
      if (known) stream.put({ ...known, asked: known.asked.filter((each) => each.id !== request.id) });
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
      sent.current = false;
    }
    setBusy(false);
  }, [run.id, request.id]);
  const Body = BODIES[request.kind] ?? Words;
  const lines = request.kind === "review" ? [] : (request.evidence.lines ?? []);
  return html`<section class="card ask" aria-labelledby=${`ask-${request.id}`}>
    <p class="kicker">${TITLES[request.kind] ?? "A question"}<${Deadline} request=${request} /></p>
    <h2 id=${`ask-${request.id}`} dir="auto">${request.question}</h2>
    ${lines.map((/** @type {string} */ line) => html`<p class="soft" dir="auto">${line}</p>`)}
    <${Picture} run=${run} request=${request} />
    <fieldset disabled=${busy || !ready}><${Body} run=${run} request=${request} give=${give} /></fieldset>
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
  </section>`;
}

/** @param {{request: Request}} props */
function Deadline({ request }) {
  const now = useNow(request.deadline ? 1 : 0);
  if (!request.deadline) return null;
  const left = Math.max(request.deadline - now, 0);
  return html`<span class="deadline">Without an answer within ${timeOf(Math.ceil(left))} ${OTHERWISE[request.on_timeout] ?? "the run ends"}.</span>`;
}

/** @param {{run: Run, request: Request}} props */
function Picture({ run, request }) {
  const file = request.evidence.picture;
  if (!file) return null;
  return html`<a class="crop" href=${filePath(run.id, file)} target="_blank" rel="noopener"><img src=${filePath(run.id, file)} alt="The place on the page" /></a>`;
}

/** A text field with a button; Ctrl+Enter sends from several lines.
 * @param {CardProps} props */
function Words({ request, give }) {
  const [words, setWords] = useState("");
  const value = words.trim() || request.default;
  const send = () => value && give(value);
  return html`<form class="answering" onSubmit=${submitting(send)}>
    <textarea rows="2" aria-labelledby=${`ask-${request.id}`} placeholder=${request.default ?? ""} value=${words} dir="auto"
      onInput=${typing(setWords)} onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && send()}></textarea>
    <div class="buttons"><button class="main" disabled=${!value}>Answer</button><${Decline} give=${give} /></div></form>`;
}

/** @param {CardProps} props */
function Choice({ request, give }) {
  const [chosen, choose] = useState(/** @type {any} */ (null));
  const options = request.schema.enum ?? [];
  return html`<form class="answering" onSubmit=${submitting(() => chosen !== null && give(options[chosen]))}>
    <div class="options" role="radiogroup" aria-labelledby=${`ask-${request.id}`}>${options.map((/** @type {any} */ option, /** @type {number} */ number) => html`
      <label><input type="radio" name=${`choice-${request.id}`} checked=${chosen === number} onChange=${() => choose(number)} /> <span dir="auto">${String(option)}</span></label>`)}</div>
    <div class="buttons"><button class="main" disabled=${chosen === null}>Answer</button><${Decline} give=${give} /></div></form>`;
}

/** @param {CardProps} props */
function Form({ request, give }) {
  const [given, setGiven] = useState(/** @type {Record<string, string>} */ ({}));
  const needed = new Set(request.schema.required ?? []);
  const names = Object.keys(request.schema.properties ?? {});
  const send = () => give(Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim())));
  return html`<form class="answering" onSubmit=${submitting(send)}>
    ${names.map((name) => html`<label class="field"><span>${name}${needed.has(name) ? "" : html` <span class="soft">(optional)</span>`}</span>
      <input required=${needed.has(name)} value=${given[name] ?? ""} dir="auto" onInput=${typing((value) => setGiven({ ...given, [name]: value }))} /></label>`)}
    <div class="buttons"><button class="main">Answer</button><${Decline} give=${give} /></div></form>`;
}

/** What is typed here goes to the vault, and to one site: the page does not keep it.
 * @param {CardProps} props */
function Secret({ request, give }) {
  const [shown, show] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const site = request.evidence.site || request.evidence.origin;
  const send = () => {
    if (field.current?.value) give(field.current.value);
  };
  return html`<form class="answering" onSubmit=${submitting(send)}>
    ${site && html`<p class="soft">It is filled in on <b>${site}</b> only, and shown to no model.</p>`}
    <div class="with-button"><input ref=${field} type=${shown ? "text" : "password"} autocomplete="off" autocapitalize="off" spellcheck=${false} required aria-labelledby=${`ask-${request.id}`}
      inputmode=${request.kind === "code" ? "numeric" : "text"} />
      <button type="button" aria-pressed=${shown} onClick=${() => show(!shown)}>${shown ? "Hide" : "Show"}</button></div>
    <div class="buttons"><button class="main">Hand over</button><${Decline} give=${give} /></div></form>`;
}

/** @param {CardProps} props */
function Approval({ request, give }) {
  const { origin, sent_to: to, values = [], amounts = [], reasons = [], all } = request.evidence;
  const [words, setWords] = useState("");
  const many = (request.schema.enum ?? []).includes("all");
  return html`<div class="approval">
    <dl class="rows">
      ${origin && html`<div><dt>on</dt><dd>${origin}</dd></div>`}
      ${values.length > 0 && html`<div><dt>sends</dt><dd><table>${values.map((/** @type {any} */ each) => html`<tr><th scope="row" dir="auto">${each.name}</th><td dir="auto">${each.value}</td></tr>`)}</table></dd></div>`}
      ${to && html`<div><dt>to</dt><dd class="address">${to}</dd></div>`}
      ${amounts.length > 0 && html`<div><dt>amounts</dt><dd>${amounts.join(", ")}</dd></div>`}
      ${reasons.length > 0 && html`<div><dt>because</dt><dd>${reasons.join(", ")}</dd></div>`}
    </dl>
    <div class="buttons">
      <button class="main" onClick=${() => give("yes")}>Allow this once</button>
      ${many && html`<button onClick=${() => give("all")} title="Without asking again in this run">Allow: ${all}</button>`}
    </div>
    ${many && html`<p class="small soft">“Allow: ${all}” holds for all of this kind, in this run.</p>`}
    <form class="with-button" onSubmit=${submitting(() => give("no", words.trim()))}>
      <input aria-label="Why not (optional)" placeholder="Why not (optional)" value=${words} dir="auto" onInput=${typing(setWords)} /><button class="danger">Refuse</button></form>
  </div>`;
}

/** @param {CardProps} props */
function Budget({ give }) {
  return html`<div class="buttons"><button class="main" onClick=${() => give("more")}>Go on</button><button onClick=${() => give("stop")}>End with what there is</button></div>`;
}

/** @param {CardProps} props */
function Review({ request, give }) {
  const { answer, doubt, lines = [] } = request.evidence;
  return html`<div>
    ${answer && html`<p class="answer" dir="auto">${answer}</p>`}
    ${doubt && html`<p class="note" dir="auto">${doubt}</p>`}
    ${lines.map((/** @type {string} */ line) => html`<p class="soft small" dir="auto">${line}</p>`)}
    <div class="buttons"><button class="main" onClick=${() => give("accept")}>It is right</button></div>
    <${SendBack} give=${give} hint="What is wrong with it" />
  </div>`;
}

/** @param {CardProps} props */
function Captcha({ run, request, give }) {
  return html`<div>
    <p class="soft">${run.can_take_over ? "Take over the page, solve it there, and hand back: the button is below. Or type what it asks for." : "Type what it asks for."}</p>
    <${Words} run=${run} request=${request} give=${give} /></div>`;
}

/** @param {CardProps} props */
function Demonstrate({ give }) {
  const [words, setWords] = useState("");
  return html`<div><div class="buttons"><button class="main" onClick=${() => give("done")}>I have done it</button></div>
    <form class="with-button" onSubmit=${submitting(() => give("cannot", words.trim()))}>
      <input aria-label="Why not (optional)" placeholder="Why not (optional)" value=${words} onInput=${typing(setWords)} /><button>I cannot do it either</button></form></div>`;
}

/** @param {{give: Give, hint: string}} props */
export function SendBack({ give, hint }) {
  const [words, setWords] = useState("");
  return html`<form class="with-button" onSubmit=${submitting(() => words.trim() && give("back", words.trim()))}>
    <input aria-label=${hint} placeholder=${hint} value=${words} dir="auto" onInput=${typing(setWords)} /><button disabled=${!words.trim()}>Send back</button></form>`;
}

/** @param {{give: Give}} props */
function Decline({ give }) {
  return html`<button type="button" onClick=${() => give(null, "", true)}>Give no answer</button>`;
}

/** @param {() => void} send */
function submitting(send) {
  return (/** @type {Event} */ event) => {
    event.preventDefault();
    send();
  };
}

/** @param {(value: string) => void} set */
function typing(set) {
  return (/** @type {any} */ event) => set(event.target.value);
}

/** @type {Record<string, (props: CardProps) => any>} */
const BODIES = {
  text: Words,
  choice: Choice,
  form: Form,
  secret: Secret,
  code: Secret,
  captcha: Captcha,
  approval: Approval,
  plan: PlanCard,
  budget: Budget,
  review: Review,
  demonstrate: Demonstrate,
};
