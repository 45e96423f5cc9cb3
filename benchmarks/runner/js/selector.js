/**
 * Returns a CSS selector that names an element and nothing else in its document.
 *
 * @param {Element} element
 * @returns {string}
 */
(element) => {
  const steps = [];
  for (let each = element; each.parentElement; each = each.parentElement) {
    steps.unshift(`${each.localName}:nth-child(${[...each.parentElement.children].indexOf(each) + 1})`);
  }
  return ["html", ...steps].join(" > ");
};
