/** Adds to `globalThis.agentE` how dates are read: names of months, dates and months within texts. */
() => {
  const MONTHS = 12;
  const FIRST_YEAR = 1000;
  /** Zeros of other digits that calendars are written in: Arabic, Persian, Devanagari, Bengali, Thai, full width. */
  const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
  /** @type {Map<string, Map<string, number>>} */
  const known = new Map();

  const plainDigits = (/** @type {string} */ text) => text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((each) => code >= each && code < each + 10);
    return zero === undefined ? digit : String(code - zero);
  });
  const even = (/** @type {string} */ text) => plainDigits(text.normalize("NFKC")).toLowerCase().replace(/[\u200e\u200f.]/g, "").trim();

  /** Whose names of months are known wherever they appear: many a calendar speaks another language than its page. */
  const SPOKEN = ["de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "cs", "sk", "hu", "ro", "sv", "nb", "da", "fi", "tr", "el", "hr", "ar", "fa", "he", "hi", "th", "id", "vi", "ja", "ko", "zh"];

  /** @type {(language: string, names: Map<string, number>, short: boolean) => void} */
  const addNames = (language, names, short) => {
    // With a day beside it a month is written in another case in some languages, and alone in others.
    /** @type {Intl.DateTimeFormatOptions[]} */
    const ways = [{ month: "long" }, { month: "long", day: "numeric" }, { month: "short" }, { month: "short", day: "numeric" }];
    // Short ones of one language are days of the week in another.
    for (const way of short ? ways : ways.slice(0, 2)) {
      const format = new Intl.DateTimeFormat(language, { ...way, calendar: "gregory" });
      for (let month = 0; month < MONTHS; month += 1) {
        const part = format.formatToParts(new Date(2030, month, 15)).find(({ type }) => type === "month");
        const name = even(part?.value ?? "");
        if (/\p{L}/u.test(name) && !names.has(name)) names.set(name, month);
      }
    }
  };

  /** @type {AgentE["monthNames"]} */
  const monthNames = (element) => {
    const lang = element.closest("[lang]")?.getAttribute("lang") ?? document.documentElement.lang;
    const key = lang || "en";
    let names = known.get(key);
    if (!names) {
      names = new Map();
      for (const language of new Set([key, ...navigator.languages, "en"])) {
        try {
          addNames(language, names, true);
        } catch {
          // A page may name a language that is none.
        }
      }
      for (const language of SPOKEN) addNames(language, names, false);
      known.set(key, names);
    }
    return names;
  };

  /** Where the name of a month stands in an evened text. @type {(text: string, names: Map<string, number>) => { month: number, name: string } | null} */
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

  Object.assign(globalThis.agentE, { monthNames, dateIn, monthIn });
};
