// Questions to the server.

export class Refused extends Error {
  /** @param {number} status @param {Record<string, string>} errors */
  constructor(status, errors) {
    super(Object.values(errors).join(" "));
    this.status = status;
    this.errors = errors;
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
async function send(method, path, body, signal) {
  const answer = await fetch(`/api${path}`, {
    method,
    signal,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.ok) return answer;
  const reply = await answer.json().catch(() => ({}));
  throw new Refused(answer.status, reply.errors ?? { form: "The server has a problem. Try again." });
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function get(path, signal) {
  return (await send("GET", path, undefined, signal)).json();
}

/** @param {"POST" | "PUT"} method @param {string} path @param {unknown} body @returns {Promise<any>} */
export async function submit(method, path, body) {
  return (await send(method, path, body)).json();
}

/** One object for each line of the answer, as they come. @param {string} path @param {AbortSignal} signal */
export async function* stream(path, signal) {
  const answer = await send("GET", path, undefined, signal);
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (text + value).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}
