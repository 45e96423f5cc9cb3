// Money, times and days in words. Days are ISO text; clocks are local to the airport and never converted.

const euros = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });

/** @param {Intl.DateTimeFormatOptions} options */
const days = (options) => new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
const short = days({ weekday: "short", day: "numeric", month: "short", year: "numeric" });
const long = days({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const month = days({ month: "long", year: "numeric" });

/** @param {number} cents */
export const money = (cents) => euros.format(cents / 100);
/** @param {string} time */
export const clock = (time) => time.slice(11, 16);
/** @param {string} time */
export const dayOf = (time) => time.slice(0, 10);
/** @param {string} day */
export const shortDay = (day) => short.format(new Date(day)).replace(",", "");
/** @param {string} day */
export const longDay = (day) => long.format(new Date(day)).replace(",", "");
/** @param {string} day */
export const monthName = (day) => month.format(new Date(day));
/** @param {number} minutes */
export const duration = (minutes) => `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
/** @param {import("./types.js").Airport} airport */
export const place = (airport) => `${airport.city} (${airport.code})`;
/** @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {string} day @param {number} count */
export function addDays(day, count) {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}

/** The first day of a month some months away. @param {string} day @param {number} count */
export function addMonths(day, count) {
  const [year, at] = day.split("-").map(Number);
  return new Date(Date.UTC(year, at - 1 + count, 1)).toISOString().slice(0, 10);
}

/** How many nights lie between two clocks. @param {string} from @param {string} to */
export const nights = (from, to) => (Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / 86_400_000;

/** @param {import("./types.js").Flight} flight */
export function stops(flight) {
  if (!flight.stops.length) return "Nonstop";
  return `${plural(flight.stops.length, "stop")} in ${flight.stops.join(", ")}`;
}
