/**
 * Says for how long nothing in the page's tree has changed, be it by itself, once all of it is laid out: what the browser
 * then counts of laying out and styling is up to date.
 * @returns {number} milliseconds
 */
() => {
  const { watch } = globalThis.agentE;
  watch.layOut();
  return watch.still();
};
