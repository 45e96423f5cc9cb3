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
    const root = this.attachShadow({ mode: "open" });
    show(root, html`<link rel="stylesheet" href="/static/components/shadow.css">
      <div class="stepper" role="group" aria-label="${label}"><span class="label">${label}</span>
        <div><button type="button" data-step="-1" aria-label="Remove one ${one}">−</button>
          <span role="spinbutton" tabindex="0" aria-label="${label}" aria-valuemin="${this.getAttribute("min")}"
            aria-valuemax="${this.getAttribute("max")}"></span>
          <button type="button" data-step="1" aria-label="Add one ${one}">+</button></div></div>`);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("button"))) {
      button.addEventListener("click", () => this.#set(this.value + Number(button.dataset.step)));
    }
    pick(root, "[role=spinbutton]", HTMLElement).addEventListener("keydown", (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.#set(this.value + step);
    });
    this.#set(Number(this.getAttribute("value")));
  }

  /** @param {number} value */
  #set(value) {
    const [min, max] = [Number(this.getAttribute("min")), Number(this.getAttribute("max"))];
    this.value = Math.max(min, Math.min(max, value || 0));
    this.#internals.setFormValue(String(this.value));
    if (!this.shadowRoot) return;
    const shown = pick(this.shadowRoot, "[role=spinbutton]", HTMLElement);
    shown.textContent = String(this.value);
    shown.setAttribute("aria-valuenow", String(this.value));
    pick(this.shadowRoot, "[data-step='-1']", HTMLButtonElement).disabled = this.value === min;
    pick(this.shadowRoot, "[data-step='1']", HTMLButtonElement).disabled = this.value === max;
  }
}

customElements.define("count-stepper", CountStepper);
