/// <reference path="./world.d.ts" />
/**
 * Waits until a text can be read on the page, or cannot any more. Case and white space do not matter.
 * @param {{text: string, gone: boolean, patience: number}} options `patience`: milliseconds
 * @returns {Promise<boolean>} whether it happened in time
 */
({ text, gone, patience }) => {
  const shown = globalThis.agentE;
  const wanted = shown.squeeze(text).toLowerCase();
  const holds = () => {
    const read = document.body ? shown.reading(document.body).text : "";
    return read.includes(wanted) !== gone;
  };
  return shown.until(holds, patience);
};
