// <airport-field name label code>: a combobox whose suggestions come from the server.

import { get } from "../api.js";
import { place } from "../format.js";
import { html, pick, show } from "../html.js";

const PAUSE = 180;

class AirportField extends HTMLElement {
  /** @type {import("../types.js").Airport[]} */
  #options = [];
  #active = -1;
  #asking = new AbortController();
  #timer = 0;
  value = "";

  connectedCallback() {
    const name = this.getAttribute("name") ?? "";
    show(this, html`<label for="${name}">${this.getAttribute("label")}</label>
      <input id="${name}" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="list-${name}"
        aria-describedby="error-${name}" autocomplete="off" spellcheck="false" placeholder="City or airport">
      <ul id="list-${name}" role="listbox" aria-label="Airports" hidden></ul>`);
    this.input = pick(this, "input", HTMLInputElement);
    this.list = pick(this, "ul", HTMLUListElement);
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("keydown", (event) => this.#pressed(event));
    this.input.addEventListener("blur", () => this.#close());
    // The focus stays in the field while an option is clicked: leaving it would close the list.
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => this.#clicked(event));
    const code = this.getAttribute("code");
    if (code) this.#restore(code);
  }

  /** @param {string} code */
  async #restore(code) {
    this.value = code;
    const { airports } = await get(`/airports?q=${encodeURIComponent(code)}`);
    const known = airports.find((/** @type {import("../types.js").Airport} */ one) => one.code === code);
    if (known && this.value === code && this.input) this.input.value = place(known);
  }

  #typed() {
    this.value = "";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  async #ask() {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    try {
      const answer = await get(`/airports?q=${encodeURIComponent(this.input?.value ?? "")}`, signal);
      if (document.activeElement === this.input) this.#open(answer.airports);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @param {import("../types.js").Airport[]} options */
  #open(options) {
    this.#options = options;
    const name = this.getAttribute("name");
    if (!this.list || !this.input) return;
    const none = html`<li class="none">No airport of ours begins like that</li>`;
    show(this.list, options.length ? html`${options.map((one, at) => html`<li role="option" id="${name}-${at}"
      aria-selected="false"><span>${place(one)}</span> <small>${one.name}, ${one.country}</small></li>`)}` : none);
    this.list.hidden = !this.input.value.trim();
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    this.#move(options.length ? 0 : -1);
  }

  #close() {
    if (!this.list || !this.input) return;
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {number} at */
  #move(at) {
    this.#active = at;
    const options = this.list?.querySelectorAll("[role=option]") ?? [];
    options.forEach((option, index) => option.setAttribute("aria-selected", String(index === at)));
    this.input?.setAttribute("aria-activedescendant", options[at]?.id ?? "");
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (this.list?.hidden) return;
    const count = this.#options.length;
    if (event.key === "ArrowDown" && count) this.#move((this.#active + 1) % count);
    else if (event.key === "ArrowUp" && count) this.#move((this.#active - 1 + count) % count);
    else if (event.key === "Enter" && count) this.#choose(this.#active);
    else if (event.key === "Escape") this.#close();
    else return;
    event.preventDefault();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const options = [...(this.list?.querySelectorAll("[role=option]") ?? [])];
    const at = options.findIndex((option) => event.composedPath().includes(option));
    if (at >= 0) this.#choose(at);
  }

  /** @param {number} at */
  #choose(at) {
    const airport = this.#options[at];
    this.value = airport.code;
    if (this.input) this.input.value = place(airport);
    this.#close();
    this.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

customElements.define("airport-field", AirportField);
export { AirportField };
