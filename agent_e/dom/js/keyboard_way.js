/**
 * Tells whether the keyboard reaches an element that the mouse cannot, and focuses it.
 *
 * It does not if a modal dialog, or a layer over the whole viewport, blocks what is beneath: a script could still act
 * there, a person could not.
 *
 * @param {{mmid: number, focus: boolean}} options `focus`: give it the focus; else only what lies over it is looked at
 * @returns {{problem: "" | "gone" | "modal" | "unfocused", role: string, name: string, scroll: number[]}}
 */
({ mmid, focus }) => {
  const element = /** @type {HTMLElement | null} */ (agentE.element(mmid));
  const scroll = agentE.scrolled();
  if (!element) return { problem: "gone", role: "", name: "", scroll };
  const about = { ...agentE.named(element), scroll };

  const holds = (/** @type {Element} */ layer) => agentE.closest(element, (each) => each === layer) !== null;
  const fills = (/** @type {Element} */ layer) => {
    const { x, y, width, height } = agentE.box(layer);
    return x <= 0 && y <= 0 && x + width >= innerWidth && y + height >= innerHeight;
  };
  const modals = () => {
    const found = /** @type {Element[]} */ ([]);
    /** @type {Document | undefined} */
    let page = element.ownerDocument;
    while (page) {
      found.push(...page.querySelectorAll(":modal, [aria-modal=true]"));
      page = page === document ? undefined : page.defaultView?.frameElement?.ownerDocument;
    }
    const cover = agentE.view().cover;
    return cover ? [...found, cover] : found;
  };
  const box = agentE.box(element);
  const over = agentE.at(box.x + box.width / 2, box.y + box.height / 2);
  const layered = over !== null && agentE.closest(over, (each) => fills(each) && !holds(each)) !== null;
  if (layered || modals().some((each) => agentE.visible(each) && !holds(each))) return { problem: "modal", ...about };
  if (!focus) return { problem: "", ...about };
  if (!(element.tabIndex >= 0)) return { problem: "unfocused", ...about };
  element.focus();
  // Scrolling to it and focusing it are no effects of the key.
  agentE.watch.arm();
  const problem = agentE.focused() === element ? "" : "unfocused";
  return { ...about, problem, scroll: agentE.scrolled() };
};
