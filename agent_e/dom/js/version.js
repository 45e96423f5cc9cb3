/**
 * Tells whether an observation of the page would equal the last.
 * @returns {string} the same as in the answer of observe.js, as long as it would
 */
() => globalThis.agentE.watch.version(true);
