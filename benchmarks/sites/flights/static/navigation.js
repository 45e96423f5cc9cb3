// Addresses say what is shown; changing one shows it.

/** @param {string} address */
export function go(address) {
  history.pushState(null, "", address);
  dispatchEvent(new Event("go"));
}

/** @param {string} path @param {Record<string, unknown> | URLSearchParams} values */
export function address(path, values) {
  const pairs = values instanceof URLSearchParams ? [...values] : Object.entries(values);
  const query = new URLSearchParams(pairs.filter(([, value]) => value).map(([key, value]) => [key, String(value)]));
  return query.size ? `${path}?${query}` : path;
}

const SEARCH = ["from", "to", "depart", "return", "adults", "children", "cabin"];

/** The search alone: without filters, or what was chosen since. @param {URLSearchParams} query */
export function searchOf(query) {
  return Object.fromEntries(SEARCH.map((key) => [key, query.get(key) ?? ""]));
}

/** @param {URLSearchParams} query */
export function travellers(query) {
  return { adults: Number(query.get("adults") || 1), children: Number(query.get("children") || 0) };
}
