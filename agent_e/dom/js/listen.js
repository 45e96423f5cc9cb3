/**
 * Receives the browser's knowledge of click listeners: its node ids of elements that no longer listen, and for new ones
 * the elements in the same order.
 * @param {{ gone: number[], numbers: number[] }} changes
 * @param {Element[]} elements
 */
({ gone, numbers }, ...elements) => {
  for (const number of gone) globalThis.agentE.listen(number, null);
  numbers.forEach((number, index) => globalThis.agentE.listen(number, elements[index]));
};
