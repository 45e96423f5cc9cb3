/**
 * Returns what the page itself marks as its next page.
 * @returns {{ mmid: number | null, address: string }} an element's id, and an address; null and "" without one
 */
() => {
  for (const link of document.querySelectorAll("a[rel~=next], area[rel~=next]")) {
    const mmid = agentE.knownId(link);
    if (mmid !== null && agentE.visible(link)) return { mmid, address: "" };
  }
  /** @type {HTMLLinkElement | null} */
  const head = document.querySelector("link[rel~=next][href]");
  return { mmid: null, address: head?.href ?? "" };
};
