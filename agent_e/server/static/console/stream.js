/** The server's WebSocket: all runs as they stand, and the events of the one that is looked at.
 *
 * There is one connection a tab: a browser allows six HTTP connections to a server over all tabs, which event streams would use up. */

import { get, socketPath } from "./api.js";

/**
 * @typedef {{id: string, run: string, step: number, kind: string, question: string, schema: any, default: any,
 *   evidence: any, deadline: number | null, on_timeout: string, sensitivity: string}} Request
 * @typedef {{id: string, state: string, outcome: string, task: string, start_url: string | null, url: string,
 *   architecture: string, mode: string, requests: number, plan_version: number, problem: string, result: any,
 *   served: boolean, started: number, ended: number | null, steps: number, tokens: number, cost_usd: number | null,
 *   seconds: number, models: Record<string, string>, limits: Record<string, number | null>, holder: string,
 *   can_take_over: boolean, asked: Request[]}} Run
 * @typedef {Record<string, any> & {seq: number, time: number, kind: string}} JournalEvent
 */

const LONGEST_WAIT_MS = 5_000;

/** All runs, kept up to date. */
export class Stream {
  constructor() {
    /** @type {Map<string, Run>} */
    this.runs = new Map();
    this.connected = false;
    this.loaded = false;
    /** @type {Set<() => void>} */
    this._told = new Set();
    /** @type {WebSocket | null} */
    this._socket = null;
    this._wait = 250;
    this._followed = "";
    this._after = 0;
    /** @type {(events: JournalEvent[]) => void} */
    this._take = () => undefined;
    this.subscribe = this.subscribe.bind(this);
  }

  /** @param {() => void} tell */
  subscribe(tell) {
    this._told.add(tell);
    return () => void this._told.delete(tell);
  }

  /** Newest first. */
  get newest() {
    return [...this.runs.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
  }

  /** Those that wait for the person, newest first. */
  get waiting() {
    return this.newest.filter((run) => (run.asked ?? []).length > 0 || run.requests > 0);
  }

  open() {
    const socket = new WebSocket(socketPath("/console/stream"));
    this._socket = socket;
    socket.addEventListener("open", () => {
      this.connected = true;
      this._wait = 250;
      this._ask();
      this._tell();
    });
    socket.addEventListener("message", (message) => this._on(JSON.parse(message.data)));
    socket.addEventListener("close", () => {
      if (this._socket !== socket) return;
      // Why a connection was refused is not told; a request is answered, and says if this browser is signed
      // out. That there is no server is shown already.
      if (!this.connected) get("/runs?limit=1").catch(() => undefined);
      this.connected = false;
      this._tell();
      setTimeout(() => this._socket === socket && this.open(), this._wait);
      this._wait = Math.min(this._wait * 2, LONGEST_WAIT_MS);
    });
  }

  close() {
    const socket = this._socket;
    this._socket = null;
    socket?.close();
  }

  /** Get the events of a run from its first on; returns what ends that.
   * @param {string} id @param {(events: JournalEvent[]) => void} take */
  follow(id, take) {
    this._followed = id;
    this._after = 0;
    this._take = take;
    this._ask();
    return () => {
      if (this._take !== take) return;
      this._followed = "";
      this._take = () => undefined;
      this._ask();
    };
  }

  /** Note how a run stands, from a response that is newer than the last message.
   * @param {Run} run */
  put(run) {
    this.runs.set(run.id, { ...this.runs.get(run.id), ...run });
    this._tell();
  }

  /** @param {any} message */
  _on(message) {
    if (message.kind === "runs") {
      this.runs = new Map(message.runs.map((/** @type {Run} */ run) => [run.id, run]));
      this.loaded = true;
    } else if (message.kind === "run") {
      this.runs.set(message.run.id, message.run);
    } else if (message.kind === "events" && message.run === this._followed) {
      const fresh = message.events.filter((/** @type {JournalEvent} */ each) => each.seq > this._after);
      this._after = fresh.at(-1)?.seq ?? this._after;
      this._take(fresh);
      return;
    }
    this._tell();
  }

  _ask() {
    if (this._socket?.readyState !== WebSocket.OPEN) return;
    this._socket.send(JSON.stringify({ follow: this._followed, after: this._after }));
  }

  _tell() {
    this._told.forEach((tell) => tell());
  }
}

export const stream = new Stream();
