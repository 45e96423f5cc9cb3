/// <reference path="./world.d.ts" />
/// <reference path="./watch.d.ts" />
/**
 * Says what a mouse click at a point would land on, given an id if it has none; `mmid` is 0 where nothing is.
 *
 * The innermost thing to act on counts, else what is drawn there: what a click does is told by that. `frame`: it holds
 * a document that this world cannot read.
 * @param {{ x: number, y: number, next: number, confirmed: number }} options CSS pixels of the viewport of the world's root frame
 * @returns {{ mmid: number, frame: boolean, tag: string, type: string, role: string, name: string, scroll: number[], next: number }}
 */
({ x, y, next, confirmed }) => {
  const shown = globalThis.agentE;
  shown.begin({ next, confirmed });
  const FRAMES = new Set(["IFRAME", "FRAME", "OBJECT", "EMBED"]);
  const hit = shown.at(x, y);
  if (!hit) return { mmid: 0, frame: false, tag: "", type: "", role: "", name: "", scroll: [0, 0], next: shown.nextId() };
  const frame = FRAMES.has(hit.tagName) && !shown.frameDocument(hit);
  /** @type {(each: Element) => boolean} */
  const acts = (each) => shown.control(each) || shown.knownId(each) !== null || each.matches("label, summary, option, [onclick]");
  const nearest = frame ? hit : shown.closest(hit, acts) ?? hit;
  const labelled = nearest.localName === "label" && shown.knownId(nearest) === null;
  const element = (labelled && /** @type {HTMLLabelElement} */ (nearest).control) || nearest;
  shown.aimed = new WeakRef(hit);
  if (!frame) shown.watch.arm(element);
  return {
    mmid: shown.idOf(element),
    frame,
    tag: element.localName,
    type: element.localName === "input" ? /** @type {HTMLInputElement} */ (element).type : "",
    role: shown.role(element),
    name: shown.name(element),
    scroll: [scrollX, scrollY].map(Math.round),
    next: shown.nextId(),
  };
};
