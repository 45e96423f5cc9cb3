/** Stops input_recorder.js in this frame. */
() => {
  /** @type {{handsOff?: () => void}} */ (globalThis).handsOff?.();
};
