// <date-range today last depart back one-way>: two buttons that open a calendar of two months.

import { addDays, addMonths, longDay, monthName, shortDay } from "../format.js";
import { html, pick, show } from "../html.js";

const WEEK = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const ENDS = /** @type {const} */ (["depart", "return"]);
const KEYS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 });

class DateRange extends HTMLElement {
  /** @type {"depart" | "return"} */
  #end = "depart";
  #month = "";
  values = { depart: "", return: "" };
  #oneWay = false;

  connectedCallback() {
    this.values = { depart: this.getAttribute("depart") ?? "", return: this.getAttribute("back") ?? "" };
    show(this, html`${ENDS.map((end) => html`<div class="field" data-end="${end}">
        <button type="button" name="${end}" aria-haspopup="dialog" aria-expanded="false"
          aria-describedby="error-${end}"></button></div>`)}
      <div class="calendar" role="dialog" hidden></div>`);
    this.popup = pick(this, ".calendar", HTMLElement);
    for (const end of ENDS) this.#button(end).addEventListener("click", () => this.#toggle(end));
    this.popup.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#pressed(event));
    this.addEventListener("focusout", (event) => {
      if (event.relatedTarget instanceof Node && !this.contains(event.relatedTarget)) this.#close();
    });
    document.addEventListener("pointerdown", this.#outside);
    this.oneWay = this.hasAttribute("one-way");
  }

  disconnectedCallback() {
    document.removeEventListener("pointerdown", this.#outside);
  }

  get oneWay() {
    return this.#oneWay;
  }

  set oneWay(wanted) {
    this.#oneWay = wanted;
    if (wanted) this.values.return = "";
    pick(this, "[data-end=return]", HTMLElement).hidden = wanted;
    this.#close();
    this.#label();
  }

  #outside = (/** @type {Event} */ event) => {
    if (!event.composedPath().includes(this)) this.#close();
  };

  /** @param {string} end */
  #button(end) {
    return pick(this, `button[name=${end}]`, HTMLButtonElement);
  }

  #label() {
    for (const end of ENDS) {
      const day = this.values[end];
      show(this.#button(end), html`<span class="label">${end === "depart" ? "Departure" : "Return"}</span>
        <span class="${day ? "" : "empty"}">${day ? shortDay(day) : "Choose a day"}</span>`);
    }
  }

  /** @param {"depart" | "return"} end */
  #toggle(end) {
    const open = this.popup?.hidden || this.#end !== end;
    this.#close();
    if (!open || !this.popup) return;
    this.#end = end;
    this.#month = addMonths(this.values[end] || this.values.depart || (this.getAttribute("today") ?? ""), 0);
    this.popup.hidden = false;
    this.#button(end).setAttribute("aria-expanded", "true");
    this.#draw();
  }

  #close() {
    if (this.popup) this.popup.hidden = true;
    for (const end of ENDS) this.#button(end).setAttribute("aria-expanded", "false");
  }

  #draw() {
    if (!this.popup) return;
    const title = `Choose your ${this.#end === "depart" ? "departure" : "return"} day`;
    this.popup.setAttribute("aria-label", title);
    const before = this.#month <= addMonths(this.getAttribute("today") ?? "", 0);
    const after = addMonths(this.#month, 2) > (this.getAttribute("last") ?? "");
    show(this.popup, html`<div class="calendar-head">
        <button type="button" data-turn="-1" aria-label="Previous month" ${before && "disabled"}>‹</button>
        <strong>${title}</strong>
        <button type="button" data-turn="1" aria-label="Next month" ${after && "disabled"}>›</button></div>
      <div class="months">${[0, 1].map((at) => this.#table(addMonths(this.#month, at)))}</div>`);
  }

  /** @param {string} first */
  #table(first) {
    const blank = (new Date(first).getUTCDay() + 6) % 7;
    const cells = [...Array(blank).fill("")];
    for (let day = first; day < addMonths(first, 1); day = addDays(day, 1)) cells.push(day);
    const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7));
    return html`<table><caption>${monthName(first)}</caption>
      <thead><tr>${WEEK.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${weeks.map((week) => html`<tr>${week.map((day) => html`<td>${day && this.#day(day)}</td>`)}</tr>`)}</tbody>
    </table>`;
  }

  /** @param {string} day */
  #day(day) {
    const { depart, return: back } = this.values;
    const from = (this.#end === "return" && depart) || (this.getAttribute("today") ?? "");
    const out = day < from || day > (this.getAttribute("last") ?? "");
    const chosen = day === depart || day === back;
    const within = back && day > depart && day < back;
    return html`<button type="button" data-day="${day}" class="${chosen ? "chosen" : within ? "within" : ""}"
      aria-label="${longDay(day)}" aria-pressed="${chosen}" ${out && "disabled"}>${Number(day.slice(8))}</button>`;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.turn) {
      this.#month = addMonths(this.#month, Number(button.dataset.turn));
      this.#draw();
      /** @type {HTMLElement | null | undefined} */ (
        this.popup?.querySelector(`[data-turn="${button.dataset.turn}"]:enabled, [data-turn]:enabled`))?.focus();
    } else if (button?.dataset.day) this.#choose(button.dataset.day);
  }

  /** @param {string} day */
  #choose(day) {
    this.values[this.#end] = day;
    if (this.values.return && this.values.return < this.values.depart) this.values.return = "";
    this.#label();
    this.dispatchEvent(new Event("change", { bubbles: true }));
    const end = this.#end;
    if (end === "depart" && !this.oneWay) return this.#next();
    this.#close();
    this.#button(end).focus();
  }

  #next() {
    this.#close();
    this.#toggle("return");
    /** @type {HTMLElement | null | undefined} */ (
      this.popup?.querySelector(`[data-day="${this.values.return || this.values.depart}"]`))?.focus();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key === "Escape" && !this.popup?.hidden) {
      this.#close();
      this.#button(this.#end).focus();
    }
    const day = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    if (!day || !(event.key in KEYS)) return;
    event.preventDefault();
    const wanted = addDays(day, KEYS[event.key]);
    if (wanted < this.#month || wanted >= addMonths(this.#month, 2)) {
      this.#month = addMonths(wanted, 0);
      this.#draw();
    }
    /** @type {HTMLElement | null | undefined} */ (this.popup?.querySelector(`[data-day="${wanted}"]:enabled`))?.focus();
  }
}

customElements.define("date-range", DateRange);
export { DateRange };
