/**
 * Takes in what the browser knows of listeners to clicks: the numbers it has for elements that do not listen
 * any more, and for new ones the elements in the same order.
 * @param {{ gone: number[], numbers: number[] }} changes
 * @param {Element[]} elements
 */
({ gone, numbers }, ...elements) => {
  for (const number of gone) globalThis.agentE.listen(number, null);
  numbers.forEach((number, index) => globalThis.agentE.listen(number, elements[index]));
};
