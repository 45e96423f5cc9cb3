/**
 * Reads what a field holds now, and what became of the text if it does not hold it.
 * @param {{mmid: number, wanted: string}} options
 * @returns {{same: boolean, value: string, room: number, taken: boolean, chip: boolean, left: boolean, invalid: string} | null}
 *   `same` also for secrets, whose `value` is masked; `room` is the most characters it takes, -1 for any number;
 *   `taken`: it has changed since `prepare_fill`, whatever became of it then; `chip`: the text stands beside the field now,
 *   which is empty; `left`: the focus went on to another field; `invalid`: why the browser does not accept it
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
