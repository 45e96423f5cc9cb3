/// <reference path="./world.d.ts" />
/// <reference path="./press.d.ts" />
/**
 * Listens to what the page makes of a drag over an element.
 * @param {{mmid: number}} options
 * @returns {{problem: "" | "gone"}}
 */
({ mmid }) => {
  const shown = globalThis.agentE;
  const element = shown.element(mmid);
  if (!element) return { problem: "gone" };
  shown.drop?.over.abort();
  const over = new AbortController();
  /** @type {NonNullable<AgentE["drop"]>} */
  const drop = { over, event: null };
  shown.drop = drop;
  const view = element.ownerDocument.defaultView;
  view?.addEventListener("dragover", (event) => { drop.event = event; }, { capture: true, signal: over.signal });
  return { problem: "" };
};
