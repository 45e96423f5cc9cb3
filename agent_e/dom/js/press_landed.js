/**
 * Says what else the press landed on that press_ready.js was called for; `other` is null when it hit, or nothing was heard.
 * `saw` is what was waited for, as it was read at the press; null where nothing was.
 * @param {{mmid: number}} options
 * @returns {{role: string, name: string, saw: string | null, other: {mmid: number | null, role: string, name: string} | null} | null} null when the element is gone
 */
({ mmid }) => {
  const { press } = agentE;
  press?.over.abort();
  agentE.press = null;
  agentE.awaited = null;
  const landed = press?.missed?.deref();
  const element = agentE.element(mmid);
  if (!element) return null;
  const about = { ...agentE.named(element), saw: press?.saw ?? null };
  return { ...about, other: !landed || agentE.serves(element, landed) ? null : agentE.label(landed) };
};
