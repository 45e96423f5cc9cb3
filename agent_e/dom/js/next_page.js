/// <reference path="./world.d.ts" />
/**
 * Says what the page itself marks as the way to its next page.
 * @returns {{ mmid: number | null, address: string }} an element's id, and an address; null and "" without one
 */
() => {
  const shown = globalThis.agentE;
  for (const link of document.querySelectorAll("a[rel~=next], area[rel~=next]")) {
    const mmid = shown.knownId(link);
    if (mmid !== null && shown.visible(link)) return { mmid, address: "" };
  }
  /** @type {HTMLLinkElement | null} */
  const head = document.querySelector("link[rel~=next][href]");
  return { mmid: null, address: head?.href ?? "" };
};
