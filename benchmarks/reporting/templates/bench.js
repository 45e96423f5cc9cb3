"use strict";
/**
 * The table of all episodes: filtered, sorted, and no longer than is looked at. Texts are set as texts.
 * @typedef {[task: string, epoch: number, site: string, outcome: string, seconds: number, calls: number, tokens: number,
 *   cost: number | null, intent: string, answer: string, message: string, page: string]} Row
 */
{
  const FIRST = 200;
  /** Column of a row by which each heading sorts. */
  const SORTS = [0, 2, 3, 4, 5, 6, 7];
  const data = document.getElementById("data");
  /** @type {Row[]} */
  const rows = JSON.parse(data?.textContent ?? "[]");
  const found = rows.map((row) => [row[0], row[2], row[8], row[9], row[10]].join(" ").toLowerCase());
  /** @type {<T extends Element>(id: string) => T} */
  const get = (id) => /** @type {any} */ (document.getElementById(id));
  const [words, outcome, site] = [get("words"), get("outcome"), get("site")].map((each) => /** @type {HTMLInputElement} */ (each));
  /** @type {HTMLTableSectionElement} */
  const body = get("rows-body");
  /** @type {HTMLButtonElement} */
  const more = get("more");
  const headings = [...document.querySelectorAll("#rows th")];
  let sort = -1;
  let down = false;
  let all = false;

  /** @type {(tag: string, text: string, kind?: string) => HTMLElement} */
  const made = (tag, text, kind = "") => {
    const element = document.createElement(tag);
    element.textContent = text;
    if (kind) element.className = kind;
    return element;
  };
  /** @type {(seconds: number) => string} */
  const time = (seconds) => (seconds < 100 ? `${seconds.toFixed(seconds < 10 ? 1 : 0)} s` : `${Math.floor(seconds / 60)} min ${String(Math.round(seconds) % 60).padStart(2, "0")} s`);
  /** @type {(dollars: number | null) => string} */
  const cost = (dollars) => (dollars === null ? "–" : dollars === 0 ? "$0" : `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`);

  /** @type {(row: Row) => HTMLTableRowElement} */
  const line = (row) => {
    const tr = document.createElement("tr");
    const name = made("td", "", "task");
    name.dir = "auto";
    const title = row[1] > 1 ? `${row[0]} (${row[1]})` : row[0];
    const head = made(row[11] ? "a" : "span", title);
    if (head instanceof HTMLAnchorElement) head.setAttribute("href", row[11]);
    name.append(head);
    if (row[8]) name.append(document.createElement("br"), made("span", row[8].slice(0, 140), "small soft"));
    const end = made("td", "", "end");
    const mark = made("i", "", `o-${row[3].replace(/[^a-z_]/g, "")}`);
    mark.style.cssText = "display:inline-block;width:.65rem;height:.65rem;border-radius:3px;margin-right:.4rem";
    end.append(mark, row[3].replaceAll("_", " "));
    if (row[10]) end.title = row[10];
    tr.append(name, made("td", row[2]), end, made("td", time(row[4]), "n"), made("td", String(row[5]), "n"), made("td", row[6].toLocaleString("en"), "n"), made("td", cost(row[7]), "n"));
    return tr;
  };

  /** @type {(one: number, other: number) => number} */
  const compared = (one, other) => {
    const [a, b] = [rows[one][sort] ?? -1, rows[other][sort] ?? -1];
    const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
    return down ? -order : order;
  };

  const draw = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kept = [...rows.keys()].filter((index) => {
      const row = rows[index];
      return (!outcome.value || row[3] === outcome.value) && (!site.value || row[2] === site.value) && wanted.every((word) => found[index].includes(word));
    });
    if (sort >= 0) kept.sort(compared);
    const shown = all ? kept : kept.slice(0, FIRST);
    body.replaceChildren(...shown.map((index) => line(rows[index])));
    get("count").textContent = `${kept.length} of ${rows.length} episodes`;
    more.hidden = shown.length === kept.length;
    more.textContent = `Show all ${kept.length}`;
  };

  for (const name of [...new Set(rows.map((row) => row[2]))].filter(Boolean).sort()) {
    const option = made("option", name);
    option.setAttribute("value", name);
    site.append(option);
  }
  for (const [index, heading] of headings.entries()) {
    heading.querySelector("button")?.addEventListener("click", () => {
      down = sort === SORTS[index] ? !down : index > 2;
      sort = SORTS[index];
      for (const each of headings) each.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      draw();
    });
  }
  for (const control of [words, outcome, site]) control.addEventListener("input", draw);
  get("controls").addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", () => {
    all = true;
    draw();
  });
  draw();
}
