/**
 * Notes when the page of an ended run first shows all of it: `window.firstPaint` is a promise of milliseconds since the
 * address was opened. Runs before the page's own scripts.
 * @param {{ moments: string, picture: string }} whole what it shows in the end: the number of moments, the last picture
 */
(whole) => {
  const text = (/** @type {string} */ selector) => document.querySelector(selector)?.textContent;
  const isWhole = () => {
    const picture = document.querySelector(".viewer .picture img");
    return (
      text(".scrub .n") === whole.moments &&
      picture instanceof HTMLImageElement && picture.src === whole.picture && picture.complete &&
      text(".title h1") && text(".timeline .act") && text(".plan-panel li")
    );
  };
  Object.assign(window, {
    firstPaint: new Promise((resolve) => {
      const look = () => {
        if (!isWhole()) requestAnimationFrame(look);
        // After the callbacks of a frame it is painted, and what was planned comes after that.
        else setTimeout(() => resolve(performance.now()));
      };
      requestAnimationFrame(look);
    }),
  });
};
