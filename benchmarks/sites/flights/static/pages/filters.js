// Which results are shown, and in what order; kept in the address.

import { clock, money } from "../format.js";
import { html } from "../html.js";

/** @typedef {import("../types.js").Flight} Flight */

const HOURS = Array.from({ length: 25 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
const ORDERS = /** @type {Record<string, [string, (flight: Flight) => string | number]>} */ ({
  price: ["Price, lowest first", (flight) => flight.price],
  duration: ["Duration, shortest first", (flight) => flight.minutes],
  departure: ["Departure, earliest first", (flight) => flight.departs],
});

/** @param {Flight[]} flights @param {URLSearchParams} query */
export function choose(flights, query) {
  const airlines = query.getAll("airline");
  const most = Number(query.get("max") ?? 0) * 100 || Infinity;
  const [after, before] = [query.get("after") ?? "00:00", query.get("before") ?? "24:00"];
  const [, key] = ORDERS[query.get("sort") ?? ""] ?? ORDERS.price;
  return flights
    .filter((flight) => !query.has("nonstop") || !flight.stops.length)
    .filter((flight) => !airlines.length || airlines.includes(flight.airline))
    .filter((flight) => flight.price <= most)
    .filter((flight) => clock(flight.departs) >= after && clock(flight.departs) <= before)
    .sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** @param {Flight[]} flights @param {URLSearchParams} query */
export function filterForm(flights, query) {
  const airlines = [...new Set(flights.map((flight) => flight.airline))].sort();
  const euros = flights.map((flight) => flight.price / 100);
  const [least, most] = [Math.floor(Math.min(...euros)), Math.ceil(Math.max(...euros))];
  const max = query.get("max") ?? most;
  return html`<form class="filters" aria-label="Filters"><h2>Filters</h2>
    <label class="check"><input type="checkbox" name="nonstop" value="1" ${query.has("nonstop") && "checked"}>
      Nonstop only</label>
    <fieldset><legend>Airlines</legend>${airlines.map((name) => html`<label class="check"><input type="checkbox"
      name="airline" value="${name}" ${query.getAll("airline").includes(name) && "checked"}> ${name}</label>`)}</fieldset>
    <div class="field"><label for="max">Highest price</label><input type="range" id="max" name="max" min="${least}"
      max="${most}" value="${max}" data-most="${most}" aria-describedby="cap"><span id="cap">${money(Number(max) * 100)}</span></div>
    <fieldset class="window"><legend>Departure time</legend>${hour("after", "From", query.get("after") ?? "00:00")}
      ${hour("before", "Until", query.get("before") ?? "24:00")}</fieldset>
    <button type="reset" class="plain">Clear filters</button></form>`;
}

/** @param {string} name @param {string} label @param {string} value */
function hour(name, label, value) {
  return html`<label>${label} <select name="${name}" aria-label="Departure ${label.toLowerCase()}">${HOURS.map((time) =>
    html`<option ${time === value && "selected"}>${time}</option>`)}</select></label>`;
}

/** @param {string | null} chosen */
export function sortSelect(chosen) {
  return html`<label class="sort">Sort by <select name="sort">${Object.entries(ORDERS).map(([key, [label]]) => html`<option
    value="${key}" ${key === chosen && "selected"}>${label}</option>`)}</select></label>`;
}

/** Copies the form into the address, what changes nothing left out.
 * @param {HTMLFormElement} form @param {URLSearchParams} query */
export function readFilters(form, query) {
  for (const name of ["nonstop", "airline", "max", "after", "before"]) query.delete(name);
  const most = form.querySelector("input[type=range]")?.getAttribute("data-most");
  const idle = /** @type {Record<string, unknown>} */ ({ max: most, after: "00:00", before: "24:00" });
  for (const [name, value] of new FormData(form)) if (idle[name] !== value) query.append(name, String(value));
}
