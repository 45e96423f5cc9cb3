/**
 * Reads everything one world can access: see walk.js.
 * @param {Looked & { next: number, confirmed: number, mostRows: number, patience: number, attribute: string, drawn: string }} options
 */
(options) => globalThis.agentE.observe(options);
