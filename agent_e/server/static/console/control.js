/** Pause, continue, steer, stop: each says what it does, and while it has not taken effect, what it waits for. */

import { post, runPath } from "./api.js";
import { stream } from "./stream.js";
import { html, useState } from "./ui.js";

/** @param {{run: import("./stream.js").Run, journal: import("./journal.js").Journal}} props */
export function Control({ run, journal }) {
  const [problem, setProblem] = useState("");
  const [words, setWords] = useState("");
  const [stopping, setStopping] = useState(false);
  const [said, setSaid] = useState({ words: "", call: 0 });
  const [steering, setSteering] = useState(false);
  /** @param {string} order @param {unknown} [body] */
  const send = async (order, body) => {
    setProblem("");
    try {
      stream.put(await post(`${runPath(run.id)}/${order}`, body));
      return true;
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
      return false;
    }
  };
  const steer = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!words.trim() || steering) return;
    setSteering(true);
    const call = journal.calls.length;
    if (await send("steer", { words: words.trim() })) {
      setSaid({ words: words.trim(), call });
      setWords("");
    }
    setSteering(false);
  };
  const paused = run.state === "paused";
  const act = journal.actAt();
  const busy = act?.status === "running";
  const now = paused
    ? run.holder
      ? "The page is taken over; the run waits until it is handed back."
      : busy
        ? `It is held once “${act.line}” has ended.`
        : "It is held before its next action or model call."
    : run.state === "stopping"
      ? "It ends within 2 seconds and keeps what it found."
      : "";
  return html`<section class="card control" aria-label="Control">
    <div class="buttons">
      ${paused
        ? html`<button class="main" disabled=${Boolean(run.holder)} onClick=${() => send("resume")} title="Let the run go on">Continue</button>`
        : html`<button onClick=${() => send("pause")} disabled=${run.state === "stopping"} title="Hold the run before its next action or model call; one under way is ended first">Pause</button>`}
      ${stopping
        ? html`<span class="confirm" role="group" aria-label="Stop the run?"><button class="danger" onClick=${() => (setStopping(false), send("stop"))}>Stop it, keep what was found</button><button onClick=${() => setStopping(false)}>Go on</button></span>`
        : html`<button disabled=${run.state === "stopping"} onClick=${() => setStopping(true)} title="End the run within 2 seconds; it keeps what it found">Stop</button>`}
    </div>
    ${now && html`<p class="small soft" role="status">${now}</p>`}
    <form class="with-button" onSubmit=${steer}>
      <input aria-label="Say what is wanted now" placeholder="Say what is wanted now" value=${words} dir="auto" onInput=${(/** @type {any} */ event) => setWords(event.target.value)} />
      <button disabled=${!words.trim() || steering}>Steer</button></form>
    <p class="small soft" role="status">${said.words && journal.calls.length === said.call ? html`Said: “<span dir="auto">${said.words}</span>”. The next model call reads it.` : "It takes the place of what is under way, from the next model call on."}</p>
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
  </section>`;
}
