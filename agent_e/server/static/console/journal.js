/** One reader of a run's journal for all views: it takes the events in order and keeps what is shown.
 *
 * A replay at an event shows what was known then, so every entry has the number of its event. */

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/**
 * @typedef {{file: string, width: number, height: number, box: number[] | null, url: string}} Picture
 * @typedef {{seq: number, time: number, seconds: number | null, line: string, target: any, status: string, result: string,
 *   ghost: boolean, url: string, requests: any[], picture: Picture | null, call: Call | null, person: boolean}} Act
 * @typedef {{seq: number, number: number, role: string, tokens: number, cached: number, out: number, milliseconds: number,
 *   thought: string}} Call
 * @typedef {{seq: number, version: number, by: string, steps: {text: string, status: string}[]}} Plan
 * @typedef {{seq: number, claim: string, quote: string, url: string, found: boolean}} Fact
 * @typedef {{seq: number, time: number, tone: string, line: string}} Aside
 * @typedef {{seq: number, number: number, text: string, status: string, summary: string}} SubTask
 * @typedef {{kind: "act", seq: number, act: Act} | {kind: "call", seq: number, call: Call}
 *   | {kind: "aside", seq: number, aside: Aside} | {kind: "subtask", seq: number, subtask: SubTask}} Row
 */

const ASIDES = new Set([
  "answer.checked", "grants.read", "grant.used", "loop.found", "context.shortened", "limit.told", "gate.judged",
  "request.judged", "security.tainted", "security.blocked", "browser.event", "skill.failed", "model.retried",
  "model.replaced", "model.failed", "control.paused", "control.resumed", "control.stopped", "control.steered",
  "control.taken", "control.returned", "control.lapsed", "person.asked", "person.answered", "run.broken",
]);
const LOUD = new Set(["security.blocked", "security.tainted", "model.failed", "run.broken", "loop.found", "skill.failed"]);
const PERSON = /^(person|control)\./;

