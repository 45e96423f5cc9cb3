/// <reference path="./world.d.ts" />
/// <reference path="./watch.d.ts" />
/**
 * Says whether the keyboard reaches an element which the mouse cannot, and gives it the focus.
 *
 * It does not where a modal dialog, or a layer over the whole view, keeps from the page what is beneath: a
 * script could act there all the same, a person could not.
 *
 * @param {{mmid: number, focus: boolean}} options `focus`: give it the focus; else only what lies over it is looked at
 * @returns {{problem: "" | "gone" | "modal" | "unfocused", role: string, name: string, scroll: number[]}}
 */
({ mmid, focus }) => {
  const shown = globalThis.agentE;
  const element = /** @type {HTMLElement | null} */ (shown.element(mmid));
  const scroll = [scrollX, scrollY].map(Math.round);
  if (!element) return { problem: "gone", role: "", name: "", scroll };
  const about = { role: shown.role(element), name: shown.name(element), scroll };

  /** @type {(layer: Element) => boolean} */
  const holds = (layer) => shown.closest(element, (each) => each === layer) !== null;
  /** @type {(layer: Element) => boolean} */
  const fills = (layer) => {
    const { x, y, width, height } = shown.box(layer);
    return x <= 0 && y <= 0 && x + width >= innerWidth && y + height >= innerHeight;
  };
  const modals = () => {
    /** @type {Element[]} */
    const found = [];
    /** @type {Document | undefined} */
    let page = element.ownerDocument;
    while (page) {
      found.push(...page.querySelectorAll(":modal, [aria-modal=true]"));
      page = page === document ? undefined : page.defaultView?.frameElement?.ownerDocument;
    }
    const cover = shown.cover();
    return cover ? [...found, cover] : found;
  };
  const box = shown.box(element);
  const over = shown.at(box.x + box.width / 2, box.y + box.height / 2);
  const layered = over !== null && shown.closest(over, (each) => fills(each) && !holds(each)) !== null;
  if (layered || modals().some((each) => shown.visible(each) && !holds(each))) return { problem: "modal", ...about };
  if (!focus) return { problem: "", ...about };
  if (!(element.tabIndex >= 0)) return { problem: "unfocused", ...about };
  element.focus();
  // Bringing it into view and giving it the focus is no effect of the key.
  shown.watch.arm();
  const problem = shown.focused() === element ? "" : "unfocused";
  return { ...about, problem, scroll: [scrollX, scrollY].map(Math.round) };
};
