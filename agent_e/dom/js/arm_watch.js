/**
 * Starts watching for an action's effects.
 * @returns {{total: number, restless: Restless[], shifting: number[], scroll: number[]}} how much has happened in this document so far
 */
() => ({
  total: globalThis.agentE.watch.arm(),
  restless: globalThis.agentE.watch.restless(),
  shifting: globalThis.agentE.watch.shifting(),
  scroll: agentE.scrolled(),
});
