/** What watch.js adds to `globalThis.agentE`: notice of everything that happens in the world's documents. */

/** What one wait for quiet came to. */
type Calm = {
  /** Mutations and user-visible events so far in this document; the same number means nothing happened. */
  total: number;
  /** Whether anything happened since `arm`. */
  happened: boolean;
  /** Why the wait was given up: "" when the page is calm, "changing" or "busy" when it is not. */
  unsettled: "" | "changing" | "busy";
};

/** A place that changes by itself; no texts once it is gone. */
type Restless = {
  /** What it is known to show by itself, each text in lines: one for each piece of text in it. */
  texts: string[];
  /** What it has shown during this action, and what it shows now. */
  own: string[];
  /** The words on its line, and what the boxes around it are called. */
  around: string;
};

interface Watch {
  /** Begins an action, on an element if on any: looks for new roots, forgets what happened before. Returns `total`. */
  arm(element?: Element): number;
  /** Resolves when the page is calm; see watch_quiet.js. */
  quiet(options: { quiet: number; first: number; cap: number; mutation: boolean; again: boolean }): Promise<Calm>;
  /**
   * The same as before as long as a look at the page would show the same; `thorough` finds roots that came without a
   * change of the nodes around them, too.
   */
  version(thorough: boolean): string;
  /** Has the browser style and lay out what it has not yet. */
  layOut(): void;
  /** Milliseconds since any node changed, as far as `version` was asked since. */
  still(): number;
  /** Changes of fields since `arm`. */
  inputs(): number;
  /** The document, those of frames of its origin, and the shadow roots in them. */
  roots(): (Document | ShadowRoot)[];
  /** Ends an action: what happens from here on happens by itself. */
  rest(): number;
  /** Each place that changes by itself, always in the same order. */
  restless(): Restless[];
  /** Ids of the elements whose states change by themselves. */
  shifting(): number[];
}

interface AgentE {
  watch: Watch;
  /** What scroll_target.js found last, and where it stood. */
  scrolling?: { target: WeakRef<Element>; x: number; y: number };
}
