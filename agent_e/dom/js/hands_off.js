/**
 * Ends what hands.js began in this frame.
 * @returns {void}
 */
() => {
  /** @type {{handsOff?: () => void}} */ (globalThis).handsOff?.();
};
