/** What waits for the person: a bell with a list, the page's title, and notifications of the desktop. */

import { stateOf } from "./words.js";
import { classes, html, useEffect, useRef, useState } from "./ui.js";

/** @typedef {import("./stream.js").Run} Run */
/** @typedef {import("./stream.js").Request} Request */

/** @type {Record<string, string>} */
const KINDS = {
  text: "asks",
  choice: "asks you to choose",
  form: "asks for some details",
  secret: "asks for a secret",
  code: "asks for a code",
  captcha: "is stopped by a puzzle",
  approval: "asks for leave",
  plan: "has a plan for you to look at",
  budget: "has used up a limit",
  review: "has an answer for you to look at",
  demonstrate: "asks to be shown",
};

/** Every open question, newest run first.
 * @param {Run[]} runs
 * @returns {{run: Run, request: Request}[]} */
function questions(runs) {
  return runs.flatMap((run) => (run.asked ?? []).map((request) => ({ run, request })));
}

/** @param {{runs: Run[]}} props */
export function Bell({ runs }) {
  const [shown, show] = useState(false);
  const [allowed, setAllowed] = useState(() => ("Notification" in window ? Notification.permission : "denied"));
  const open = questions(runs);
  useNotifications(open, allowed === "granted");
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!shown) return undefined;
    const away = (/** @type {Event} */ event) => {
      if (!box.current?.contains(/** @type {Node} */ (event.target))) show(false);
    };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [shown]);
  const label = open.length ? `${open.length} waiting for you` : "Nothing waits for you";
  return html`<div class="bell" ref=${box} onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && show(false)}>
    <button class=${classes("icon", open.length > 0 && "rings")} aria-label=${label} aria-expanded=${shown} onClick=${() => show(!shown)}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a6 6 0 0 0-6 6v4l-2 3h16l-2-3V9a6 6 0 0 0-6-6zM10 19a2 2 0 0 0 4 0" /></svg>
      ${open.length > 0 && html`<span class="count" aria-hidden="true">${open.length}</span>`}
    </button>
    <span class="unseen" role="status">${open.length ? label : ""}</span>
    ${shown && html`<div class="menu">
      <h2>${label}</h2>
      <ul>${open.map(({ run, request }) => html`<li key=${request.id}><a href=${`#/runs/${run.id}`} onClick=${() => show(false)}>
        <b dir="auto">${request.question}</b><span class="soft" dir="auto">${run.task}</span></a></li>`)}</ul>
      ${allowed === "default" && html`<button onClick=${async () => setAllowed(await Notification.requestPermission())}>Tell me on this desktop</button>`}
      ${allowed === "granted" && html`<p class="soft small">You are told on this desktop when something waits.</p>`}
      ${allowed === "denied" && html`<p class="soft small">This browser does not let the page notify you.</p>`}
    </div>`}
  </div>`;
}

/** Keep the title of the tab: what waits, and which page it is.
 * @param {import("./app.js").Route} route @param {import("./stream.js").Stream} stream */
export function useTitle(route, stream) {
  const [page, id] = route.path;
  const run = page === "runs" && id ? stream.runs.get(id) : undefined;
  const name = run ? `${stateOf(run)} – ${run.task.slice(0, 60)}` : (page ?? "");
  const count = questions(stream.waiting).length;
  useEffect(() => {
    document.title = `${count ? `(${count}) ` : ""}${name ? `${name} – ` : ""}agent-e`;
  }, [count, name]);
}

/** Tell each question once on the desktop, unless the page is in front.
 * @param {{run: Run, request: Request}[]} open @param {boolean} allowed */
function useNotifications(open, allowed) {
  const told = useRef(new Map());
  useEffect(() => {
    const now = new Set(open.map(({ request }) => request.id));
    for (const [id, note] of told.current) {
      if (now.has(id)) continue;
      note?.close();
      told.current.delete(id);
    }
    for (const { run, request } of open) {
      if (told.current.has(request.id)) continue;
      const quiet = !allowed || document.visibilityState === "visible";
      const note = quiet ? null : notification(`A run ${KINDS[request.kind] ?? "asks"}`, run.task.slice(0, 120), request.id);
      note?.addEventListener("click", () => {
        window.focus();
        location.hash = `#/runs/${run.id}`;
      });
      told.current.set(request.id, note);
    }
  });
}

/** A notification; null where the browser lets only service workers make one, as on phones.
 * @param {string} title @param {string} body @param {string} tag */
function notification(title, body, tag) {
  try {
    return new Notification(title, { body, tag });
  } catch {
    return null;
  }
}
