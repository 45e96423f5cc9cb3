/** Draws the shapes of each canvas, which are in the block of data after it. */
(() => {
  "use strict";

  for (const data of document.querySelectorAll("script.drawing")) {
    const canvas = /** @type {HTMLCanvasElement} */ (data.previousElementSibling);
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    for (const shape of JSON.parse(data.textContent ?? "[]")) {
      pen.beginPath();
      if (shape.kind === "text") {
        pen.fillStyle = shape.fill;
        pen.font = `${shape.size}px sans-serif`;
        pen.textAlign = "center";
        pen.fillText(shape.text, shape.x, shape.y);
        continue;
      }
      if (shape.kind === "ellipse") {
        pen.ellipse(shape.x, shape.y, shape.rx, shape.ry, 0, 0, 2 * Math.PI);
      } else {
        for (const [x, y] of shape.points) pen.lineTo(x, y);
      }
      if (shape.kind === "line") {
        pen.strokeStyle = shape.fill;
        pen.lineWidth = shape.size;
        pen.stroke();
      } else {
        pen.fillStyle = shape.fill;
        pen.fill();
      }
    }
  }
})();
