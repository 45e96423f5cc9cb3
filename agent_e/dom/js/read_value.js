/// <reference path="./world.d.ts" />
/// <reference path="./watch.d.ts" />
/**
 * Reads what a field holds now.
 * @param {{mmid: number, wanted: string}} options
 * @returns {{same: boolean, value: string, room: number, taken: boolean} | null} `same` also for secrets, whose `value` is
 *   masked; `room` is the most characters it takes, -1 for any number;
 *   `taken`: it has changed since `prepare_fill`, whatever became of it then
 */
({ mmid, wanted }) => {
  const shown = globalThis.agentE;
  const element = /** @type {any} */ (shown.element(mmid));
  if (!element) return null;
  const plain = "value" in element ? element.value : element.innerText.replace(/\n$/, "");
  /** @type {(text: string) => string} */
  const even = (text) => text.replace(/\r\n?/g, "\n").replace(/\u00a0/g, " ");
  const masked = shown.value(element);
  return {
    same: even(plain) === even(wanted),
    value: element.type === "password" ? masked ?? "" : plain,
    room: element.maxLength ?? -1,
    taken: shown.watch.inputs() > 0,
  };
};
