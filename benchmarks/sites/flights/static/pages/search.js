// The search form, on a page of its own and above results.

import "../components/count-stepper.js";
import { get } from "../api.js";
import { AirportField } from "../components/airport-field.js";
import { DateRange } from "../components/date-range.js";
import { showErrors } from "../forms.js";
import { html, pick, show } from "../html.js";
import { address, go, searchOf } from "../navigation.js";

const CABINS = { economy: "Economy", premium: "Premium Economy", business: "Business" };

/** @param {URLSearchParams} query @param {import("../types.js").Calendar} calendar */
export function searchForm(query, calendar) {
  const wanted = searchOf(query);
  const oneWay = Boolean(wanted.depart) && !wanted.return;
  return html`<form class="search" aria-label="Search for flights" novalidate>
    <div class="search-row">
      ${[["from", "From"], ["to", "To"]].map(([name, label]) => html`<div class="cell">
        <airport-field name="${name}" label="${label}" code="${wanted[name]}"></airport-field>
        <p class="error" id="error-${name}" data-error="${name}"></p></div>`)}
      <div class="cell dates"><date-range today="${calendar.today}" last="${calendar.last}" depart="${wanted.depart}"
        back="${wanted.return}" ${oneWay && "one-way"}></date-range>
        <p class="error" id="error-depart" data-error="depart"></p>
        <p class="error" id="error-return" data-error="return"></p></div>
      <count-stepper name="adults" label="Adults" one="adult" min="1" max="6" value="${wanted.adults || 1}"></count-stepper>
      <count-stepper name="children" label="Children" one="child" min="0" max="4"
        value="${wanted.children || 0}"></count-stepper>
      <div class="cell"><label for="cabin">Cabin class</label><select id="cabin" name="cabin">
        ${Object.entries(CABINS).map(([key, label]) => html`<option value="${key}"
          ${key === wanted.cabin && "selected"}>${label}</option>`)}</select></div></div>
    <div class="search-end"><input type="checkbox" role="switch" id="one-way" ${oneWay && "checked"}>
      <label for="one-way">One way</label><button class="primary">Search flights</button></div>
    <div role="alert" class="error"></div></form>`;
}

/** @param {HTMLElement} root */
export function listenToSearch(root) {
  const form = pick(root, "form.search", HTMLFormElement);
  const dates = pick(form, "date-range", DateRange);
  const oneWay = pick(form, "#one-way", HTMLInputElement);
  oneWay.addEventListener("change", () => (dates.oneWay = oneWay.checked));
  form.addEventListener("change", () => showErrors(form, {}));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [from, to] = ["from", "to"].map((name) => pick(form, `[name=${name}]`, AirportField).value);
    /** @type {Record<string, string>} */
    const errors = {};
    if (!from) errors.from = "Choose the airport you leave from in the list.";
    if (!to) errors.to = "Choose the airport you fly to in the list.";
    else if (to === from) errors.to = "Choose another airport than the one you leave from.";
    if (!dates.values.depart) errors.depart = "Choose the day you leave.";
    if (!dates.oneWay && !dates.values.return) errors.return = "Choose the day you return, or fly one way.";
    showErrors(form, errors);
    if (Object.keys(errors).length) return;
    const entered = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    go(address("/results", { from, to, ...dates.values, ...entered }));
  });
}

/** @param {import("../types.js").Visit} visit */
export async function homePage({ main, query, signal }) {
  const calendar = await get("/calendar", signal);
  show(main, html`<section class="hero"><h1>Where do you want to fly?</h1>
    <p>Six airlines, 22 airports, one search.</p>${searchForm(query, calendar)}</section>
    <section class="notes"><div><h2>Fares that say what they hold</h2><p>Bags, changes and refunds are on every
      flight's page, before you book.</p></div><div><h2>Already booked?</h2><p>Find, change or cancel a booking under
      <a href="/trips">My trips</a>.</p></div></section>`);
  listenToSearch(main);
}
