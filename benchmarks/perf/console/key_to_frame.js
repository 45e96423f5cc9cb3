/**
 * Notes how long the next key takes to show: `window.keyToFrame` is a promise of milliseconds from the key in the console
 * to the painting of the first frame whose ground has changed between light and dark.
 */
() => {
  const canvas = document.querySelector(".viewer canvas");
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error("there is no live picture");
  const light = () => {
    // Far from the text.
    const pixel = canvas.getContext("2d")?.getImageData(canvas.width - 20, canvas.height - 20, 1, 1).data;
    return (pixel?.[1] ?? 0) > 127;
  };
  const before = light();
  Object.assign(window, {
    keyToFrame: new Promise((resolve) => {
      canvas.addEventListener("keydown", ({ timeStamp }) => {
        const frames = new MutationObserver(() => {
          if (light() === before) return;
          frames.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        });
        frames.observe(canvas, { attributeFilter: ["data-frames"] });
      }, { capture: true, once: true });
    }),
  });
};
