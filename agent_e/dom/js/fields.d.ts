/** What fields.js and calendar_words.js add to `globalThis.agentE`. */

interface AgentE {
  // fields.js
  /** The field that an element is, or the only one in it where it is a wrapper. */
  fieldOf(element: Element): Element;
  /** Texts near a field, in lower case, without lists of suggestions and messages. */
  wordsAround(field: Element): string;
  /** Words of a field that may say how a date is written in it, then how the page's language writes it, as "dd/mm/yyyy". */
  dateHint(field: Element): string;
  /** Whether a field offers completions, or finds things, as one types. */
  suggests(field: Element): boolean;
  /** The field that prepare_fill.js gave the focus last, and the texts near it then. */
  filling?: { field: WeakRef<Element>; words: string };
  /** The fields that form_fields.js saw last. */
  form?: Set<Element>;

  // calendar_words.js
  /** Months by their names in the language of an element and a few others: lower case, 0 is January. */
  monthNames(element: Element): Map<string, number>;
  /** The first whole date in a text, as yyyy-mm-dd; "" without one. */
  dateIn(text: string, names: Map<string, number>): string;
  /** The first month with its year in a text, counted from year 0; null without one. */
  monthIn(text: string, names: Map<string, number>): number | null;
}
