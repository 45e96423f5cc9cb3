// Results of a search: they come in two parts, and are filtered and sorted here.

import { get, Refused, stream } from "../api.js";
import { FlightCard } from "../components/flight-card.js";
import { money, place, plural, shortDay } from "../format.js";
import { showErrors } from "../forms.js";
import { html, pick, show } from "../html.js";
import { address } from "../navigation.js";
import { choose, filterForm, readFilters, sortSelect } from "./filters.js";
import { listenToSearch, searchForm } from "./search.js";

/** @typedef {import("../types.js").Flight} Flight */

/** @param {import("../types.js").Visit} visit */
export async function resultsPage({ main, query, signal }) {
  const calendar = await get("/calendar", signal);
  const back = query.has("outbound");
  show(main, html`<div class="band">${searchForm(query, calendar)}</div>
    <section class="results" aria-labelledby="heading"><div class="results-head"><div><h1 id="heading">Flights</h1>
      <p role="status" class="searching">Searching for flights…</p></div>${sortSelect(query.get("sort"))}</div>
      <aside></aside><div class="cards" aria-busy="true">${[1, 2, 3].map(() => html`<div class="ghost"></div>`)}</div>
    </section>`);
  listenToSearch(main);
  head(main, query, back, signal);
  // Not waited for: whoever arrives looks about meanwhile, and the focus is theirs.
  search(main, query, back ? "return" : "outbound", signal);
}

/** @param {HTMLElement} main @param {URLSearchParams} query @param {string} leg @param {AbortSignal} signal */
async function search(main, query, leg, signal) {
  try {
    for await (const part of stream(`${address("/search", query)}&leg=${leg}`, signal)) {
      if (signal.aborted) return;
      present(main, query, part.flights, part.final);
    }
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Refused)) throw error;
    pick(main, ".results", HTMLElement).remove();
    showErrors(pick(main, "form.search", HTMLFormElement), error.errors);
  }
}

/** @param {HTMLElement} main @param {URLSearchParams} query @param {boolean} back @param {AbortSignal} signal */
async function head(main, query, back, signal) {
  const codes = [query.get("from") ?? "", query.get("to") ?? ""];
  if (back) codes.reverse();
  try {
    const found = await Promise.all(codes.map((code) => get(`/airports?q=${encodeURIComponent(code)}`, signal)));
    const [from, to] = found.map((answer, at) => (answer.airports[0] ? place(answer.airports[0]) : codes[at]));
    const day = query.get(back ? "return" : "depart");
    const heading = main.querySelector("#heading");
    const step = query.get("return") ? (back ? "Return flight: " : "Outbound flight: ") : "";
    if (heading && day) heading.textContent = `${step}${from} to ${to}, ${shortDay(day)}`;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** @param {HTMLElement} main @param {URLSearchParams} query @param {Flight[]} flights @param {boolean} final */
function present(main, query, flights, final) {
  const status = pick(main, "[role=status]", HTMLElement);
  const cards = pick(main, ".cards", HTMLElement);
  const list = () => {
    const shown = choose(flights, query);
    const held = document.activeElement instanceof FlightCard && document.activeElement.flight.id;
    const made = shown.map((flight) => new FlightCard(flight, address(`/flight/${flight.id}`, query)));
    cards.replaceChildren(...made);
    made.find((card) => card.flight.id === held)?.focus();
    const count = shown.length === flights.length ? plural(shown.length, "flight") :
      `${shown.length} of ${plural(flights.length, "flight")}`;
    status.textContent = final ? count : `${count} so far. Still searching…`;
    status.classList.toggle("searching", !final);
    cards.setAttribute("aria-busy", String(!final));
    if (final && !shown.length) show(cards, nothing(flights.length));
  };
  list();
  if (!final || !flights.length) return;
  const keep = () => {
    history.replaceState(null, "", address(location.pathname, query));
    list();
  };
  const aside = pick(main, "aside", HTMLElement);
  show(aside, filterForm(flights, query));
  const form = pick(aside, "form", HTMLFormElement);
  const range = pick(form, "input[type=range]", HTMLInputElement);
  form.addEventListener("input", () => {
    pick(form, "#cap", HTMLElement).textContent = money(Number(range.value) * 100);
    readFilters(form, query);
    keep();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    for (const name of ["nonstop", "airline", "max", "after", "before"]) query.delete(name);
    keep();
    present(main, query, flights, final);
  });
  const sort = pick(main, "select[name=sort]", HTMLSelectElement);
  sort.onchange = () => {
    query.set("sort", sort.value);
    keep();
  };
}

/** @param {number} hidden */
function nothing(hidden) {
  if (hidden) return html`<div class="box"><h2>No flight fits your filters</h2>
    <p>${plural(hidden, "flight")} on this day ${hidden === 1 ? "is" : "are"} hidden by them.</p></div>`;
  return html`<div class="box"><h2>No flights on this route</h2>
    <p>None of our airlines flies between these airports on this day. Try another airport or another day.</p></div>`;
}
