/** What choices.js adds to `globalThis.agentE`. */

interface AgentE {
  /** What acts for an element: itself, for a hidden select what is drawn in its place, null for a select of the browser's. */
  widgetOf(element: Element): Element | null;
  /** The options that can be seen now of a widget; `inline`: it shows them always. */
  choicesOf(widget: Element): { options: Element[]; inline: boolean };
  /** Notes what can be seen before something is opened, or that it is open already. */
  noteSeen(widget: Element, open?: boolean): void;
  /** Whether it came into view after that; on a page that drew the widget anew: unlike all that was there. */
  isNew(element: Element, widget: Element): boolean;
  /** What an option says. */
  titleOf(option: Element): string;
  /** What the widget itself shows: its value, or its text. */
  shownBy(widget: Element): string;
  /** Whether it has a size and is not hidden or transparent. */
  inView(element: Element): boolean;
  /** Whether a list that was opened for a choice can still be seen. */
  isOpen(widget: Element): boolean;
  /** What noteSeen noted, and the options that were found then. */
  choosing?: { seen: WeakSet<Element>; looks: Set<string>; words: string; open: boolean; offered?: Element[]; list?: Element | null };
}
