/** What calendars.js adds to `globalThis.agentE`. */

/** One month of a calendar: `month` is counted from year 0, null when nothing says which it is; `days` from the first on. */
type Month = { month: number | null; days: Element[]; grid: Element };

interface AgentE {
  /** The months that can be seen now of a field's calendar, in the order of the page; none while it is closed. */
  monthsOf(field: Element): Month[];
  /** The part of the page that makes up a field's calendar, with its buttons. */
  calendarAround(months: Month[], field: Element): Element;
  /** Whether a text can be read as this date (yyyy-mm-dd), in whatever form. */
  tellsDate(text: string, day: string, names: Map<string, number>): boolean;
}
