/** The page as it is now, and the person's turn at it. */

import { Driver } from "./driver.js";
import { LiveSocket } from "./live_socket.js";
import { AddressBar } from "./picture.js";
import { html, useEffect, useNow, useRef, useState } from "./ui.js";
import { timeOf } from "./words.js";

/** Seconds that the target of an action stays marked. */
const MARKED_S = 1.5;

/** @param {{run: import("./stream.js").Run, journal: import("./journal.js").Journal}} props */
export function Live({ run, journal }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const live = useRef(/** @type {LiveSocket | null} */ (null));
  const [, count] = useState(0);
  useEffect(() => {
    const socket = new LiveSocket(run.id, /** @type {HTMLCanvasElement} */ (canvas.current), () => count((last) => last + 1));
    live.current = socket;
    return () => socket.close();
  }, [run.id]);
  const socket = live.current;
  const mine = socket?.holder.mine ?? false;
  const active = socket?.tabs.find((tab) => tab.active);
  useDriver(canvas, live, mine);
  const covered = socket?.over ? "The browser of this run is closed." : socket?.hidden ? "Somebody else drives the page: what they see and type is theirs." : socket?.frame ? "" : "Waiting for the browser…";
  return html`<section class=${`viewer live${mine ? " driven" : ""}`} aria-label="The page">
    <${Tabs} tabs=${socket?.tabs ?? []} mine=${mine} send=${(/** @type {any} */ order) => socket?.send(order)} />
    <${Address} url=${active?.url ?? run.url ?? ""} mine=${mine} send=${(/** @type {any} */ order) => socket?.send(order)} />
    <div class="picture">
      <canvas ref=${canvas} width="1280" height="720" tabindex=${mine ? 0 : -1} role="img" aria-label=${mine ? "The page. Your mouse and keys go to it; Shift and Escape lead out." : `The page: ${active?.title ?? ""}`}></canvas>
      <${Target} journal=${journal} frame=${socket?.frame ?? null} />
      ${covered && html`<div class="cover"><p>${covered}</p></div>`}
      ${socket?.choices && html`<${Choices} socket=${socket} />`}
      ${socket?.dialog && mine && html`<${PageDialog} key=${socket.dialog.message} socket=${socket} />`}
    </div>
    ${socket?.problem && html`<p class="note bad" role="alert">${socket.problem}</p>`}
    ${socket && !socket.over && html`<${TakeOver} run=${run} socket=${socket} />`}
  </section>`;
}

/** Send the person's input on while they hold the page.
 * @param {{current: HTMLCanvasElement | null}} canvas @param {{current: LiveSocket | null}} live @param {boolean} mine */
function useDriver(canvas, live, mine) {
  useEffect(() => {
    if (!mine || !canvas.current || !live.current) return undefined;
    const driver = new Driver(canvas.current, live.current);
    canvas.current.focus();
    return () => driver.end();
  }, [mine]);
}

/** @param {{journal: import("./journal.js").Journal, frame: import("./live_socket.js").FrameInfo | null}} props */
function Target({ journal, frame }) {
  const act = journal.actAt();
  const now = useNow(0.25);
  const box = act?.target?.box ?? act?.picture?.box;
  if (!act || !frame || !Array.isArray(box) || box.length !== 4) return null;
  if (act.status !== "running" && now - (act.time + (act.seconds ?? 0)) > MARKED_S) return null;
  return html`<svg viewBox=${`0 0 ${frame.width} ${frame.height}`} aria-hidden="true"><rect class="target" x=${box[0] - 3} y=${box[1] - 3} width=${box[2] + 6} height=${box[3] + 6} rx="5" /></svg>`;
}

/** @param {{tabs: import("./live_socket.js").TabInfo[], mine: boolean, send: (order: any) => void}} props */
function Tabs({ tabs, mine, send }) {
  if (tabs.length < 2) return null;
  return html`<ul class="tabs">${tabs.map((tab) => html`<li class=${tab.active ? "active" : ""}>
    <button disabled=${!mine} aria-current=${tab.active ? "true" : undefined} onClick=${() => send({ do: "tab", number: tab.number })} dir="auto">${tab.title || tab.url || "New tab"}</button>
    ${mine && html`<button class="icon" aria-label=${`Close the tab ${tab.title}`} onClick=${() => send({ do: "close_tab", number: tab.number })}>✕</button>`}</li>`)}</ul>`;
}

