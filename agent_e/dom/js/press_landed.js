/// <reference path="./world.d.ts" />
/// <reference path="./press.d.ts" />
/**
 * Says what else the press landed on that press_ready.js was called for; `other` is null when it hit, or nothing was heard.
 * `saw` is what was waited for, as it was read at the press; null where nothing was.
 * @param {{mmid: number}} options
 * @returns {{role: string, name: string, saw: string | null, other: {mmid: number | null, role: string, name: string} | null} | null} null when the element is gone
 */
({ mmid }) => {
  const shown = globalThis.agentE;
  const { press } = shown;
  press?.over.abort();
  shown.press = null;
  shown.awaited = null;
  const landed = press?.missed?.deref();
  const element = shown.element(mmid);
  if (!element) return null;
  const about = { role: shown.role(element), name: shown.name(element), saw: press?.saw ?? null };
  if (!landed || shown.serves(element, landed)) return { ...about, other: null };
  const name = shown.squeeze(shown.name(landed) || shown.text(landed)).slice(0, 80);
  return { ...about, other: { mmid: shown.knownId(landed), role: shown.role(landed) || "box", name } };
};
