/** Returns the file field found by file_field.js, for CDP. */
() => globalThis.agentE.fileField?.deref() ?? null;
