// One booking: the confirmation, and the page on which it is changed or cancelled.

import { get, Refused, submit } from "../api.js";
import { SeatMap } from "../components/seat-map.js";
import { money } from "../format.js";
import { attempt } from "../forms.js";
import { html, pick, show } from "../html.js";
import { itinerary, people, seatOf, sums } from "./parts.js";
import { segmentList } from "./flight.js";
import { tripsPage } from "./trips.js";

/** @typedef {import("../types.js").Trip} Trip */

/** @param {import("../types.js").Visit} visit */
export async function confirmationPage({ main, part, signal }) {
  /** @type {Trip} */
  const trip = await get(`/trips/${part}`, signal);
  show(main, html`<section class="box narrow"><h1>Your booking is confirmed</h1>
    <p>Booking reference</p><p class="reference">${trip.reference}</p><p>We sent the ticket to ${trip.email}.</p>
    ${itinerary(trip)}${people(trip)}${sums(trip)}<p><a href="/trips/${trip.reference}">Manage this booking</a></p></section>`);
}

/** @param {import("../types.js").Visit} visit */
export async function tripPage(visit) {
  const { main, part, signal } = visit;
  try {
    drawTrip(main, await get(`/trips/${part}`, signal));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    visit.query.set("reference", part);
    await tripsPage(visit);
  }
}

/** @param {HTMLElement} main @param {Trip} trip */
function drawTrip(main, trip) {
  const open = trip.status === "confirmed";
  const seats = trip.segments.flatMap((segment, at) => trip.passengers.map((person, passenger) => {
    const seat = seatOf(trip, at, passenger);
    const who = `${person.first} ${person.last} on ${segment.number}`;
    return html`<li><span>${segment.number}</span><span>${person.first} ${person.last}</span>
      <strong>${seat ? `Seat ${seat}` : "Seat at check-in"}</strong>
      ${open && html`<button type="button" data-seat="${at} ${passenger}" aria-label="Change seat of ${who}">Change
      seat</button>`}</li>`;
  }));
  show(main, html`<p class="back"><a href="/trips">All my trips</a></p><div class="columns">
    <section class="box"><h1>Booking ${trip.reference}</h1>
      <p role="status" class="badge ${trip.status}">${open ? "Confirmed" : `Cancelled, ${money(trip.refund ?? 0)} refunded`}</p>
      ${segmentList(trip.segments)}<h2>Seats</h2><ul class="seat-list">${seats}</ul></section>
    <aside class="box"><h2>Your journey</h2>${itinerary(trip)}${people(trip)}<p>Ticket sent to ${trip.email}</p>${sums(trip)}
      ${open && html`<button type="button" class="danger">Cancel booking</button>`}</aside></div>
    <dialog aria-labelledby="dialog-title"></dialog>`);
  const dialog = pick(main, "dialog", HTMLDialogElement);
  main.querySelector(".danger")?.addEventListener("click", () => askToCancel(main, dialog, trip));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll("[data-seat]"))) {
    const [segment, passenger] = (button.dataset.seat ?? "").split(" ").map(Number);
    button.addEventListener("click", () => changeSeat(main, dialog, trip, segment, passenger));
  }
}

/** @param {HTMLElement} main @param {HTMLDialogElement} dialog @param {Trip} trip */
function askToCancel(main, dialog, trip) {
  show(dialog, html`<h2 id="dialog-title">Cancel booking ${trip.reference}?</h2>
    <p>You get ${money(trip.refundable)} of ${money(trip.total)} back. This cannot be undone.</p>
    <div role="alert" class="error"></div><div class="choices"><button type="button" data-answer="no">Keep booking</button>
    <button type="button" class="danger" data-answer="yes">Yes, cancel it</button></div>`);
  dialog.showModal();
  pick(dialog, "[data-answer=no]", HTMLElement).addEventListener("click", () => dialog.close());
  pick(dialog, "[data-answer=yes]", HTMLElement).addEventListener("click", () => attempt(dialog, async () => {
    drawTrip(main, await submit("POST", `/trips/${trip.reference}/cancel`, {}));
  }));
}

/** @param {HTMLElement} main @param {HTMLDialogElement} dialog @param {Trip} trip @param {number} segment
 * @param {number} passenger */
async function changeSeat(main, dialog, trip, segment, passenger) {
  const { seats } = await get(`/trips/${trip.reference}/seats/${segment}`);
  let seat = seatOf(trip, segment, passenger);
  const others = trip.seats.filter((one) => one.segment === segment && one.passenger !== passenger).map((one) => one.seat);
  const { first, last } = trip.passengers[passenger];
  show(dialog, html`<h2 id="dialog-title">Seat of ${first} ${last} on ${trip.segments[segment].number}</h2>
    <div role="alert" class="error"></div><seat-map></seat-map><div class="choices">
    <button type="button" data-answer="no">Keep seat</button>
    <button type="button" class="primary" data-answer="yes">Save seat</button></div>`);
  const map = pick(dialog, "seat-map", SeatMap);
  map.draw(seats, seat, others);
  map.addEventListener("choose", (event) => {
    seat = /** @type {CustomEvent<string>} */ (event).detail;
    map.draw(seats, seat, others);
  });
  dialog.showModal();
  pick(dialog, "[data-answer=no]", HTMLElement).addEventListener("click", () => dialog.close());
  pick(dialog, "[data-answer=yes]", HTMLElement).addEventListener("click", () => attempt(dialog, async () => {
    drawTrip(main, await submit("PUT", `/trips/${trip.reference}/seat`, { segment, passenger, seat }));
  }));
}