/** @param {{url: string, mine: boolean, send: (order: any) => void}} props */
function Address({ url, mine, send }) {
  const [typed, type] = useState("");
  useEffect(() => type(url), [url]);
  if (!mine) return html`<${AddressBar} address=${url} />`;
  return html`<form class="address-bar" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), send({ do: "open", url: typed }))}>
    ${[["back", "◀"], ["forward", "▶"], ["reload", "↻"]].map(([direction, sign]) => html`<button type="button" class="icon" aria-label=${direction} onClick=${() => send({ do: "history", direction })}>${sign}</button>`)}
    <input class="address" aria-label="Address" value=${typed} dir="ltr" onInput=${(/** @type {any} */ event) => type(event.target.value)} /></form>`;
}

/** Options of a list that the person pressed: a browser without a window paints none.
 * @param {{socket: LiveSocket}} props */
function Choices({ socket }) {
  const { options, box } = /** @type {NonNullable<LiveSocket["choices"]>} */ (socket.choices);
  const list = useRef(/** @type {HTMLSelectElement | null} */ (null));
  const frame = socket.frame ?? { width: 1280, height: 720, tab: 0 };
  useEffect(() => list.current?.focus(), []);
  const place = { left: `${(100 * box[0]) / frame.width}%`, top: `${(100 * (box[1] + box[3])) / frame.height}%` };
  /** @param {string | null} value */
  const choose = (value) => {
    socket.send({ do: "choose", value });
    socket.choices = null;
    socket.canvas.focus();
  };
  return html`<select ref=${list} class="choices" style=${place} size=${Math.min(options.length, 8)} aria-label="Choose" onBlur=${() => socket.choices && choose(null)}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => (event.key === "Escape" ? choose(null) : event.key === "Enter" && list.current && choose(list.current.value))}>
    ${options.map((option) => html`<option value=${option.value} selected=${option.selected} disabled=${option.disabled} onClick=${() => choose(option.value)}>${option.label}</option>`)}</select>`;
}

/** @param {{socket: LiveSocket}} props */
function PageDialog({ socket }) {
  const { type, message, default: given } = /** @type {NonNullable<LiveSocket["dialog"]>} */ (socket.dialog);
  const [words, setWords] = useState(given ?? "");
  const answer = (/** @type {boolean} */ accept) => socket.send({ do: "dialog", accept, text: words });
  return html`<form class="page-dialog" aria-label="The page asks" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), answer(true))}>
    <p dir="auto">${message}</p>
    ${type === "prompt" && html`<input aria-label="Answer to the page" value=${words} onInput=${(/** @type {any} */ event) => setWords(event.target.value)} />`}
    <div class="buttons"><button class="main">OK</button>${type !== "alert" && html`<button type="button" onClick=${() => answer(false)}>Cancel</button>`}</div></form>`;
}

/** @param {{run: import("./stream.js").Run, socket: LiveSocket}} props */
function TakeOver({ run, socket }) {
  const [note, setNote] = useState("");
  const { by, mine, taking, until } = socket.holder;
  const now = useNow(until ? 1 : 0);
  // Once their time is over there is none: somebody else may take it at any moment.
  const lapsed = by !== "" && (until === null || until <= now);
  if (mine)
    return html`<form class="take-over" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), socket.send({ do: "give", note: note.trim() }), setNote(""))}>
      <p class="small"><b>You drive.</b> The agent waits and sees nothing, and nothing of it is kept. <kbd>Shift</kbd>+<kbd>Esc</kbd> leads out of the picture.${until && !lapsed ? ` For ${timeOf(until - now)} nobody else can take it.` : ""}</p>
      <div class="with-button"><input aria-label="A note for the agent (optional)" placeholder="A note (optional)" value=${note} dir="auto" onInput=${(/** @type {any} */ event) => setNote(event.target.value)} /><button class="main">Hand back</button></div></form>`;
  const may = run.can_take_over && !taking && (!by || lapsed);
  return html`<div class="take-over"><button disabled=${!may} onClick=${() => socket.send({ do: "take" })}>Take over</button>
    <span class="small soft" role="status">${by ? `Another tab or person holds the page (${by}).${lapsed ? " Their time is over: you may take it." : ""}` : taking ? "The action under way is ended first…" : run.can_take_over ? "Your mouse and keys go to the page; the agent waits until you hand it back." : "There is no page to take over yet."}</span></div>`;
}
