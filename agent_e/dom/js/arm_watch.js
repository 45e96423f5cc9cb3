/// <reference path="./watch.d.ts" />
/**
 * Begins to watch for what an action does.
 * @returns {{total: number, restless: string[][], scroll: number[]}} how much has happened in this document so far
 */
() => ({
  total: globalThis.agentE.watch.arm(),
  restless: globalThis.agentE.watch.restless(),
  scroll: [scrollX, scrollY].map(Math.round),
});
