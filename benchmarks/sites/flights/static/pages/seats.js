// The step that chooses seats: one flight and one passenger at a time.

import { get, submit } from "../api.js";
import { SeatMap } from "../components/seat-map.js";
import { attempt } from "../forms.js";
import { html, pick, show } from "../html.js";
import { go } from "../navigation.js";
import { seatOf } from "./parts.js";

/** @param {HTMLFormElement} form @param {import("../types.js").Journey} journey @param {string} path
 * @param {AbortSignal} signal */
export async function seatsStep(form, journey, path, signal) {
  const maps = (await Promise.all(journey.segments.map((_, at) => get(`${path}/seats/${at}`, signal))))
    .map((answer) => answer.seats);
  const count = journey.adults + journey.children;
  const names = Array.from({ length: count }, (_, at) => journey.passengers[at]?.first ?? `Passenger ${at + 1}`);
  const chosen = journey.segments.map((_, at) => names.map((_, person) => seatOf(journey, at, person)));
  let [segment, person] = [0, 0];
  show(form, html`<h1>Choose your seats</h1><div role="alert" class="error"></div>
    <div role="tablist" aria-label="Flights">${journey.segments.map((one, at) => html`<button type="button" role="tab"
      data-at="${at}">${one.number}, ${one.origin.code} – ${one.destination.code}</button>`)}</div>
    <fieldset class="who"><legend>Seat for</legend>${names.map((name, at) => html`<label class="check"><input type="radio"
      name="person" value="${at}" ${!at && "checked"}> ${name} <span data-seat-of="${at}"></span></label>`)}</fieldset>
    <seat-map></seat-map><p class="hint">Seats you do not choose are given at check-in.</p>
    <button class="primary">Continue to review</button>`);
  const map = pick(form, "seat-map", SeatMap);
  const draw = () => {
    const here = chosen[segment];
    map.draw(maps[segment], here[person], here.filter((_, at) => at !== person));
    form.querySelectorAll("[role=tab]").forEach((tab, at) => tab.setAttribute("aria-selected", String(at === segment)));
    form.querySelectorAll("[data-seat-of]").forEach((note, at) => (note.textContent = here[at] && `(${here[at]})`));
  };
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[role=tab]"))) {
    tab.addEventListener("click", () => {
      segment = Number(tab.dataset.at);
      draw();
    });
  }
  form.addEventListener("change", () => {
    person = Number(new FormData(form).get("person"));
    draw();
  });
  map.addEventListener("choose", (event) => {
    const seat = /** @type {CustomEvent<string>} */ (event).detail;
    chosen[segment][person] = chosen[segment][person] === seat ? "" : seat;
    draw();
  });
  draw();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const seats = chosen.flatMap((row, at) => row.map((seat, passenger) => ({ segment: at, passenger, seat })));
    attempt(form, async () => {
      await submit("PUT", `${path}/seats`, { seats: seats.filter((one) => one.seat) });
      go(location.pathname.replace("seats", "review"));
    });
  });
}
