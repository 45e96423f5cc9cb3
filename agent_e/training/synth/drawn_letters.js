/**
 * For each pair of letters, whether this machine has a font for them: without one both are drawn as the same box.
 */
(/** @type {[string, string][]} */ pairs) => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [48, 48];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  pen.font = "32px sans-serif";
  const drawn = (/** @type {string} */ letter) => {
    pen.clearRect(0, 0, 48, 48);
    pen.fillText(letter, 4, 36);
    return canvas.toDataURL();
  };
  return pairs.map(([one, other]) => drawn(one) !== drawn(other));
}
