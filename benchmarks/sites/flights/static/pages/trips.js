// My trips: a booking is found by its reference and a last name; those found stay listed.

import { get, submit } from "../api.js";
import { dayOf, money, place, shortDay } from "../format.js";
import { attempt, field } from "../forms.js";
import { html, pick, show } from "../html.js";
import { go } from "../navigation.js";

/** @param {import("../types.js").Trip} trip */
function row(trip) {
  const [leg] = trip.legs;
  return html`<li><a href="/trips/${trip.reference}">${trip.reference}</a>
    <span>${place(leg.origin)} to ${place(leg.destination)}</span><span>${shortDay(dayOf(leg.departs))}</span>
    <span>${money(trip.total)}</span><span class="badge ${trip.status}">${trip.status}</span></li>`;
}

/** @param {import("../types.js").Visit} visit */
export async function tripsPage({ main, query, signal }) {
  const { trips } = await get("/trips", signal);
  show(main, html`<section class="box narrow"><h1>My trips</h1>
    ${trips.length ? html`<ul class="trips" aria-label="Your bookings">${trips.map(row)}</ul>` :
      html`<p class="quiet">No bookings in this browser yet.</p>`}
    <form aria-label="Find a booking" novalidate><h2>Find a booking</h2><div class="side-by-side">
      ${field("reference", "Booking reference", { value: query.get("reference") ?? "" })}
      ${field("surname", "Last name")}</div>
      <div role="alert" class="error"></div><button class="primary">Find booking</button></form></section>`);
  const form = pick(main, "form", HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form, async () => {
      const entered = Object.fromEntries(new FormData(form));
      const trip = await submit("POST", "/trips/find", entered);
      go(`/trips/${trip.reference}`);
    });
  });
}
