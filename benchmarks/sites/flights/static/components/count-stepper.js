// <count-stepper name label one min max value>: a number between two buttons; a form field of its own.

import { html, pick, show } from "../html.js";

class CountStepper extends HTMLElement {
  static formAssociated = true;
  #internals = this.attachInternals();
  value = 0;

  connectedCallback() {
    if (this.shadowRoot) return;
    const label = this.getAttribute("label") ?? "";
    const one = this.getAttribute("one") ?? "";
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    show(root, html`<link rel="stylesheet" href="/static/components/shadow.css">
      <div class="stepper" role="group" aria-label="${label}"><span class="label">${label}</span>
        <div><button type="button" data-step="-1" aria-label="Remove one ${one}">−</button>
          <output aria-label="Number of ${label.toLowerCase()}"></output>
          <button type="button" data-step="1" aria-label="Add one ${one}">+</button></div></div>`);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("button"))) {
      button.addEventListener("click", () => this.#set(this.value + Number(button.dataset.step)));
    }
    this.#set(Number(this.getAttribute("value")));
  }

  /** @param {number} value */
  #set(value) {
    const [min, max] = [Number(this.getAttribute("min")), Number(this.getAttribute("max"))];
    this.value = Math.max(min, Math.min(max, value || 0));
    this.#internals.setFormValue(String(this.value));
    if (!this.shadowRoot) return;
    pick(this.shadowRoot, "output", HTMLOutputElement).value = String(this.value);
    pick(this.shadowRoot, "[data-step='-1']", HTMLButtonElement).disabled = this.value === min;
    pick(this.shadowRoot, "[data-step='1']", HTMLButtonElement).disabled = this.value === max;
  }
}

customElements.define("count-stepper", CountStepper);
