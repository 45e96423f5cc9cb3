/** Adds to `globalThis.agentE` how calendars are recognised: by their days, which are consecutive numbers. */
() => {
  const MONTHS = 12;
  const FIRST_YEAR = 1000;
  /** Zeros of other digits used in calendars: Arabic, Persian, Devanagari, Bengali, Thai, full width. */
  const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
  const known = /** @type {Map<string, Map<string, number>>} */ (new Map());

  const plainDigits = (/** @type {string} */ text) => text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((each) => code >= each && code < each + 10);
    return zero === undefined ? digit : String(code - zero);
  });
  const even = (/** @type {string} */ text) => plainDigits(text.normalize("NFKC")).toLowerCase().replace(/[\u200e\u200f.]/g, "").trim();

  /** Languages whose month names are always recognised: many a calendar differs in language from its page. */
  const SPOKEN = ["de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "cs", "sk", "hu", "ro", "sv", "nb", "da", "fi", "tr", "el", "hr", "ar", "fa", "he", "hi", "th", "id", "vi", "ja", "ko", "zh"];

  /** @type {(language: string, names: Map<string, number>, short: boolean) => void} */
  const addNames = (language, names, short) => {
    // In some languages a month next to a day is in another grammatical case than alone.
    /** @type {Intl.DateTimeFormatOptions[]} */
    const ways = [{ month: "long" }, { month: "long", day: "numeric" }, { month: "short" }, { month: "short", day: "numeric" }];
    // One language's abbreviated months are another's weekdays.
    for (const way of short ? ways : ways.slice(0, 2)) {
      const format = new Intl.DateTimeFormat(language, { ...way, calendar: "gregory" });
      for (let month = 0; month < MONTHS; month += 1) {
        const part = format.formatToParts(new Date(2030, month, 15)).find(({ type }) => type === "month");
        const name = even(part?.value ?? "");
        if (/\p{L}/u.test(name) && !names.has(name)) names.set(name, month);
      }
    }
  };

  const monthNames = (/** @type {Element} */ element) => {
    const lang = element.closest("[lang]")?.getAttribute("lang") ?? document.documentElement.lang;
    const key = lang || "en";
    let names = known.get(key);
    if (!names) {
      names = new Map();
      for (const language of new Set([key, ...navigator.languages, "en"])) {
        try {
          addNames(language, names, true);
        } catch {
          // A page may declare an invalid language.
        }
      }
      for (const language of SPOKEN) addNames(language, names, false);
      known.set(key, names);
    }
    return names;
  };

  /** Where a month's name is in a normalised text. @type {(text: string, names: Map<string, number>) => { month: number, name: string } | null} */
  const named = (text, names) => {
    const words = text.match(/\p{L}[\p{L}\p{M}]*|\d+\p{Script=Han}|\d+월/gu) ?? [];
    for (const word of words) {
      const month = names.get(word);
      if (month !== undefined) return { month, name: word };
    }
    return null;
  };
  /** @type {(year: number, month: number, day: number) => string} */
  const iso = (year, month, day) =>
    month >= 0 && month < MONTHS && day >= 1 && day <= 31 && year >= FIRST_YEAR
      ? `${year}-${String(month + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`
      : "";

  /** @type {AgentE["dateIn"]} */
  const dateIn = (text, names) => {
    const words = even(text);
    const straight = /(?<!\d)(\d{4})[-/年]\s?(\d{1,2})[-/月]\s?(\d{1,2})(?!\d)/.exec(words);
    if (straight) return iso(Number(straight[1]), Number(straight[2]) - 1, Number(straight[3]));
    const found = named(words, names);
    const year = /(?<!\d)(\d{4})(?!\d)/.exec(words);
    if (!found || !year) return "";
    const day = /(?<!\d)(\d{1,2})(?!\d)/.exec(words.replace(/\d+[월月]/, " "));
    return day ? iso(Number(year[1]), found.month, Number(day[1])) : "";
  };

  /** @type {AgentE["monthIn"]} */
  const monthIn = (text, names) => {
    const words = even(text);
    const year = /(?<!\d)([12]\d{3})(?!\d)/.exec(words);
    if (!year) return null;
    const found = named(words, names);
    if (found) return Number(year[1]) * MONTHS + found.month;
    const number = /(?<!\d)(\d{1,2})\s?[-/月월]\s?[12]\d{3}|[12]\d{3}\s?[-/年년]\s?(\d{1,2})(?!\d)/.exec(words);
    const month = number ? Number(number[1] ?? number[2]) - 1 : -1;
    return month >= 0 && month < MONTHS ? Number(year[1]) * MONTHS + month : null;
  };

  const SHORTEST = 28;
  const GAP = 3; // numbers between two days that are none: week numbers, event counts
  const NEAR = 5;
  const DAY = /^(\d{1,2})[日일.]?$/;
  const WEEK = /week-?_?n|weeknum|\bwk\b|\bcw\b/i;
  const SAYING = ["aria-label", "datetime", "data-date", "data-day", "data-value", "data-iso", "data-full-date", "title", "data-timestamp", "data-time"];

  const number = (/** @type {Element} */ element) => {
    const found = DAY.exec(agentE.ownWords(element).normalize("NFKC").trim());
    const day = found ? Number(found[1]) : 0;
    if (day < 1 || day > 31) return 0;
    const holder = element.closest("th, [role=rowheader]") ?? element;
    return holder.matches("th, [role=rowheader]") || WEEK.test(holder.getAttribute("class") ?? "") ? 0 : day;
  };

  const runs = (/** @type {Element[]} */ elements) => {
    const cells = elements.map((element) => ({ element, day: number(element) })).filter(({ element, day }) => day > 0 && agentE.inView(element));
    const found = [];
    for (let at = 0; at < cells.length; at += 1) {
      if (cells[at].day !== 1) continue;
      const run = [cells[at].element];
      let last = at;
      for (let next = at + 1; next < cells.length && next - last <= GAP; next += 1) {
        // The number of the year's first week may come right before the first day of a month.
        if (run.length === 1 && cells[next].day === 1) break;
        if (cells[next].day !== run.length + 1) continue;
        run.push(cells[next].element);
        last = next;
      }
      if (run.length < SHORTEST) continue;
      found.push(run);
      at = last;
    }
    return found;
  };

  const gridOf = (/** @type {Element[]} */ run) => /** @type {Element} */ (agentE.closest(run[0], (up) => up.contains(run[run.length - 1])));

  /** The month declared by a day. @type {(run: Element[], names: Map<string, number>) => number | null} */
  const monthOf = (run, names) => {
    const day = 10;
    const cell = run[day - 1];
    /** @type {Element | null} */
    let at = cell;
    for (let level = 0; at && level < 3 && !at.contains(run[day]); level += 1, at = at.parentElement) {
      for (const attribute of SAYING) {
        const declared = at.getAttribute(attribute) ?? "";
        let date = dateIn(declared, names);
        if (/^\d{12,13}$/.test(declared)) {
          const moment = new Date(Number(declared));
          const local = moment.getDate() === day;
          date = local ? `${moment.getFullYear()}-${moment.getMonth() + 1}-${day}` : moment.toISOString().slice(0, 10);
        }
        const [year, month, which] = date.split("-").map(Number);
        if (which === day) return year * MONTHS + month - 1;
      }
    }
    return null;
  };

  /** Visible words above the days, and the values of fields there. @type {(top: Element, grid: Element) => string} */
  const heading = (top, grid) => {
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
      if (node.nodeType === Node.TEXT_NODE) return number(/** @type {Element} */ (node.parentElement)) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
      const element = /** @type {Element} */ (node);
      if (!agentE.visible(element) || element.matches("script, style")) return NodeFilter.FILTER_REJECT;
      return element.matches("select, input") ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
    });
    const words = [];
    while (walker.nextNode() && words.length < 200) {
      const node = walker.currentNode;
      if (node.nodeType === Node.TEXT_NODE) {
        if (!node.parentElement?.closest("select")) words.push(node.nodeValue);
      } else if (node !== grid) words.push(agentE.value(/** @type {Element} */ (node)));
    }
    return words.join(" ");
  };

  /** Whether no other field is closer to a calendar, which would then own it. @type {(grid: Element, field: Element) => boolean} */
  const isNearest = (grid, field) => {
    const holder = agentE.closest(grid, (up) =>
      up.contains(field) || [...up.querySelectorAll("input:not([type=hidden], [type=number])")].some((each) => agentE.inView(each)));
    return holder !== null && holder.contains(field);
  };

  const monthsOf = (/** @type {Element} */ field) => {
    const controlled = agentE.referenced(field, "aria-controls");
    /** @type {Element} */
    let near = field;
    for (let level = 0; level < NEAR && near.parentElement && near.parentElement.tagName !== "BODY"; level += 1) near = near.parentElement;
    const all = runs(agentE.everything(field)).map((run) => ({ run, grid: gridOf(run) }));
    const own = (/** @type {Element} */ grid) => (near.contains(grid) && isNearest(grid, field)) || controlled.some((each) => each.contains(grid));
    const opened = all.filter(({ grid }) => agentE.isNew(grid, field));
    const mine = opened.length ? opened : all.filter(({ grid }) => own(grid));
    const names = monthNames(mine[0]?.grid ?? field);
    const months = /** @type {Month[]} */ ([]);
    for (const { run, grid } of mine) {
      let month = monthOf(run, names);
      /** @type {Element | null} */
      let up = grid;
      for (; month === null && up && up.tagName !== "BODY"; up = up.parentElement) {
        if (mine.some((other) => other.grid !== grid && up?.contains(other.grid)) && months.length) break;
        month = monthIn(heading(up, grid), names);
      }
      if (month === null && months.length) month = (months[months.length - 1].month ?? NaN) + 1;
      months.push({ month: Number.isNaN(month) ? null : month, days: run, grid });
    }
    return months;
  };

  /** @type {AgentE["calendarAround"]} */
  const calendarAround = (months, field) => {
    const last = months[months.length - 1].grid;
    let top = /** @type {Element} */ (agentE.closest(months[0].grid, (up) => up.contains(last)));
    for (let level = 0; top.parentElement && top.parentElement.tagName !== "BODY"; level += 1) {
      const up = top.parentElement;
      const fresh = agentE.isNew(up, field);
      const holds = top.querySelector("button, a, [role=button], select") !== null && level > 1;
      if (!fresh && (holds || level > 3 || up.tagName === "FORM")) break;
      top = up;
    }
    return top;
  };

  /** @type {AgentE["tellsDate"]} */
  const tellsDate = (text, day, names) => {
    const [year, month, which] = day.split("-").map(Number);
    if (dateIn(text, names) === day) return true;
    const words = agentE.squeeze(text).normalize("NFKC").toLowerCase();
    const numbers = (words.match(/\d+/g) ?? []).map(Number);
    const rest = [...numbers];
    const at = rest.indexOf(which);
    if (at < 0) return false;
    rest.splice(at, 1);
    const spelled = (words.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).some((word) => names.get(word) === month - 1);
    const years = numbers.some((each) => each === year || each === year % 100);
    return (spelled || rest.includes(month)) && (years || !/\d{4}/.test(words));
  };

  agentE.add({ monthNames, dateIn, monthIn, monthsOf, calendarAround, tellsDate });
};
