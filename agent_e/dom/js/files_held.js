/**
 * Names the files in the field found by file_field.js; null if the page has removed it.
 * @returns {string[] | null}
 */
() => {
  const field = globalThis.agentE.fileField?.deref();
  return field?.isConnected ? Array.from(field.files ?? [], (file) => file.name) : null;
};
