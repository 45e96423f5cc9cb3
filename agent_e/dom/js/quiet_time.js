/**
 * Returns how long the page's tree has been unchanged, even by itself, after forcing layout, so that the browser's
 * counters of layout and styling are up to date.
 * @returns {number} milliseconds
 */
() => {
  const { watch } = globalThis.agentE;
  watch.layOut();
  return watch.still();
};
