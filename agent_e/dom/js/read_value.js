/**
 * Reads a field's current value, and what became of the text if that is not it.
 * @param {{mmid: number, wanted: string}} options
 * @returns {{same: boolean, value: string, room: number, taken: boolean, chip: boolean, left: boolean, invalid: string} | null}
 *   `same` also for secrets, whose `value` is masked; `room`: most characters it takes, -1 for no limit;
 *   `taken`: it has changed since `prepare_fill`, to whatever; `chip`: the text is now next to the empty field; `left`:
 * the focus moved to another field; `invalid`: why the browser rejects it
 */
({ mmid, wanted }) => {
  const target = agentE.element(mmid);
  if (!target) return null;
  const element = /** @type {any} */ (agentE.fieldOf(target));
  const plain = "value" in element ? element.value : element.innerText.replace(/\n$/, "");
  const even = (/** @type {string} */ text) => text.replace(/\r\n?/g, "\n").replace(/\u00a0/g, " ");
  const masked = agentE.value(element);
  const active = agentE.focused();
  const before = agentE.filling?.field.deref() === element ? agentE.filling?.words ?? "" : "";
  const times = (/** @type {string} */ words) => words.split(agentE.squeeze(wanted).toLowerCase()).length;
  const gone = agentE.squeeze(plain) === "" && agentE.squeeze(wanted) !== "";
  return {
    same: even(plain) === even(wanted),
    value: element.type === "password" ? masked ?? "" : plain,
    room: element.maxLength ?? -1,
    taken: agentE.watch.inputs() > 0,
    chip: gone && times(agentE.wordsAround(element)) > times(before),
    left: active !== null && active !== element && agentE.editable(active) && !agentE.closest(active, (up) => up === element),
    invalid: element.validity && !element.validity.valid && !gone ? element.validationMessage : "",
  };
};
