/** Figures and states as words; the same as in the terminal. */

/** @type {Record<string, string>} */
const STATES = {
  awaiting_plan: "waits for you: plan",
  awaiting_human: "waits for you",
  waiting: "waits for you",
};
const WAITING = new Set(["awaiting_plan", "awaiting_human", "waiting"]);
const ACTIVE = new Set([...WAITING, "planning", "running", "paused", "stopping"]);

/** @typedef {import("./stream.js").Run} Run */

/** @param {Run} run */
export function isWaiting(run) {
  return WAITING.has(run.state);
}

/** @param {Run} run */
export function isActive(run) {
  return ACTIVE.has(run.state);
}

/** The state of a run, or once it has ended its outcome.
 * @param {Run} run */
export function stateOf(run) {
  const state = run.state === "ended" ? run.outcome || "ended" : run.state;
  return STATES[state] ?? plain(state);
}

/** The colour of a state: good, bad, open, or none.
 * @param {Run} run */
export function toneOf(run) {
  const state = run.state === "ended" ? run.outcome : run.state;
  if (state === "success") return "good";
  if (isWaiting(run) || state === "paused" || state === "interrupted") return "open";
  if (isActive(run)) return "live";
  return state === "unfinished" || state === "ended" ? "" : "bad";
}

/** @param {string} name */
export function plain(name) {
  return name.replaceAll("_", " ");
}

/** @param {number} count @param {string} noun */
export function countOf(count, noun) {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : `${noun}s`}`;
}

/** @param {number} seconds */
export function timeOf(seconds) {
  if (seconds < 10) return `${Math.max(seconds, 0).toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")} min`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
}

/** How long ago something was.
 * @param {number} then @param {number} now seconds since the epoch */
export function ageOf(then, now) {
  const seconds = now - then;
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  return new Date(then * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}

/** @param {number | null | undefined} dollars */
export function costOf(dollars) {
  if (dollars === null || dollars === undefined) return "cost unknown";
  if (dollars === 0) return "$0";
  return dollars < 0.01 ? `$${dollars.toFixed(4)}` : `$${dollars.toFixed(2)}`;
}

/** @param {number} tokens */
export function tokensOf(tokens) {
  return tokens < 10_000 ? tokens.toLocaleString("en") : `${Math.round(tokens / 1000)}k`;
}

/** The host of an address, or the address itself.
 * @param {string} address */
export function siteOf(address) {
  try {
    return new URL(address).host || address;
  } catch {
    return address;
  }
}

/** An answer, which may be data, in words.
 * @param {any} answer */
export function answerOf(answer) {
  if (answer === null || answer === undefined) return "";
  return typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
}
