/**
 * Notes when the page of a run first shows all that belongs to it: `window.firstPaint` is a promise of milliseconds since
 * the address was opened. Runs before the page's own scripts.
 */
() => {
  const shown = () => {
    const picture = document.querySelector(".viewer .picture img");
    return (
      document.querySelector(".title h1")?.textContent &&
      picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth > 1 &&
      document.querySelector(".timeline .act") &&
      document.querySelector(".plan-panel li")
    );
  };
  Object.assign(window, {
    firstPaint: new Promise((resolve) => {
      const look = () => {
        if (!shown()) requestAnimationFrame(look);
        // After a frame's callbacks it is painted; what comes next comes after that.
        else setTimeout(() => resolve(performance.now()));
      };
      requestAnimationFrame(look);
    }),
  });
};
