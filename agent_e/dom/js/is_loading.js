/**
 * Tells whether the page shows that it is still loading: by its state, or by a spinner.
 * @returns {boolean}
 */
() => {
  if (document.readyState === "loading") return true;
  const INDICATORS = "[aria-busy=true], progress:not([value]), [role=progressbar]:not([aria-valuenow])";
  const NAMED = "[class*=loading i], [class*=loader i], [class*=spinner i], [id*=loading i], [id*=spinner i]";
  const CALLED = /(?:^|[\s_-])(?:loading|loader|spinner)(?:$|[\s_-])/i;
  const { visible } = globalThis.agentE;
  const drawn = (/** @type {Element} */ each) => {
    const { width, height } = each.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(each).opacity !== "0" && visible(each);
  };
  const called = [...document.querySelectorAll(NAMED)].filter((each) => CALLED.test(`${each.getAttribute("class") ?? ""} ${each.id}`));
  return [...document.querySelectorAll(INDICATORS), ...called].some(drawn);
};
