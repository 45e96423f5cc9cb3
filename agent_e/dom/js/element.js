/**
 * Returns the element with an id, for CDP; null if it is not on the page.
 * @param {{ mmid: number }} options
 */
({ mmid }) => globalThis.agentE.element(mmid);