/** A run as far as its journal has been read. */
export class Journal {
  constructor() {
    this.last = 0;
    this.task = "";
    this.started = 0;
    this.now = 0;
    /** @type {any} */
    this.ended = null;
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Act[]} */
    this.acts = [];
    /** @type {Call[]} */
    this.calls = [];
    /** @type {Plan[]} */
    this.plans = [];
    /** @type {Fact[]} */
    this.facts = [];
    /** @type {any[]} */
    this.effects = [];
    /** @type {SubTask[]} */
    this.subtasks = [];
    /** @type {{text: string, seq: number}[]} */
    this.grants = [];
    /** Questions that were withdrawn, by their ids. @type {Map<string, string>} */
    this.withdrawn = new Map();
    /** @type {Picture | null} */
    this.end = null;
    this.endSeq = 0;
    this.tokens = 0;
    /** @type {Map<number, Act>} */
    this._byStart = new Map();
    /** @type {Map<number, Call>} */
    this._bySeq = new Map();
  }

  /** @param {JournalEvent[]} events */
  take(events) {
    for (const event of events) {
      this.last = event.seq;
      this.now = event.time;
      this._take(event);
      if (ASIDES.has(event.kind) && event.line) this._aside(event);
    }
  }

  /** The plan as it was at an event. @param {number} [seq] */
  planAt(seq = Infinity) {
    return latest(this.plans, seq);
  }

  /** The action under way, or the last one before an event. @param {number} [seq] */
  actAt(seq = Infinity) {
    return latest(this.acts, seq);
  }

  /** The moments of a replay: every action, and the end.
   * @returns {{seq: number, act: Act | null, picture: Picture | null}[]} */
  get moments() {
    const moments = this.acts.map((act) => ({
      seq: act.seq,
      act: /** @type {Act | null} */ (act),
      picture: act.picture,
    }));
    if (this.end) moments.push({ seq: this.endSeq, act: null, picture: this.end });
    return moments;
  }

  /** The picture of a moment; where none was taken, what was shown before it, or else after it.
   * @param {number} index */
  pictureAt(index) {
    const moments = this.moments;
    const before = moments.slice(0, index + 1).findLast((each) => each.picture);
    return (before ?? moments.slice(index).find((each) => each.picture))?.picture ?? null;
  }

  /** @param {JournalEvent} event */
  _take(event) {
    switch (event.kind) {
      case "run.started":
      case "run.continued":
        this.task = String(event.task ?? "");
        this.started ||= event.time;
        break;
      case "run.ended":
        this.ended = event;
        break;
      case "plan.updated":
        this.plans.push({ seq: event.seq, version: event.version, by: event.by, steps: (event.steps ?? []).map(step) });
        break;
      case "subtask.started":
        this._subtask(event);
        break;
      case "subtask.ended":
        this._subtaskEnded(event);
        break;
      case "model.called":
        this._called(event);
        break;
      case "model.replied":
        this._replied(event);
        break;
      case "action.started":
        this._started(event);
        break;
      case "action.ended":
        this._ended(event);
        break;
      case "pictured":
        this._pictured(event);
        break;
      case "effect":
        this.effects.push({ ...event.effect, seq: event.seq });
        break;
      case "grants.read":
        this.grants = (event.grants ?? []).map((/** @type {string} */ text) => ({ text, seq: event.seq }));
        break;
      case "person.answered":
        if (event.action === "withdrawn") this.withdrawn.set(event.id, event.note || "it is no longer needed");
        break;
    }
  }

  /** @param {JournalEvent} event */
  _subtask(event) {
    const subtask = { seq: event.seq, number: event.number, text: event.sub_task ?? "", status: "running", summary: "" };
    this.subtasks.push(subtask);
    this.rows.push({ kind: "subtask", seq: event.seq, subtask });
  }

  /** @param {JournalEvent} event */
  _subtaskEnded(event) {
    const at = this.subtasks.findLastIndex((each) => each.number === event.number);
    if (at >= 0) Object.assign(this.subtasks[at], { status: event.status, summary: event.summary ?? "" });
    for (const fact of event.facts ?? []) this.facts.push({ ...fact, seq: event.seq, found: fact.found !== false });
  }

  /** @param {JournalEvent} event */
  _called(event) {
    /** @type {Call} */
    const call = {
      seq: event.seq, number: this.calls.length + 1, role: event.role ?? "", tokens: event.tokens ?? 0,
      cached: 0, out: 0, milliseconds: 0, thought: "",
    };
    this.calls.push(call);
    this._bySeq.set(event.seq, call);
  }

  /** @param {JournalEvent} event */
  _replied(event) {
    const usage = event.usage ?? {};
    this.tokens += (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0);
    const call = this._bySeq.get(event.call);
    if (!call) return;
    Object.assign(call, {
      thought: thought(event.text ?? ""), tokens: usage.input_tokens || call.tokens,
      cached: usage.cached_tokens ?? 0, out: usage.output_tokens ?? 0, milliseconds: event.milliseconds ?? 0,
    });
    if (call.thought) this.rows.push({ kind: "call", seq: event.seq, call });
  }

  /** @param {JournalEvent} event */
  _started(event) {
    /** @type {Act} */
    const act = {
      seq: event.seq, time: event.time, seconds: null, line: event.line ?? event.action ?? "action",
      target: event.target, status: "running", result: "", ghost: false, url: "", requests: [], picture: null,
      call: this.calls.at(-1) ?? null, person: event.by === "person",
    };
    this.acts.push(act);
    this._byStart.set(event.seq, act);
    this.rows.push({ kind: "act", seq: event.seq, act });
  }

  /** @param {JournalEvent} event */
  _ended(event) {
    const act = this._byStart.get(event.started);
    if (!act) return;
    Object.assign(act, {
      seconds: event.time - act.time, status: event.status || "done", result: event.line ?? "",
      ghost: event.ghost === true, url: event.url ?? "", requests: event.requests ?? [],
    });
  }

  /** @param {JournalEvent} event */
  _pictured(event) {
    if (!event.file) return;
    /** @type {Picture} */
    const picture = {
      file: event.file, width: event.width || 1, height: event.height || 1, url: event.url ?? "",
      box: Array.isArray(event.box) && event.box.length === 4 ? event.box : null,
    };
    const act = this._byStart.get(event.started);
    if (act) act.picture = picture;
    else {
      this.end = picture;
      this.endSeq = event.seq;
    }
  }

  /** @param {JournalEvent} event */
  _aside(event) {
    const tone = LOUD.has(event.kind) ? "bad" : PERSON.test(event.kind) ? "person" : "";
    const aside = { seq: event.seq, time: event.time, tone, line: event.line };
    this.rows.push({ kind: "aside", seq: event.seq, aside });
  }
}

/** @param {any} given */
function step(given) {
  return typeof given === "string" ? { text: given, status: "pending" } : { text: String(given.text), status: String(given.status) };
}

/** A model's thought, where it answers with a JSON object; its calls show the rest. @param {string} text */
function thought(text) {
  if (!text.startsWith("{")) return text;
  try {
    const value = JSON.parse(text);
    return typeof value.thought === "string" ? value.thought : "";
  } catch {
    return text;
  }
}

/** @template {{seq: number}} T @param {T[]} entries @param {number} seq @returns {T | null} */
function latest(entries, seq) {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle].seq <= seq) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1] ?? null;
}
