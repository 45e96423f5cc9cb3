/** Ends what input_recorder.js began in this frame. */
() => {
  /** @type {{handsOff?: () => void}} */ (globalThis).handsOff?.();
};
