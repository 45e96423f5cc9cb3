/**
 * What a saved page does itself: what listened to presses listens again, and what was on top is on top.
 * @returns {void}
 */
() => {
  /** @param {Document | ShadowRoot} root */
  const thaw = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.hasAttribute("data-hears")) element.addEventListener("click", () => {});
      const name = element.localName;
      if (name.includes("-") && !customElements.get(name)) customElements.define(name, class extends HTMLElement {});
      if (element.hasAttribute("data-modal")) {
        element.removeAttribute("open");
        /** @type {HTMLDialogElement} */ (element).showModal();
      }
      if (element.hasAttribute("data-popover")) /** @type {HTMLElement} */ (element).showPopover();
      if (element.shadowRoot) thaw(element.shadowRoot);
    }
  };
  thaw(document);
};
