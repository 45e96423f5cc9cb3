/**
 * Names the files in the field that file_field.js found; null when the page has put it away.
 * @returns {string[] | null}
 */
() => {
  const field = globalThis.agentE.fileField?.deref();
  return field?.isConnected ? Array.from(field.files ?? [], (file) => file.name) : null;
};
