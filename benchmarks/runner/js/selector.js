/**
 * Returns a CSS selector, as Playwright reads them, that names an element and nothing else.
 *
 * @param {Element} element
 * @returns {string}
 */
(element) => {
  let selector = "";
  /** @type {Element | null} */
  let each = element;
  while (each) {
    // A form's own fields may be called like its members, `children` among them.
    let place = 1;
    for (let other = each.previousElementSibling; other; other = other.previousElementSibling) place += 1;
    const parent = each.parentNode;
    const step = `${each.localName}:nth-child(${place})`;
    // Into an open shadow root leads the blank, as to any descendant.
    const into = parent instanceof ShadowRoot ? " " : " > ";
    selector = selector ? `${step}${selector}` : step;
    each = parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
    if (each) selector = `${into}${selector}`;
  }
  return selector;
};
