/**
 * Returns what a mouse click at a point would hit, assigning an id if needed; `mmid` is 0 for nothing.
 *
 * The innermost actionable thing counts, else what is drawn there, as that determines a click's effect. `frame`: it has
 * a document that this world cannot read.
 * @param {{ x: number, y: number, next: number, confirmed: number }} options CSS pixels of the viewport of the world's root frame
 * @returns {{ mmid: number, frame: boolean, tag: string, type: string, role: string, name: string, scroll: number[], next: number }}
 */
({ x, y, next, confirmed }) => {
  agentE.begin({ next, confirmed });
  const hit = agentE.at(x, y);
  if (!hit) return { mmid: 0, frame: false, tag: "", type: "", role: "", name: "", scroll: [0, 0], next: agentE.nextId() };
  const frame = agentE.FRAMES.has(hit.tagName) && !agentE.frameDocument(hit);
  /** @type {(each: Element) => boolean} */
  const acts = (each) => agentE.control(each) || agentE.knownId(each) !== null || each.matches("label, summary, option, [onclick]");
  const nearest = frame ? hit : agentE.closest(hit, acts) ?? hit;
  const labelled = nearest.localName === "label" && agentE.knownId(nearest) === null;
  const element = (labelled && /** @type {HTMLLabelElement} */ (nearest).control) || nearest;
  agentE.aimed = new WeakRef(hit);
  if (!frame) agentE.watch.arm(element);
  return {
    mmid: agentE.idOf(element),
    frame,
    tag: element.localName,
    type: element.localName === "input" ? /** @type {HTMLInputElement} */ (element).type : "",
    ...agentE.named(element),
    scroll: agentE.scrolled(),
    next: agentE.nextId(),
  };
};
