// Booking in three steps: passengers, seats, review. The server keeps what was entered.

import { get, Refused, submit } from "../api.js";
import { dayOf, longDay, money } from "../format.js";
import { attempt, field } from "../forms.js";
import { html, pick, show } from "../html.js";
import { go } from "../navigation.js";
import { itinerary, people, sums } from "./parts.js";
import { seatsStep } from "./seats.js";

/** @typedef {import("../types.js").Journey} Journey */

const STEPS = /** @type {Record<string, string>} */ ({ passengers: "Passengers", seats: "Seats", review: "Review" });

/** @param {import("../types.js").Visit} visit */
export async function bookingPage({ main, part, signal }) {
  const [draft, step] = part.split("/");
  const path = `/drafts/${draft}`;
  /** @type {Journey} */
  const journey = await get(path, signal);
  if (!(step in STEPS)) throw new Refused(404, { form: "This address leads nowhere." });
  show(main, html`<ol class="steps" aria-label="Steps">${Object.entries(STEPS).map(([key, label]) => html`<li
      ${key === step && 'aria-current=step'}>${key === step ? label : html`<a href="/booking/${draft}/${key}">${label}</a>`}</li>`)}
    </ol><div class="columns"><form class="box step" novalidate></form>
    <aside class="box" aria-label="Your journey"><h2>Your journey</h2>${itinerary(journey)}${sums(journey)}</aside></div>`);
  const form = pick(main, "form", HTMLFormElement);
  if (step === "passengers") passengersStep(form, journey, path);
  else if (step === "seats") await seatsStep(form, journey, path, signal);
  else reviewStep(form, journey, path);
}

/** @param {string} day */
const slashed = (day) => day.split("-").reverse().join("/");

/** @param {HTMLFormElement} form @param {Journey} journey @param {string} path */
function passengersStep(form, journey, path) {
  const count = journey.adults + journey.children;
  const groups = Array.from({ length: count }, (_, at) => {
    const known = journey.passengers[at];
    const kind = at < journey.adults ? "adult" : "child under 12";
    return html`<fieldset><legend>Passenger ${at + 1}, ${kind}</legend><div class="side-by-side">
      ${field(`${at}.first`, "First name", { value: known?.first })}
      ${field(`${at}.last`, "Last name", { value: known?.last })}</div>
      ${field(`${at}.born`, "Date of birth", { value: known && slashed(known.born), hint: "DD/MM/YYYY" })}</fieldset>`;
  });
  show(form, html`<h1>Who is flying?</h1><div role="alert" class="error"></div>${groups}
    <fieldset><legend>Contact</legend>${field("email", "E-mail", { value: journey.email, hint: "We send the ticket here.",
      extra: "email" })}</fieldset><button class="primary">Continue to seats</button>`);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const entered = new FormData(form);
    const passengers = groups.map((_, at) => Object.fromEntries(
      ["first", "last", "born"].map((key) => [key, entered.get(`${at}.${key}`)])));
    attempt(form, async () => {
      await submit("PUT", `${path}/passengers`, { passengers, email: entered.get("email") });
      go(location.pathname.replace("passengers", "seats"));
    });
  });
}

/** @param {HTMLFormElement} form @param {Journey} journey @param {string} path */
function reviewStep(form, journey, path) {
  show(form, html`<h1>Review your booking</h1><h2>Passengers</h2>${people(journey)}
    <p>Ticket to ${journey.email || "nobody yet"}, ${journey.cabin_label} class,
      leaving on ${longDay(dayOf(journey.legs[0].departs))}.</p>
    <label class="check"><input type="checkbox" name="terms"> I accept the conditions of carriage</label>
    <p class="error" data-error="terms"></p><div role="alert" class="error"></div>
    <button class="primary">Book for ${money(journey.total)}</button>`);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const terms = new FormData(form).has("terms");
    attempt(form, async () => {
      const { reference } = await submit("POST", `${path}/book`, { terms });
      go(`/confirmation/${reference}`);
    });
  });
}
