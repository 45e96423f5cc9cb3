/**
 * Ends an action: what changes from here on changes by itself.
 * @returns {{total: number, restless: Restless[], shifting: number[]}} as `arm_watch`
 */
() => ({
  total: globalThis.agentE.watch.rest(),
  restless: globalThis.agentE.watch.restless(),
  shifting: globalThis.agentE.watch.shifting(),
});
