/**
 * Where a part of an element is, for the check first_act.
 * @param {string} selector
 * @param {[number, number, number, number]} part as fractions of its box
 */
(selector, [left, top, right, bottom]) => {
  const found = document.querySelectorAll(selector);
  if (found.length !== 1) return null;
  const { x, y, width, height } = /** @type {Element} */ (found[0]).getBoundingClientRect();
  return {
    box: [
      scrollX + x + left * width,
      scrollY + y + top * height,
      scrollX + x + right * width,
      scrollY + y + bottom * height,
    ],
    scroll: [scrollX, scrollY],
    size: [innerWidth, innerHeight],
  };
};
