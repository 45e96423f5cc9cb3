/// <reference path="./sight.d.ts" />
/**
 * Where elements are drawn now, by their numbers, with their tags; null for what is gone.
 * @param {number[]} keys
 * @returns {([string, number, number, number, number] | null)[]}
 */
(keys) =>
  keys.map((key) => {
    const element = globalThis.sight.element(key);
    if (!element?.isConnected) return null;
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.localName, x, y, width, height];
  });
