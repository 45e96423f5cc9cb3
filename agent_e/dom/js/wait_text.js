/**
 * Waits until a text appears on the page or in an element, or disappears. Case and white space do not matter; `40..60`
 * in it means any number from 40 to 60.
 * @param {{text: string, gone: boolean, mmid: number, patience: number}} options `mmid`: 0 for the page;
 *   `patience`: milliseconds
 * @returns {Promise<{came: boolean, saw: string | null}>} whether it happened in time, and the current text: for the
 * page only the text itself; null if the element is gone, which ends the wait
 */
async ({ text, gone, mmid, patience }) => {
  const FRAME_MS = 16;
  const LONGEST = 80;
  const NUMBER = "-?\\d+(?:[.,]\\d+)*";
  const wanted = agentE.squeeze(text).toLowerCase();
  const range = wanted.match(/(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)/);
  const plain = (/** @type {string} */ part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const at = range ? range.index ?? 0 : wanted.length;
  // A number ends with its digits: 12 does not contain 1.
  const pattern = new RegExp([
    /^[\d-]/.test(wanted) ? "(?<![\\d.,])" : "",
    plain(wanted.slice(0, at)),
    range ? `(${NUMBER})` : "",
    plain(wanted.slice(at + (range?.[0].length ?? 0))),
    /\d$/.test(wanted) ? "(?![.,]?\\d)" : "",
  ].join(""), "g");
  const [least, most] = range ? [Number(range[1]), Number(range[2])].sort((a, b) => a - b) : [0, 0];
  const number = (/** @type {string} */ figures) => Number(figures.replace(/,(?=\d{3}(?!\d))/g, "").replace(",", "."));
  const read = () => {
    const root = mmid ? agentE.element(mmid) : document.body;
    if (!root) return "";
    const value = mmid ? agentE.value(/** @type {Element} */ (root)) : null;
    return value === null ? agentE.reading(root).text || (mmid ? agentE.name(/** @type {Element} */ (root)).toLowerCase() : "") : agentE.squeeze(value).toLowerCase();
  };
  const found = (/** @type {string} */ content) =>
    [...content.matchAll(pattern)].find((match) => !range || (number(match[1]) >= least && number(match[1]) <= most))?.[0];
  const lost = () => mmid > 0 && !agentE.element(mmid);
  const holds = () => lost() || (found(read()) !== undefined) !== gone;
  const seen = () => {
    const content = read();
    return mmid ? content.slice(0, LONGEST) : found(content) ?? "";
  };
  const came = await agentE.until(holds, patience, mmid ? FRAME_MS : undefined);
  agentE.awaited = seen;
  return { came: came && (gone || !lost()), saw: lost() ? null : seen() };
};
