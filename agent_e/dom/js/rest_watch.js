/**
 * Ends an action: changes from here on are spontaneous.
 * @returns {{total: number, restless: Restless[], shifting: number[]}} as `arm_watch`
 */
() => ({
  total: globalThis.agentE.watch.rest(),
  restless: globalThis.agentE.watch.restless(),
  shifting: globalThis.agentE.watch.shifting(),
});
