/**
 * Tells what else the press after press_ready.js hit; `other` is null if it hit the target, or no event came.
 * `saw` is the awaited text as read at the press; null if none was awaited.
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
