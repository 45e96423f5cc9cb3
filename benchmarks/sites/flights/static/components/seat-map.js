// <seat-map>: the seats of one flight as buttons, in a shadow tree; tells "choose" with the seat's label.

import { money } from "../format.js";
import { html, show } from "../html.js";

export class SeatMap extends HTMLElement {
  constructor() {
    super();
    this.root = this.attachShadow({ mode: "open" });
    this.root.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) this.dispatchEvent(new CustomEvent("choose", { detail: button.dataset.seat }));
    });
  }

  /** @param {import("../types.js").Seat[]} seats @param {string} chosen @param {string[]} others */
  draw(seats, chosen, others) {
    const rows = [...new Set(seats.map((seat) => seat.row))];
    show(this.root, html`<link rel="stylesheet" href="/static/components/shadow.css">
      <div class="cabin" role="group" aria-label="Seats">${rows.map((row) => {
        const places = seats.filter((seat) => seat.row === row).map((seat) => this.#seat(seat, chosen, others));
        const aisle = places.length / 2;
        return html`<div class="row">${places.slice(0, aisle)}<span class="number">${row}</span>${places.slice(aisle)}</div>`;
      })}</div>
      <ul class="legend"><li class="free">Free</li><li class="legroom">Extra legroom</li><li class="gone">Taken</li>
        <li class="chosen">Your seat</li></ul>`);
  }

  /** @param {import("../types.js").Seat} seat @param {string} chosen @param {string[]} others */
  #seat(seat, chosen, others) {
    const mine = seat.label === chosen;
    const gone = (seat.taken || others.includes(seat.label)) && !mine;
    const cost = seat.price ? `, extra legroom, ${money(seat.price)}` : "";
    const name = `Seat ${seat.label}, ${seat.place}${cost}${gone ? ", taken" : ""}`;
    return html`<button type="button" data-seat="${seat.label}" aria-label="${name}" aria-pressed="${mine}"
      class="${seat.price > 0 && "legroom"}" ${gone && "disabled"}>${seat.label.replace(/\d+/, "")}</button>`;
  }
}

customElements.define("seat-map", SeatMap);
