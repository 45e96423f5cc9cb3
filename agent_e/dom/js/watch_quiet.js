/**
 * Waits until the page is calm.
 * @param {{quiet: number, first: number, cap: number, mutation: boolean, again: boolean}} options milliseconds: how
 *   long nothing may happen, how long to wait for a first effect, the longest wait; `mutation`: events alone are no
 *   effect; `again`: the quiet time begins now, whatever was before
 * @returns {Promise<Calm>}
 */
(options) => globalThis.agentE.watch.quiet(options);
