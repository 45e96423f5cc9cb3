// One flight: what the card does not say, and the choice of a fare.

import { get, submit } from "../api.js";
import { clock, duration, longDay, money, nights, place, plural, stops } from "../format.js";
import { attempt } from "../forms.js";
import { html, pick, show } from "../html.js";
import { address, go, searchOf, travellers } from "../navigation.js";

/** @param {import("../types.js").Segment[]} segments */
export function segmentList(segments) {
  return html`<ol class="segments">${segments.map((one) => html`<li><h3>${one.number} · ${one.airline}</h3>
    <p><strong>${clock(one.departs)}</strong> ${place(one.origin)}, ${one.origin.name}, terminal ${one.from_terminal}</p>
    <p class="quiet">${duration(one.minutes)}, ${one.aircraft}</p>
    <p><strong>${clock(one.arrives)}</strong> ${place(one.destination)}, ${one.destination.name},
      terminal ${one.to_terminal}${nights(one.departs, one.arrives) > 0 && ", on the next day"}</p></li>`)}</ol>`;
}

/** @param {import("../types.js").Fare} fare @param {boolean} checked */
function fareChoice(fare, checked) {
  const refund = fare.refund ? `${fare.refund} % back on cancelling` : "No refund";
  return html`<label class="fare"><input type="radio" name="fare" value="${fare.key}" ${checked && "checked"}>
    <strong>${fare.label}</strong><span>${fare.bags}</span><span>${fare.change}</span><span>${refund}</span>
    <b>${money(fare.price)}</b></label>`;
}

/** @param {import("../types.js").Fare} fare @param {number} count */
function breakdown(fare, count) {
  return html`<table class="sums"><caption>Price of ${fare.label}</caption><tbody>
    <tr><th scope="row">Fare</th><td>${money(fare.parts.fare)}</td></tr>
    <tr><th scope="row">Taxes and airport charges</th><td>${money(fare.parts.taxes)}</td></tr>
    <tr><th scope="row">Carrier charge</th><td>${money(fare.parts.charges)}</td></tr>
    <tr><th scope="row">Per person</th><td>${money(fare.price)}</td></tr>
    <tr class="total"><th scope="row">Total for ${plural(count, "person", "people")}</th>
      <td>${money(fare.price * count)}</td></tr></tbody></table>`;
}

/** @param {import("../types.js").Visit} visit */
export async function flightPage({ main, part, query, signal }) {
  const cabin = query.get("cabin") || "economy";
  /** @type {import("../types.js").Details} */
  const flight = await get(`/flights/${part}?cabin=${encodeURIComponent(cabin)}`, signal);
  const { adults, children } = travellers(query);
  const more = query.has("return") && !query.has("outbound");
  show(main, html`<p class="back"><a href="${address("/results", query)}">Back to results</a></p>
    <div class="columns"><section class="box"><h1>${place(flight.origin)} to ${place(flight.destination)}</h1>
      <p>${longDay(flight.departs.slice(0, 10))} · ${duration(flight.minutes)} · ${stops(flight)}</p>
      ${segmentList(flight.segments)}
      <h2>Good to know</h2><dl class="facts"><dt>Cabin</dt><dd>${flight.cabin_label}</dd>
        <dt>Hand luggage</dt><dd>${flight.cabin_bag}</dd>
        <dt>On-time record</dt><dd>${flight.on_time} % of arrivals on time</dd></dl></section>
    <form class="box" aria-label="Fare"><fieldset class="fares"><legend>Choose a fare</legend>
      ${flight.fares.map((fare, at) => fareChoice(fare, !at))}</fieldset><div class="breakdown"></div>
      <div role="alert" class="error"></div>
      <button class="primary">${more ? "Continue to the return flight" : "Continue to passengers"}</button></form></div>`);
  const form = pick(main, "form", HTMLFormElement);
  const chosen = () => String(new FormData(form).get("fare"));
  const count = () => {
    const fare = flight.fares.find((one) => one.key === chosen()) ?? flight.fares[0];
    show(pick(form, ".breakdown", HTMLElement), breakdown(fare, adults + children));
  };
  form.addEventListener("change", count);
  count();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (more) return go(address("/results", { ...searchOf(query), outbound: flight.id, fare: chosen() }));
    const first = query.has("outbound") ? [{ flight: query.get("outbound"), fare: query.get("fare") }] : [];
    const legs = [...first, { flight: flight.id, fare: chosen() }];
    attempt(form, async () => {
      const { id } = await submit("POST", "/drafts", { legs, cabin, adults, children });
      go(`/booking/${id}/passengers`);
    });
  });
}
