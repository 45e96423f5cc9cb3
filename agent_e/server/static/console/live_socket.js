/** The live picture of a run's browser, and the person's input into it. */

import { runPath, socketPath } from "./api.js";

/**
 * @typedef {{tab: number, width: number, height: number}} FrameInfo
 * @typedef {{by: string, mine: boolean, until: number | null, taking: boolean}} Holder
 * @typedef {{number: number, title: string, url: string, active: boolean}} TabInfo
 */

const LONGEST_WAIT_MS = 5_000;

/** An id that a reload of this tab keeps, and no other tab has: one that is duplicated gets its storage too. */
const TAB = (async () => {
  const known = sessionStorage.getItem("agent-e.tab");
  if (known && (await isMine(known))) return known;
  const id = crypto.randomUUID();
  sessionStorage.setItem("agent-e.tab", id);
  await isMine(id);
  return id;
})();

/** Claim an id for as long as this page lives; whether no other page has it.
 * @param {string} id @returns {Promise<boolean>} */
function isMine(id) {
  return new Promise((resolve) => {
    void navigator.locks.request(`agent-e.tab ${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => undefined);
    });
  });
}

/** One connection to `/runs/ID/live`, kept up until it is closed. */
export class LiveSocket {
  /** @param {string} run @param {HTMLCanvasElement} canvas @param {() => void} tell called when anything but the picture changed */
  constructor(run, canvas, tell) {
    this.canvas = canvas;
    /** @type {FrameInfo | null} */
    this.frame = null;
    /** @type {TabInfo[]} */
    this.tabs = [];
    /** @type {Holder} */
    this.holder = { by: "", mine: false, until: null, taking: false };
    /** @type {{type: string, message: string, default: string} | null} */
    this.dialog = null;
    /** @type {{options: {label: string, value: string, selected: boolean, disabled: boolean}[], box: number[]} | null} */
    this.choices = null;
    this.problem = "";
    this.over = false;
    this.hidden = false;
    this.frames = 0;
    this._run = run;
    this._tell = tell;
    this._closed = false;
    this._drawing = false;
    /** @type {Blob | null} */
    this._next = null;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._wait = 250;
    this._open();
  }

  close() {
    this._closed = true;
    this._socket?.close();
  }

  /** @param {Record<string, unknown>} order */
  send(order) {
    if (this.problem && order.type !== "move") {
      this.problem = "";
      this._tell();
    }
    if (this._socket?.readyState === WebSocket.OPEN) this._socket.send(JSON.stringify(order));
  }

  _open() {
    const socket = new WebSocket(socketPath(`${runPath(this._run)}/live`));
    socket.binaryType = "arraybuffer";
    this._socket = socket;
    socket.addEventListener("open", async () => {
      this._wait = 250;
      this.send({ do: "hello", tab_id: await TAB });
    });
    socket.addEventListener("message", ({ data }) => (typeof data === "string" ? this._on(JSON.parse(data)) : this._onFrame(data)));
    socket.addEventListener("close", () => {
      if (this._closed || this.over) return;
      setTimeout(() => this._closed || this._open(), this._wait);
      this._wait = Math.min(this._wait * 2, LONGEST_WAIT_MS);
    });
  }

  /** @param {any} message */
  _on(message) {
    switch (message.kind) {
      case "tabs":
        this.tabs = message.tabs;
        break;
      case "holder":
        this.holder = message;
        this.problem = "";
        if (!message.by || message.mine) this.hidden = false;
        break;
      case "dialog":
        this.dialog = message.dialog;
        break;
      case "choices":
        this.choices = message.options ? message : null;
        break;
      case "copied":
        navigator.clipboard.writeText(message.text).catch(() => {
          this.problem = "This browser does not let the page write to the clipboard.";
          this._tell();
        });
        break;
      case "refused":
        this.problem = message.why;
        break;
      case "hidden":
        this.hidden = true;
        break;
      case "ended":
        this.over = true;
        break;
    }
    this._tell();
  }

  /** @param {ArrayBuffer} data */
  _onFrame(data) {
    const length = new DataView(data).getUint32(0);
    const info = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
    const fresh = !this.frame || this.frame.width !== info.width || this.frame.height !== info.height || this.hidden;
    this.frame = info;
    this.hidden = false;
    this._next = new Blob([new Uint8Array(data, 4 + length)], { type: "image/jpeg" });
    if (!this._drawing) this._draw();
    if (fresh) this._tell();
  }

  /** Draw the newest frame; those that came while one was decoded are left out. */
  async _draw() {
    this._drawing = true;
    while (this._next && !this._closed) {
      const blob = this._next;
      this._next = null;
      try {
        const image = await createImageBitmap(blob);
        if (this.canvas.width !== image.width || this.canvas.height !== image.height) Object.assign(this.canvas, { width: image.width, height: image.height });
        this.canvas.getContext("2d")?.drawImage(image, 0, 0);
        image.close();
        this.frames += 1;
        this.canvas.dataset.frames = String(this.frames);
      } catch {
        this.problem = "A frame of the picture could not be read.";
        this._tell();
      }
    }
    this._drawing = false;
  }
}
