/**
 * Runs the model's function and serialises its result; elements become their text, node lists arrays.
 * @param {{MOST: number}} options
 * @param {(...given: unknown[]) => unknown} run
 * @param {unknown[]} given its arguments
 * @returns {Promise<{json: string} | {characters: number}>}
 */
async (options, run, ...given) => {
  // Saved before the function can replace it.
  const { stringify } = JSON;
  if (typeof run !== "function") throw new TypeError(`the code is no function but ${typeof run}`);
  /** @type {(key: string, value: any) => unknown} */
  const plain = (key, value) => {
    if (value instanceof Node) return (value.textContent ?? "").replace(/\s+/g, " ").trim();
    if (value instanceof Map) return Object.fromEntries(value);
    if (typeof value === "bigint") return Number(value);
    const listed = value instanceof NodeList || value instanceof HTMLCollection || value instanceof Set;
    return listed ? Array.from(value) : value;
  };
  const json = stringify(await run(...given), plain) ?? "null";
  return json.length > options.MOST ? { characters: json.length } : { json };
};
