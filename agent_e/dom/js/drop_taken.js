/**
 * Says whether the page takes what is being dragged over the element of drop_watch.js.
 * @returns {boolean}
 */
() => {
  const { drop } = globalThis.agentE;
  drop?.over.abort();
  globalThis.agentE.drop = null;
  // A page takes a drop by preventing what the browser does by default: to open the file in its place.
  return drop?.event?.defaultPrevented ?? false;
};
