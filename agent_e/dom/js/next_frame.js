/**
 * Waits until the page has had time to draw: libraries that drag things move them frame by frame.
 * @returns {Promise<true>}
 */
() =>
  new Promise((resolve) => {
    // A hidden page (a background tab) draws no frames, so the wait has a second way out.
    setTimeout(() => resolve(true), document.hidden ? 50 : 500);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
  });
