// Shows the page that the address names, and keeps links within the application.

import { Refused } from "./api.js";
import { html, pick, show } from "./html.js";
import { go } from "./navigation.js";
import { bookingPage } from "./pages/booking.js";
import { flightPage } from "./pages/flight.js";
import { resultsPage } from "./pages/results.js";
import { homePage } from "./pages/search.js";
import { confirmationPage, tripPage } from "./pages/trip.js";
import { tripsPage } from "./pages/trips.js";

/** @type {[RegExp, string, (visit: import("./types.js").Visit) => Promise<void>][]} */
const PAGES = [
  [/^\/$/, "Book a flight", homePage],
  [/^\/results$/, "Flights", resultsPage],
  [/^\/flight\/([^/]+)$/, "Flight", flightPage],
  [/^\/booking\/(.+)$/, "Booking", bookingPage],
  [/^\/confirmation\/([^/]+)$/, "Booking confirmed", confirmationPage],
  [/^\/trips$/, "My trips", tripsPage],
  [/^\/trips\/([^/]+)$/, "Your trip", tripPage],
];
const main = pick(document, "main", HTMLElement);
let leaving = new AbortController();

async function render() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const found = PAGES.find(([path]) => path.test(location.pathname));
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${found?.[1] ?? "Page not found"} · Larkway`;
  try {
    if (!found) throw new Refused(404, { form: "This address leads nowhere." });
    const part = found[0].exec(location.pathname)?.[1] ?? "";
    await found[2]({ main, part, query: new URLSearchParams(location.search), signal });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Refused)) throw error;
    document.title = "Not found · Larkway";
    show(main, html`<section class="box narrow"><h1>That did not work</h1>
      <p>${error.message}</p><p><a href="/">Search for flights</a></p></section>`);
  }
}

async function arrive() {
  await render();
  scrollTo(0, 0);
  const heading = main.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
addEventListener("go", arrive);
addEventListener("popstate", render);
render();
