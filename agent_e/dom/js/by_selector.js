/**
 * Counts the elements that a CSS selector matches; for a single one also gives its id.
 * @param {{ selector: string, next: number, confirmed: number }} options
 * @returns {{ count: number, mmid: number, invalid: boolean, next: number }}
 */
({ selector, next, confirmed }) => {
  agentE.begin({ next, confirmed });
  try {
    const found = agentE.matching(selector);
    const mmid = found.length === 1 ? agentE.idOf(found[0]) : 0;
    return { count: found.length, mmid, invalid: false, next: agentE.nextId() };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { count: 0, mmid: 0, invalid: true, next: agentE.nextId() };
  }
};
