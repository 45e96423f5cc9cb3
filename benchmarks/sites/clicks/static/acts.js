/**
 * Tells the server where the pointer goes down, in CSS pixels of the page, and lets nothing come
 * of it: the page stays as it is, so that where things are can be asked afterwards.
 */
(() => {
  "use strict";

  let number = 0;
  const SILENCED = [
    "pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick",
    "contextmenu", "keydown", "beforeinput", "input", "change", "submit", "dragstart",
  ]; // prettier-ignore

  addEventListener(
    "pointerdown",
    (event) => {
      const act = { number: number++, kind: "CLICK", value: "", ids: [], x: event.pageX, y: event.pageY };
      void fetch("/acts", { method: "POST", body: JSON.stringify(act), keepalive: true });
    },
    true,
  );
  for (const kind of SILENCED) {
    addEventListener(
      kind,
      (event) => {
        event.preventDefault();
        event.stopPropagation();
      },
      true,
    );
  }
})();
