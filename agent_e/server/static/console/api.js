/** Requests to the server, and signing in with the key of the address that `agent-e console` printed. */

/** What the server refused, in its own words. */
export class Refused extends Error {
  /** @param {string} why @param {number} status */
  constructor(why, status) {
    super(why);
    this.status = status;
  }
}

/** @type {Set<() => void>} */
const signedOut = new Set();

/** Call `tell` when the server no longer knows this browser.
 * @param {() => void} tell */
export function onSignedOut(tell) {
  signedOut.add(tell);
  return () => signedOut.delete(tell);
}

/** Send a request and return the JSON of the response.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 * @throws {Refused} the server refused, or cannot be reached (status 0) */
export async function ask(method, path, body) {
  /** @type {RequestInit} */
  const options = { method, credentials: "same-origin", cache: "no-store" };
  if (body !== undefined) {
    options.headers = { "content-type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused("The server does not answer. Is agent-e console still running?", 0);
  }
  const text = await response.text();
  const given = text ? asJson(text) : {};
  if (response.ok) return given;
  if (response.status === 401) signedOut.forEach((tell) => tell());
  throw new Refused(given.error ?? `The server answered ${response.status}.`, response.status);
}

/** @param {string} path */
export function get(path) {
  return ask("GET", path);
}

/** @param {string} path @param {unknown} [body] */
export function post(path, body) {
  return ask("POST", path, body);
}

/** @param {string} id */
export function runPath(id) {
  return `/runs/${encodeURIComponent(id)}`;
}

/** The address of a file of a run.
 * @param {string} id @param {string} file */
export function filePath(id, file) {
  return `${runPath(id)}/artefacts/${file.split("/").map(encodeURIComponent).join("/")}`;
}

/** The address of a WebSocket of this server.
 * @param {string} path */
export function socketPath(path) {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/** Take the one-time key out of the address and sign in with it.
 * @returns {Promise<string>} why not; "" if signed in, or there was no key */
export async function signIn() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (!key) return "";
  history.replaceState(null, "", location.pathname);
  try {
    await post("/console/session", { key });
    return "";
  } catch (error) {
    return error instanceof Refused ? error.message : String(error);
  }
}

/** @param {string} text */
function asJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
