/// <reference path="./watch.d.ts" />
/// <reference path="./world.d.ts" />
/**
 * Waits until a text can be read on the page, or cannot any more. Case and white space do not matter.
 * @param {{text: string, gone: boolean, patience: number}} options `patience`: milliseconds
 * @returns {Promise<boolean>} whether it happened in time
 */
async ({ text, gone, patience }) => {
  const shown = globalThis.agentE;
  const wanted = shown.squeeze(text).toLowerCase();
  const holds = () => {
    const read = document.body ? shown.text(document.body) : "";
    return shown.squeeze(read).toLowerCase().includes(wanted) !== gone;
  };
  const end = performance.now() + patience;
  // Reading a long page costs more than a change of it: look again once a frame's time after a change has
  // passed, and now and then without one, for what style sheets and clocks show.
  const observer = new MutationObserver(() => wake());
  let wake = () => {};
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  try {
    for (;;) {
      const began = performance.now();
      if (holds()) return true;
      const now = performance.now();
      if (now >= end) return false;
      const cost = now - began;
      await new Promise((resolve) => setTimeout(resolve, Math.min(end - now, Math.max(16, 4 * cost))));
      await new Promise((resolve) => {
        wake = () => resolve(undefined);
        setTimeout(resolve, Math.min(250, Math.max(1, end - performance.now())));
      });
    }
  } finally {
    observer.disconnect();
  }
};
