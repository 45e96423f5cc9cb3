/**
 * Watches how the page reacts to a drag over an element.
 * @param {{mmid: number}} options
 * @returns {{problem: "" | "gone"}}
 */
({ mmid }) => {
  const element = agentE.element(mmid);
  if (!element) return { problem: "gone" };
  agentE.drop?.over.abort();
  const over = new AbortController();
  /** @type {NonNullable<AgentE["drop"]>} */
  const drop = { over, event: null };
  agentE.drop = drop;
  const view = element.ownerDocument.defaultView;
  view?.addEventListener("dragover", (event) => { drop.event = event; }, { capture: true, signal: over.signal });
  return { problem: "" };
};
