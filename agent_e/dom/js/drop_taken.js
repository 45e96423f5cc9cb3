/**
 * Tells whether the page accepts what is being dragged over the element of drop_watch.js.
 * @returns {boolean}
 */
() => {
  const { drop } = globalThis.agentE;
  drop?.over.abort();
  globalThis.agentE.drop = null;
  // A page accepts a drop by preventing the browser's default: opening the file instead.
  return drop?.event?.defaultPrevented ?? false;
};
