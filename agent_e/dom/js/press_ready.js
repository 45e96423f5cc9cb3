/**
 * Tells whether an element is under the mouse, right before the press, and notes what the press hits.
 *
 * Between the two the page may still move: the event's actual target is decisive.
 *
 * @param {{mmid: number, x: number, y: number}} options CSS pixels of the viewport of the world's root frame
 * @returns {{problem: "" | "gone" | "hidden" | "moved" | "covered", role: string, name: string}}
 */
({ mmid, x, y }) => {
  const element = agentE.element(mmid);
  if (!element) return { problem: "gone", role: "", name: "" };
  const about = agentE.named(element);
  const within = () => {
    const box = agentE.box(element);
    return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
  };
  const hit = agentE.at(x, y);
  if (!hit || !agentE.serves(element, hit)) {
    if (!agentE.visible(element)) return { problem: "hidden", ...about };
    return { problem: within() && hit ? "covered" : "moved", ...about };
  }
  agentE.press?.over.abort();
  const over = new AbortController();
  /** @type {Press} */
  const press = { over, heard: false, missed: null, saw: null };
  agentE.press = press;
  const note = (/** @type {Event} */ event) => {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    // Targets in a closed shadow root are hidden from outside listeners: then the point decides.
    const landed = agentE.serves(element, target) ? target : agentE.at(x, y) ?? target;
    // Decided now: pages that redraw a pressed button detach what was hit.
    const beside = !agentE.serves(element, landed);
    const slipped = () => agentE.connected(element) && agentE.visible(element) && !within();
    // Something opening over a pressed element gets the release, which is no miss.
    if (beside && (!press.heard || (event.type === "pointerup" && slipped()))) press.missed = new WeakRef(landed);
    if (!press.heard) press.saw = agentE.awaited?.() ?? null;
    press.heard = true;
  };
  // A press outside an inner frame reaches only this frame, one inside only that.
  const windows = new Set([globalThis.window, element.ownerDocument.defaultView]);
  for (const each of windows) {
    for (const type of ["pointerdown", "pointerup"]) each?.addEventListener(type, note, { capture: true, signal: over.signal });
  }
  return { problem: "", ...about };
};
