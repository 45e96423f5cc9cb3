/** What choices.js adds to `globalThis.agentE`. */

interface AgentE {
  /** What acts for an element: itself, for a hidden select what is drawn in its place, null for a select of the browser's. */
  widgetOf(element: Element): Element | null;
  /** The options that can be seen now of a widget; `inline`: it shows them always. */
  choicesOf(widget: Element): { options: Element[]; inline: boolean };
  /** Notes what can be seen before something is opened. */
  noteSeen(widget: Element): void;
  /** What an option says. */
  titleOf(option: Element): string;
  /** What the widget itself shows: its value, or its text. */
  shownBy(widget: Element): string;
  /** Whether it has a size and is not hidden or transparent. */
  inView(element: Element): boolean;
  /** What noteSeen noted. */
  choosing?: { seen: WeakSet<Element>; words: string };
}
