/**
 * Tells the server what is done on a page that is only to be looked at.
 * Each act has the recorded ids of its element and of those around it, and the place of a click
 * on a picture as fractions of its size.
 */
(() => {
  "use strict";

  let number = 0;

  /** @param {Element} target */
  const idsOf = (target) => {
    const ids = [];
    for (let each = /** @type {Element | null} */ (target); each; each = each.parentElement) {
      const id = each.getAttribute("backend_node_id");
      if (id) ids.push(id);
    }
    return ids;
  };

  /**
   * @param {string} kind
   * @param {Element} target
   * @param {{ value?: string, x?: number, y?: number }} more
   */
  const tell = (kind, target, more) => {
    const act = { number: number++, kind, value: "", ids: idsOf(target), ...more };
    void fetch("/acts", { method: "POST", body: JSON.stringify(act), keepalive: true });
  };

  addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      if (target.closest("a, button, input[type=submit], input[type=image]")) {
        event.preventDefault();
      }
      const where =
        target instanceof HTMLImageElement
          ? { x: event.offsetX / target.clientWidth, y: event.offsetY / target.clientHeight }
          : {};
      tell("CLICK", target, where);
    },
    true,
  );
  addEventListener("submit", (event) => event.preventDefault(), true);
  addEventListener(
    "input",
    (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (target instanceof HTMLSelectElement) {
        tell("SELECT", target, { value: target.selectedOptions[0]?.text.trim() ?? "" });
      } else {
        const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
        tell("TYPE", target, { value: (field ? target.value : target.textContent) ?? "" });
      }
    },
    true,
  );
})();
