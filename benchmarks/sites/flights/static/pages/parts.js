// Pieces of a journey that several pages show.

import { clock, dayOf, money, place, plural, shortDay, stops } from "../format.js";
import { html } from "../html.js";

/** @typedef {import("../types.js").Journey} Journey */

/** @param {Journey} journey */
export function itinerary(journey) {
  return html`<ul class="itinerary">${journey.legs.map((leg) => html`<li><h3>${place(leg.origin)} to
    ${place(leg.destination)}</h3><p>${shortDay(dayOf(leg.departs))}, ${clock(leg.departs)} – ${clock(leg.arrives)}</p>
    <p class="quiet">${leg.airline} ${leg.number} · ${stops(leg)}</p>
    <p class="quiet">${leg.fare_label} fare · ${leg.bags}</p></li>`)}</ul>`;
}

/** @param {Journey} journey */
export function sums(journey) {
  const count = journey.adults + journey.children;
  return html`<table class="sums"><caption>Price</caption><tbody>${journey.legs.map((leg) => html`<tr><th scope="row">
    ${leg.origin.code} – ${leg.destination.code}, ${plural(count, "person", "people")}</th>
    <td>${money(leg.price * count)}</td></tr>`)}<tr><th scope="row">Seats</th><td>${money(journey.seat_price)}</td></tr>
    <tr class="total"><th scope="row">Total</th><td>${money(journey.total)}</td></tr></tbody></table>`;
}

/** @param {Journey} journey */
export function people(journey) {
  return html`<ul class="people">${journey.passengers.map((person, at) => html`<li><strong>${person.first} ${person.last}</strong>,
    born ${person.born}<br><span class="quiet">${journey.segments.map((segment, index) =>
      `${segment.number}: ${seatOf(journey, index, at) || "seat at check-in"}`).join(" · ")}</span></li>`)}</ul>`;
}

/** @param {Journey} journey @param {number} segment @param {number} passenger */
export function seatOf(journey, segment, passenger) {
  return journey.seats.find((one) => one.segment === segment && one.passenger === passenger)?.seat ?? "";
}
