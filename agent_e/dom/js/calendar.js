/**
 * Reads a field's calendar: the months it shows, a day's cell, and the controls for other months.
 *
 * @param {{mmid: number, day: string, unlike: string, until: "shown" | "turned" | "told", patience: number, next: number, confirmed: number}} options
 *   waits, for so many milliseconds, until a calendar is shown, its months differ from `unlike`, or the field shows the day
 * @returns {Promise<{
 *   next: number, gone: boolean, months: (number | null)[], cell: number, barred: boolean, picked: boolean, value: string,
 *   told: boolean, confirm: number, years: { id: number, all: number[] } | null, month: { id: number, all: string[] } | null,
 *   year: number, buttons: { id: number, key: string, way: number, barred: boolean }[],
 * }>} `cell`: id of the day, 0 if its month is not shown; `barred`: it cannot be chosen; `value`: of the field;
 *   `confirm`: a button that takes the choice over; `years`, `month`: selects; `year`: a field with the year; `way`: where a
 *   button seems to lead, -1, 1, or 0 when nothing says so
 */
async ({ mmid, day, unlike, until, patience, next, confirmed }) => {
  const element = agentE.element(mmid);
  const blank = { gone: false, months: [], cell: 0, barred: false, picked: false, value: "", told: false, confirm: 0, years: null, month: null, year: 0, buttons: [] };
  /** @type {(more: object) => any} */
  const answer = (more) => ({ ...blank, ...more, next: agentE.nextId() });
  const gone = () => {
    agentE.begin({ next, confirmed });
    return answer({ gone: true });
  };
  if (!element) return gone();
  const names = agentE.monthNames(element);
  const [year, month, which] = day.split("-").map(Number);
  const NEXT = /next|forward|right|nächst|weiter|suivant|siguiente|pr[óo]xim|success|volgend|następn|další|nästa|neste|næste|seuraav|следующ|вперед|下|次|다음|[›»>→▶❯⟩]/i;
  const PREVIOUS = /prev|back|left|zurück|vorig|vorher|précéd|anterior|preced|poprzedn|předch|föreg|forrige|edelli|предыдущ|назад|上|前|이전|[‹«<←◀❮⟨]/i;
  const CONFIRM = /^(ok|okay|apply|done|confirm|set|select|choose|save|übernehmen|anwenden|fertig|aceptar|aplicar|appliquer|valider|applica|toepassen|применить|готово|确定|確定|적용)( dates?)?$/i;
  const BARRED = /(^|[\s_-])(disabled|unavailable|blocked|unselectable|not-?allowed)|-disabled|Disabled/;
  const CHOSEN = /select|active|chosen|picked|start|end/i;

  const value = () => {
    const field = /** @type {HTMLInputElement} */ (agentE.fieldOf(element));
    return field.localName === "input" ? field.value : agentE.squeeze(agentE.text(element));
  };
  const end = performance.now() + patience;
  let months = agentE.monthsOf(element);
  const done = () => {
    if (until === "told") return agentE.tellsDate(value(), day, names);
    return months.length > 0 && (until === "shown" || months.map((each) => each.month).join() !== unlike);
  };
  while (!done() && performance.now() < end) {
    await agentE.painted();
    if (!agentE.element(mmid)) return gone();
    months = agentE.monthsOf(element);
  }
  agentE.begin({ next, confirmed });
  const field = { value: value(), told: agentE.tellsDate(value(), day, names) };
  if (!months.length) return answer(field);

  const top = agentE.calendarAround(months, element);
  const here = months.find((each) => each.month === year * 12 + month - 1);
  const cell = here?.days[which - 1];
  /** The day's cell: the largest box around its number without another day. @type {(at: Element) => Element[]} */
  const around = (at) => {
    const found = [at];
    const days = here?.days ?? [];
    for (let up = at.parentElement; up && found.length < 4 && !days.some((each) => each !== at && up?.contains(each)); up = up.parentElement) found.push(up);
    return found;
  };
  const parts = cell ? around(cell) : [];
  const classes = (/** @type {Element} */ each) => each.getAttribute("class") ?? "";
  const barred = parts.some((each) =>
    each.matches(":disabled, [disabled], [aria-disabled=true]") || BARRED.test(classes(each)) || getComputedStyle(each).pointerEvents === "none");
  const picked = parts.some((each) =>
    each.matches("[aria-selected=true], [aria-pressed=true], [aria-checked=true]") || CHOSEN.test(classes(each)));

  const inside = [...top.querySelectorAll("*")].filter((each) => agentE.inView(each) && !months.some(({ days }) => days.some((one) => one === each || each.contains(one) || one.contains(each))));
  const arrows = /** @type {{ element: Element, way: number }[]} */ ([]);
  let confirm = 0;
  for (const each of inside) {
    if (arrows.some((arrow) => arrow.element.contains(each))) continue;
    const pointer = agentE.control(each) || getComputedStyle(each).cursor === "pointer" || /next|prev|arrow/i.test(classes(each));
    if (!pointer || each.matches("select, input, option")) continue;
    const words = agentE.squeeze(agentE.name(each) || agentE.text(each));
    // A day of a month that is not fully shown.
    if (/^\p{N}{1,2}\D?$/u.test(agentE.squeeze(each.textContent ?? ""))) continue;
    if (CONFIRM.test(words)) confirm = agentE.idOf(each);
    const hint = `${words} ${each.getAttribute("title") ?? ""}`;
    const icon = `${classes(each)} ${each.getAttribute("data-handler") ?? ""} ${[...each.children].map(classes).join(" ")}`;
    const way = NEXT.test(hint) ? 1 : PREVIOUS.test(hint) ? -1 : NEXT.test(icon) ? 1 : PREVIOUS.test(icon) ? -1 : 0;
    // Words without a direction mean something else, such as "Today" or "Clear".
    if (way === 0 && /\p{L}|\p{N}/u.test(words)) continue;
    if (way === 0 && each.querySelector("*") && each.childElementCount > 2) continue;
    arrows.push({ element: each, way });
  }
  const buttons = arrows.map(({ element: each, way }) => ({
    id: agentE.idOf(each),
    key: `${each.localName} ${agentE.name(each)} ${classes(each).replace(BARRED, "")} ${way} ${arrows.filter((one) => one.way === way).findIndex((one) => one.element === each)}`,
    way,
    barred: agentE.states(each).includes("disabled") || BARRED.test(classes(each)) || each.matches(":disabled"),
  }));

  const selects = /** @type {HTMLSelectElement[]} */ ([...top.querySelectorAll("select")].filter(agentE.inView));
  const texts = (/** @type {HTMLSelectElement} */ one) => [...one.options].map((option) => agentE.squeeze(option.text));
  const ofYears = selects.find((one) => texts(one).length > 1 && texts(one).every((text) => /^\d{4}$/.test(text)));
  const ofMonths = selects.find((one) => texts(one).length > 1 && texts(one).every((text) => names.has(text.toLowerCase().replace(".", ""))));
  const yearField = /** @type {HTMLInputElement[]} */ ([...top.querySelectorAll("input")]).find((one) => agentE.inView(one) && /^\d{4}$/.test(one.value) && !one.readOnly && !one.disabled && one !== element);
  return answer({
    ...field, barred, picked, confirm, buttons,
    months: months.map((each) => each.month),
    cell: cell ? agentE.idOf(cell) : 0,
    years: ofYears ? { id: agentE.idOf(ofYears), all: texts(ofYears).map(Number) } : null,
    month: ofMonths ? { id: agentE.idOf(ofMonths), all: texts(ofMonths).map((text) => String(names.get(text.toLowerCase().replace(".", "")))) } : null,
    year: yearField ? agentE.idOf(yearField) : 0,
  });
};
