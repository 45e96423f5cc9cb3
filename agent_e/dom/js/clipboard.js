/**
 * Pastes a text into the focused editor, or asks it for the selected text.
 * Editors that draw their text themselves handle both, without the completions that typing triggers.
 * @param {{mmid: number, text: string | null}} options `text`: null asks
 * @returns {{taken: boolean, text: string}} `taken`: the editor has answered
 */
({ text }) => {
  const field = globalThis.agentE.focused();
  if (!field) return { taken: false, text: "" };
  const clipboardData = new DataTransfer();
  if (text !== null) clipboardData.setData("text/plain", text);
  const kind = text === null ? "copy" : "paste";
  const event = new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true, composed: true });
  return { taken: !field.dispatchEvent(event), text: clipboardData.getData("text/plain") };
};
