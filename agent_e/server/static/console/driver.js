/** Sends the mouse, wheel, keys, touches and clipboard of the person to the page of the run. */

/** @typedef {import("./live_socket.js").LiveSocket} LiveSocket */

const BUTTONS = ["left", "middle", "right"];
/** Keys that edit: the browser of the run needs to be told what they mean. */
const CLIPBOARD = new Set(["c", "x", "v"]);

/** Listens on the canvas until it is ended. */
export class Driver {
  /** @param {HTMLCanvasElement} canvas @param {LiveSocket} live */
  constructor(canvas, live) {
    this._canvas = canvas;
    this._live = live;
    this._end = new AbortController();
    /** @type {PointerEvent | null} */
    this._moved = null;
    this._clicks = 0;
    /** The fingers that touch now, by the browser's ids of them. @type {Map<number, {x: number, y: number, id: number}>} */
    this._fingers = new Map();
    this._pressed = { at: 0, x: 0, y: 0, button: -1 };
    const on = (/** @type {string} */ kind, /** @type {(event: any) => void} */ handle) => canvas.addEventListener(kind, handle, { signal: this._end.signal, passive: false });
    on("pointerdown", (event) => this._onPointer(event, "down"));
    on("pointerup", (event) => this._onPointer(event, "up"));
    on("pointercancel", (event) => this._onPointer(event, "up"));
    on("pointermove", (event) => this._onMove(event));
    on("wheel", (event) => this._onWheel(event));
    on("contextmenu", (event) => event.preventDefault());
    on("keydown", (event) => this._onKey(event, "down"));
    on("keyup", (event) => this._onKey(event, "up"));
    // Browsers differ in whether these come to what has the focus, where nothing there can be edited.
    document.addEventListener("paste", (event) => document.activeElement === canvas && this._onPaste(event), { signal: this._end.signal });
    document.addEventListener("copy", (event) => document.activeElement === canvas && (event.preventDefault(), live.send({ do: "copy" })), { signal: this._end.signal });
    document.addEventListener("cut", (event) => document.activeElement === canvas && (event.preventDefault(), live.send({ do: "cut" })), { signal: this._end.signal });
  }

  end() {
    this._end.abort();
  }

  /** Where the page is at a pointer, in its CSS pixels.
   * @param {MouseEvent | Touch} event */
  _place(event) {
    const box = this._canvas.getBoundingClientRect();
    const { width, height } = this._live.frame ?? { width: box.width, height: box.height };
    const part = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(Math.max(value, 0), most);
    return { x: part(((event.clientX - box.left) / box.width) * width, width - 1), y: part(((event.clientY - box.top) / box.height) * height, height - 1) };
  }

  /** @param {PointerEvent} event @param {"down" | "up"} type */
  _onPointer(event, type) {
    event.preventDefault();
    this._canvas.focus({ preventScroll: true });
    const place = this._place(event);
    if (event.pointerType === "touch") {
      this._touch(event, type === "down" ? "start" : event.type === "pointercancel" ? "cancel" : "end");
      return;
    }
    this._flush();
    if (type === "down") {
      this._canvas.setPointerCapture(event.pointerId);
      const last = this._pressed;
      const again = event.timeStamp - last.at < 400 && Math.hypot(place.x - last.x, place.y - last.y) < 6 && event.button === last.button;
      this._clicks = again ? Math.min(this._clicks + 1, 3) : 1;
      this._pressed = { at: event.timeStamp, ...place, button: event.button };
    }
    this._live.send({ do: "mouse", type, ...place, button: BUTTONS[event.button] ?? "none", buttons: event.buttons, clicks: this._clicks, modifiers: modifiers(event) });
  }

  /** @param {PointerEvent} event */
  _onMove(event) {
    if (event.pointerType === "touch") {
      if (event.buttons) this._touch(event, "move");
      return;
    }
    // At most one move a frame of the screen: the last one counts.
    const planned = this._moved !== null;
    this._moved = event;
    if (!planned) requestAnimationFrame(() => this._flush());
  }

  _flush() {
    const event = this._moved;
    this._moved = null;
    if (!event || this._end.signal.aborted) return;
    const button = event.buttons & 1 ? "left" : event.buttons & 2 ? "right" : event.buttons & 4 ? "middle" : "none";
    this._live.send({ do: "mouse", type: "move", ...this._place(event), button, buttons: event.buttons, clicks: 0, modifiers: modifiers(event) });
  }

  /** @param {PointerEvent} event @param {"start" | "move" | "end" | "cancel"} type */
  _touch(event, type) {
    if (type === "start" || type === "move") {
      const taken = new Set([...this._fingers.values()].map(({ id }) => id));
      const free = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((id) => !taken.has(id)) ?? 0;
      this._fingers.set(event.pointerId, { ...this._place(event), id: this._fingers.get(event.pointerId)?.id ?? free });
    } else this._fingers.delete(event.pointerId);
    if (type === "cancel") this._fingers.clear();
    this._live.send({ do: "touch", type, points: [...this._fingers.values()] });
  }

  /** @param {WheelEvent} event */
  _onWheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 400 : 1;
    this._live.send({ do: "wheel", ...this._place(event), dx: event.deltaX * unit, dy: event.deltaY * unit, modifiers: modifiers(event) });
  }

  /** @param {KeyboardEvent} event @param {"down" | "up"} type */
  _onKey(event, type) {
    if (event.key === "Escape" && event.shiftKey) {
      // The way out for those who have no mouse.
      event.preventDefault();
      if (type === "down") /** @type {HTMLElement | null} */ (document.querySelector(".take-over input"))?.focus();
      return;
    }
    const command = (event.ctrlKey || event.metaKey) && !event.altKey;
    // The browser makes these into copy, cut and paste events, which carry the clipboard.
    if (command && CLIPBOARD.has(event.key.toLowerCase())) return;
    if (event.isComposing || event.key === "Dead" || event.key === "Process") return;
    event.preventDefault();
    this._live.send({ do: "key", type, key: event.key, code: event.code, location: event.location, modifiers: modifiers(event), repeat: event.repeat });
  }

  /** @param {ClipboardEvent} event */
  _onPaste(event) {
    event.preventDefault();
    event.stopPropagation();
    const text = event.clipboardData?.getData("text/plain");
    if (text) this._live.send({ do: "text", text });
  }
}

/** The modifier keys as the bits of the browser's protocol.
 * @param {MouseEvent | KeyboardEvent} event */
function modifiers(event) {
  return (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0);
}
