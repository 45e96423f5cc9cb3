/** The shell of the console: which page is shown, what is above it, and signing in. */

import { onSignedOut, signIn } from "./api.js";
import { Bell, useTitle } from "./bell.js";
import { Compare } from "./compare.js";
import { Run } from "./run.js";
import { Runs } from "./runs.js";
import { Start } from "./start.js";
import { stream } from "./stream.js";
import { Suite, Suites } from "./suites.js";
import { html, render, useEffect, useKept, useLayoutEffect, useNews, useRef, useState } from "./ui.js";

/** @typedef {{path: string[], query: URLSearchParams}} Route */

const PAGES = [
  { path: "", name: "Start" },
  { path: "runs", name: "Runs" },
  { path: "suites", name: "Suites" },
];

/** @returns {Route} */
function here() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

function useRoute() {
  const [route, set] = useState(here);
  useEffect(() => {
    const moved = () => {
      // The address of a new key may be pasted into a tab that is open.
      if (location.hash.startsWith("#key=")) location.reload();
      else set(here());
    };
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  return route;
}

/** @param {{problem: string}} props */
function App({ problem }) {
  const [signedIn, setSignedIn] = useState(!problem);
  useEffect(() => onSignedOut(() => setSignedIn(false)), []);
  useEffect(() => {
    if (!signedIn) return undefined;
    stream.open();
    return () => stream.close();
  }, [signedIn]);
  if (!signedIn) return html`<${SignedOut} problem=${problem} />`;
  return html`<${Pages} />`;
}

function Pages() {
  const route = useRoute();
  useNews(stream.subscribe);
  useTitle(route, stream);
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const where = route.path.join("/");
  const before = useRef(where);
  useLayoutEffect(() => {
    // A screen reader is told of the new page, as it would be of a loaded one.
    if (before.current !== where) main.current?.focus({ preventScroll: true });
    before.current = where;
    scrollTo(0, 0);
  }, [where]);
  return html`
    <a class="skip" href="#main" onClick=${(/** @type {Event} */ event) => {
      event.preventDefault();
      main.current?.focus();
    }}>Skip to the page</a>
    <header class="bar">
      <a class="brand" href="#/"><img src="console/static/icon.svg" alt="" width="24" height="24" />agent-e</a>
      <nav aria-label="Pages">
        ${PAGES.map(({ path, name }) => {
          const current = (route.path[0] ?? "") === path;
          return html`<a href=${`#/${path}`} aria-current=${current ? "page" : undefined}>${name}</a>`;
        })}
      </nav>
      <span class="room"></span>
      <${Bell} runs=${stream.waiting} />
      <${Theme} />
    </header>
    ${!stream.connected && stream.loaded && html`<p class="offline" role="status">The server does not answer. This page goes on as soon as it does.</p>`}
    <main id="main" tabindex="-1" ref=${main} key=${where}><${Page} route=${route} /></main>`;
}

/** @param {{route: Route}} props */
function Page({ route }) {
  const [page, id, other] = route.path;
  if (!page) return html`<${Start} />`;
  if (page === "runs" && id) return html`<${Run} id=${id} query=${route.query} />`;
  if (page === "runs") return html`<${Runs} />`;
  if (page === "compare" && id && other) return html`<${Compare} ids=${[id, other]} />`;
  if (page === "suites" && id) return html`<${Suite} id=${id} />`;
  if (page === "suites") return html`<${Suites} />`;
  return html`<section class="page narrow"><h1>There is no such page</h1><p><a href="#/">Start a run</a>, or look at <a href="#/runs">the runs</a>.</p></section>`;
}

/** @param {{problem: string}} props */
function SignedOut({ problem }) {
  return html`<main class="page narrow signed-out">
    <img src="console/static/icon.svg" alt="" width="56" height="56" />
    <h1>Open the console from your terminal</h1>
    <p>${problem || "This browser is not signed in."}</p>
    <pre>agent-e console</pre>
    <p class="soft">The command prints an address that works once, and opens it. It uses the server that runs already, so nothing is lost.</p>
  </main>`;
}

function Theme() {
  const [theme, set] = useKept("local", "agent-e.theme", "auto");
  useLayoutEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  const next = { auto: "light", light: "dark", dark: "auto" }[theme] ?? "auto";
  const icon = { auto: "◐", light: "☀", dark: "☾" }[theme] ?? "◐";
  return html`<button class="icon" onClick=${() => set(next)} title=${`Colours: ${theme}`} aria-label=${`Colours: ${theme}. Change to ${next}.`}><span aria-hidden="true">${icon}</span></button>`;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
render(html`<${App} problem=${await signIn()} />`, root);
