/// <reference path="./world.d.ts" />
/// <reference path="./press.d.ts" />
/**
 * Says whether an element is under the mouse, right before the press, and takes note of what the press lands on.
 *
 * Between the two the page may still move: what the event then goes to is the last word.
 *
 * @param {{mmid: number, x: number, y: number}} options CSS pixels of the viewport of the world's root frame
 * @returns {{problem: "" | "gone" | "hidden" | "moved" | "covered", role: string, name: string}}
 */
({ mmid, x, y }) => {
  const shown = globalThis.agentE;
  const element = shown.element(mmid);
  if (!element) return { problem: "gone", role: "", name: "" };
  const about = { role: shown.role(element), name: shown.name(element) };
  const within = () => {
    const box = shown.box(element);
    return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
  };
  const hit = shown.at(x, y);
  if (!hit || !shown.serves(element, hit)) {
    if (!shown.visible(element)) return { problem: "hidden", ...about };
    return { problem: within() && hit ? "covered" : "moved", ...about };
  }
  shown.press?.over.abort();
  const over = new AbortController();
  /** @type {Press} */
  const press = { over, heard: false, missed: null, saw: null };
  shown.press = press;
  /** @type {(event: Event) => void} */
  const note = (event) => {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    // What is in a closed shadow root is kept from listeners outside of it: then the point tells.
    const landed = shown.serves(element, target) ? target : shown.at(x, y) ?? target;
    // Told now: pages that draw a pressed button anew leave what was hit outside of it.
    const beside = !shown.serves(element, landed);
    const slipped = () => shown.connected(element) && shown.visible(element) && !within();
    // What opens over an element that is pressed gets the release, and that is no miss.
    if (beside && (!press.heard || (event.type === "pointerup" && slipped()))) press.missed = new WeakRef(landed);
    if (!press.heard) press.saw = shown.awaited?.() ?? null;
    press.heard = true;
  };
  // A press beside a frame inside is heard by this frame only, one in it by the inner one only.
  const windows = new Set([globalThis.window, element.ownerDocument.defaultView]);
  for (const each of windows) {
    for (const type of ["pointerdown", "pointerup"]) each?.addEventListener(type, note, { capture: true, signal: over.signal });
  }
  return { problem: "", ...about };
};
