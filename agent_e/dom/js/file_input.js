/** Gives the file field that file_field.js found, for CDP. */
() => globalThis.agentE.fileField?.deref() ?? null;
