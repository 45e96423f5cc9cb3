/// <reference path="./watch.d.ts" />
/**
 * Says for how long nothing in the page's tree has changed, be it by itself.
 * @returns {number} milliseconds
 */
() => globalThis.agentE.watch.still();
