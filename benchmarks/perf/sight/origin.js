/// <reference path="./sight.d.ts" />
/**
 * Where the content of a frame begins, by the number of its element; null where it is gone.
 * @param {number} key
 * @returns {[number, number] | null}
 */
(key) => {
  const element = globalThis.sight.element(key);
  if (!element?.isConnected) return null;
  const { x, y } = element.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(element);
  return [
    x + element.clientLeft + Number.parseFloat(paddingLeft),
    y + element.clientTop + Number.parseFloat(paddingTop),
  ];
};
