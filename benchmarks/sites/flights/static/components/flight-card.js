// <flight-card>: one result, in a shadow tree; `flight` and `href` are set before it is connected.

import { clock, duration, money, nights, plural, stops } from "../format.js";
import { html, show } from "../html.js";

export class FlightCard extends HTMLElement {
  /** @param {import("../types.js").Flight} flight @param {string} href */
  constructor(flight, href) {
    super();
    this.flight = flight;
    const later = nights(flight.departs, flight.arrives);
    show(this.attachShadow({ mode: "open" }), html`<link rel="stylesheet" href="/static/components/shadow.css">
      <article class="card" aria-label="${flight.airline} ${flight.number}">
        <div class="times"><strong>${clock(flight.departs)} – ${clock(flight.arrives)}</strong>
          <span>${flight.origin.code} – ${flight.destination.code}${later > 0 && `, ${plural(later, "day")} later`}</span></div>
        <div class="carrier"><strong>${flight.airline}</strong><span>${flight.number}</span></div>
        <div class="way"><strong>${duration(flight.minutes)}</strong><span>${stops(flight)}</span></div>
        <div class="price"><strong>${money(flight.price)}</strong><span>per person</span></div>
        <a class="view" href="${href}" aria-label="View flight ${flight.number}">View flight</a>
      </article>`);
  }

  /** Puts the focus on its link, the page as it is. */
  focus() {
    this.shadowRoot?.querySelector("a")?.focus({ preventScroll: true });
  }
}

customElements.define("flight-card", FlightCard);
