/**
 * Ends what input_recorder.js began in this frame.
 * @returns {void}
 */
() => {
  /** @type {{handsOff?: () => void}} */ (globalThis).handsOff?.();
};
