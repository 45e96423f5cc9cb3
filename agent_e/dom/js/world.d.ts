/** What the helper scripts share in an isolated world, as `globalThis.agentE`. Pages never see it. */

/** x, y, width, height in CSS pixels of the viewport of the world's root frame. */
type Box = { x: number; y: number; width: number; height: number };

/** Result of a hit test: `by` is what a click would hit instead, or null for nothing. */
type Hit = { reachable: boolean; by: Element | null; offScreen: boolean; x: number; y: number };

/** Whether a click would reach an element, or hit what is drawn over it. */
type Met = { reachable: boolean; covered: boolean };

/** The viewport: its scroll position, its size, and the layer over all of it that makes everything else unusable. */
type View = { x: number; y: number; width: number; height: number; cover: Element | null };

/** How an element takes part in the page's text. */
type Flow = {
  inline: boolean; // it does not start a line of its own
  spaced: boolean; // it does not, but is set apart from its neighbours
  boxless: boolean; // it is drawn only as parts of lines, without a box of its own
  readonly visible: boolean; // it is not hidden by a style
  readonly legible: boolean; // its own text is legible: neither transparent nor too small
  readonly colour: string; // its text colour
  readonly tint: string; // the name of that if it stands out from the words around; else ""
  readonly style: CSSStyleDeclaration;
  readonly ground: string; // the colour behind its words, as far as the boxes around them tell
  readonly struck: boolean; // its own text is crossed out
  clips: boolean; // it clips its overflow, for good or until scrolled
  loose: Element[] | null; // all that is visible of it, if its own size is zero
  readonly lines: boolean; // its line breaks count
  row: boolean; // children of inline tags flow inline though they have boxes of their own
  pair: boolean | null; // its few short parts are side by side; null until computed
  pointer: boolean; // the cursor is a hand, and its owner is settled
  hidden: boolean; // in an aria-hidden subtree
  inert: boolean; // in an inert subtree
  delegates: boolean; // it listens to clicks on behalf of its like children
  heard: boolean; // it or an ancestor listens to clicks
  fixed: boolean; // it is fixed to the viewport, so scrolling cannot reach what is outside
};

/** A clipping box, and the next one around it; `across`, `down`: it scrolls that way. */
type Clip = { element: Element; around: Clip | null; box: (Box & { across: boolean; down: boolean }) | null };

/** Unique number of an observation, and of the last one whose answer was received, 0 for none. */
type Looked = { look: number; known: number };

/** A future line: a piece of text (no element), a structure, or an actionable element. */
type Row = {
  depth: number;
  role: string;
  name: string;
  element: Element | null;
  /** Why it is actionable: declared so, the label of a hidden field, or by behaviour; "" if not. */
  why: "" | "control" | "stands for" | "handler" | "pointer" | "listener" | "draggable" | "tab stop";
  inert: boolean; // in a disabled part of the page, as what is behind a dialog may be
  level: number; // of a heading, or of an element that is its only content; else 0
  href: string; // target of a link
  frame: number;
  glue: string | null;
  kind: string; // its role if it turns out not actionable; "" for none
  clip: Clip | null;
  dropped: boolean;
  bold: boolean; // it is bold, and its siblings are not
  looks: string[] | null; // how it looks, if reported
  words: Words | null; // font of its first words, if it may be a list item
  tag: string; // its element's tag, "" without one
  bare: boolean; // it says nothing of itself in attributes: see `isBare`
};

/** State of a walk: an element, what remains to be visited in it, and what applies to all of that. */
type Level = {
  element: Element;
  tag: string;
  flow: Flow;
  bare: boolean; // it says nothing of itself in attributes: see `isBare`
  next: Node | null; // the next child if plain children; else see `list` and `at`
  list: Node[] | null;
  at: number;
  row: number; // index of the element's row, or -1
  depth: number; // depth of its child rows
  mute: boolean; // its text is reported elsewhere
  frame: number;
  data: boolean; // it is, or is in, a table of data rather than of layout
  plain: boolean; // it is in nothing actionable, and in no heading
  shapes: Map<Element, string[]> | null; // in a drawing, the look of each reported shape
  repeats: boolean | null; // its children are like boxes; null until computed
  clip: Clip | null;
  words: Words | null; // the first words of its item
};

/** The first words of a list item, and of its parent item: the container of bold and other ones. */
interface Words {
  around: Words | null;
  heavy: Element[];
  plain: Element[];
  speaks: boolean; // they contain a letter
}

/**
 * What is cached until the script yields to the page: names; the labels of each field, by root; the text of labels
 * without their field's; how many elements of a kind had no words from a style sheet.
 */
type Moment = {
  names: Map<Element, string>;
  labels: Map<Node, Map<Element, Element[]>>;
  ofLabels: Map<Element, { except: Element; text: string }>;
  wordless: Map<string, number>;
  stops: Map<Element, Set<string>>; // kinds of elements in a box that are tab stops
  grids: Map<Element, Map<Element, Spot>>; // positions of wordless things, by containing box
};

/** What a person would call a colour. */
type Colour = { word: string; vivid: boolean; clear: boolean; pixel: number[] };

/** Position of one of many: "3 of 5", "row 1, column 2 of 3 × 4"; its colour, if these differ, and whether sizes do. */
type Spot = { place: string; colour: string; sized: boolean };

interface Sheet {
  rows: Row[];
  /** Adds a row, after or in the current line; returns its index. */
  push(role: string, element: Element | null, at: { depth: number; frame: number; tag: string; bare: boolean }): number;
  flush(): void; // ends the current piece of text
  boundary(): void; // ends the line
  write(text: string, at: { depth: number; frame: number }): void;
  /** Adds words that stand out by their colour, as a piece of text of their own. */
  writeInColour(text: string, at: { depth: number; frame: number }, colour: string): void;
  writeText(data: string, at: { depth: number; frame: number }, keepsLines: boolean): void;
  ending(): string; // the last characters of the current piece of text
  inLine(): boolean; // whether the line has content
  resume(inline: boolean, blank: boolean): void; // sets whether the line continues after a row, and whether after a blank
  inside(index: number): Row[]; // remaining rows after this one: while it is open, its descendants
  drop(index: number): void; // removes a row while it is open; its children move up
}

/** One month of a calendar: `month` counted from year 0, null if unknown; `days` from the first. */
type Month = { month: number | null; days: Element[]; grid: Element };

/** What press_ready.js notes for press_landed.js. */
type Press = { over: AbortController; heard: boolean; missed: WeakRef<Element> | null; saw: string | null };

/** The outcome of one wait for quiet. */
type Calm = {
  total: number; // mutations and user-visible events so far in this document; an equal number means nothing happened
  happened: boolean; // whether anything happened since `arm`
  unsettled: "" | "changing" | "busy"; // why the wait was given up: "" if the page is calm, else "changing" or "busy"
};

/** A place that changes by itself; no texts once it is gone. */
type Restless = {
  texts: string[]; // what it is known to show by itself, one line per piece of text
  own: string[]; // what it has shown during this action, including now
  around: string; // the words on its line and the names of enclosing boxes
};

interface Watch {
  arm(element?: Element): number; // begins an action, on an element if any: finds new roots, forgets earlier events. Returns `total`
  /** Resolves when the page is calm; see watch_quiet.js. */
  quiet(options: { quiet: number; first: number; cap: number; mutation: boolean; again: boolean }): Promise<Calm>;
  /**
   * Unchanged as long as an observation would be the same; `thorough` also finds roots added without a change to
   * surrounding nodes.
   */
  version(thorough: boolean): string;
  layOut(): void; // forces pending style and layout
  still(): number; // milliseconds since any node changed, as far as `version` was called since
  inputs(): number; // changes of fields since `arm`
  roots(): (Document | ShadowRoot)[]; // the document, those of frames of its origin, and the shadow roots in them
  rest(): number; // ends an action: changes from here on are spontaneous
  restless(): Restless[]; // each place that changes by itself, always in the same order
  shifting(): number[]; // ids of the elements whose states change by themselves
}

interface AgentE {
  add(parts: Partial<AgentE>): void; // how each helper script exposes its functions to the others

  // install.js: ids
  /** Starts a call that may hand out ids: `next` is the first free one; ids from `confirmed` on were never reported. */
  begin(options: { next: number; confirmed: number }): void;
  nextId(): number; // the first free id
  idOf(element: Element): number; // the element's id, assigned if it has none
  knownId(element: Element): number | null; // the element's id, or null if never assigned
  element(id: number): Element | null; // the element with this id if it is on the page now

  secretFields: WeakSet<Element>; // fields that were given a secret

  theirs: WeakSet<Element>; // fields filled in by the person: their values are private

  json(value: unknown): string | undefined; // the value as JSON for transfer; undefined if JSON cannot express it

  // install.js: aliases that a form's fields cannot shadow
  secondNames(view: Window): void; // creates them in a frame's realm; its elements have none before

  // tree.js: the flat tree (slots, open shadow roots) and same-origin frames
  rootOf(element: Element): ShadowRoot | null; // its shadow root, or a known closed one; else null
  suspect(element: Element, tag: string): void; // notes an element whose closed shadow root, if any, would be all that is visible of it
  suspects(): Element[]; // returns them, once
  suspected(): number; // how many are to be returned
  opened(host: Element, root: ShadowRoot): void; // registers a closed shadow root obtained from the browser
  hasOwned(element: Element): boolean; // whether other elements may be its children by aria-owns
  ownerOf(element: Element): Element | null; // the element's aria-owns owner in place of its parent; mostly null
  /** Indexes a root's elements with informative attributes; `leaveRoots` forgets it. */
  enterRoot(root: Document | ShadowRoot): void;
  leaveRoots(): void;
  /** Whether an element of an entered root has no role, no tabindex and no other such global attribute. */
  isBare(element: Element): boolean;
  style(element: Element): CSSStyleDeclaration; // its computed style, cached
  FRAMES: Set<string>; // tags of frames, and of elements not descended into
  LEAVES: Set<string>;
  children(node: Node): Node[]; // children as rendered: a shadow root's instead of the host's, a slot's assigned nodes, a frame's body
  parent(node: Node): Element | null; // parent as rendered; the frame element for the root of a same-origin frame; null at the top
  /** Nearest flat tree ancestor, or itself, that satisfies the test. */
  closest(element: Element, test: (element: Element) => boolean): Element | null;
  frameDocument(element: Element): Document | null; // document of a frame element if accessible to this world, else null
  connected(node: Node): boolean; // whether the node is in a current document
  referenced(element: Element, attribute: string): Element[]; // elements that an IDREF list attribute names, in the element's own tree
  focused(): Element | null; // element with focus, through shadow roots and same-origin frames; null when it is a body
  plain(text: string): string; // without invisible characters: controls, and those that change the writing direction
  clean(text: string): string; // with white space as one blank, without characters only for layout
  squeeze(text: string): string; // as `clean`, without blanks at the ends

  // image_maps.js
  areas(picture: Element): Element[]; // the clickable areas of a picture's map
  drawn(element: Element): Element; // the drawn element: for a map's area the picture, else itself
  rects(element: Element): DOMRect[]; // as `getClientRects` and `getBoundingClientRect`, also for areas: rectangles within their shape
  bounds(element: Element): DOMRect;

  // geometry.js
  origin(document: Document): { x: number; y: number }; // where a document's frame starts there
  box(element: Element): Box; // where it is drawn, in the viewport of the world's root frame
  frameOrigin(frame: Element): { x: number; y: number }; // top left corner of the content of a frame element
  visible(element: Element): boolean; // whether the element is rendered and not `visibility: hidden`
  hit(element: Element): Hit; // whether a click in the middle of its visible part would hit it (or its label or contents)
  serves(element: Element, target: Element): boolean; // whether a click on `target` is one on `element`: on itself, on its contents, or on its label
  /** Whether another control inside of it, one with an id of its own, would take a click on `target`. */
  taken(element: Element, target: Element): boolean;
  /** Its part visible through its ancestors; the box to scroll for it; null if they clip all of it. */
  through(box: Box, clip: Clip | null): Box | null;
  escapes(element: Element, clip: Clip | null): boolean; // whether it may be outside an ancestor without being clipped
  view(): View; // the current viewport: querying the window takes as long as all other facts of an element
  at(x: number, y: number): Element | null; // what is drawn at a point, through shadow roots and same-origin frames

  aimed?: WeakRef<Element>; // what is at the point found by locate.js

  // facts.js
  hits: {
    begin(drawn: string): void; // begins an observation; `drawn` is unchanged while nothing is redrawn, "" if unknown
    of(element: Element): Met; // as `hit`, or its cached result if nothing was redrawn since
  };

  // colours.js
  /** What a person would call a colour, with its hex, "" for a clear one; `vivid`: it stands out. In any way that CSS writes it. */
  colour(css: string): Colour;

  // looks.js
  spot(element: Element): Spot | null; // its position in a row or grid of wordless things; null if in none

  // looks.js
  look(element: Element): string[]; // shape, colour and size of a wordless thing; empty if drawn by a picture or by no style
  sizeOf(element: Element): string; // width and height in pixels, such as "160x90"
  placeIn(shape: Element, drawing: Element): string; // the centre of a shape in a drawing, such as "at 25% 50%"
  isDrawingBoard(svg: Element): boolean; // whether an `svg` is large enough to be more than an icon
  drawingAround(shape: Element): Element | null; // the drawing of a shape, if it is more than an icon
  shapesIn(svg: Element): Map<Element, string[]> | null; // the look of the shapes of a usable drawing; null for others
  /** The look of a row of wordless, non-actionable boxes, reported for the first; of one in a line of words, if vivid. */
  lookOfSign(element: Element, flow: Flow): string[];

  // stars.js
  stars(element: Element, tag?: string): string; // the rating of a row of stars starting here, such as "3.5 of 5 stars"; else ""

  // roles.js
  /** ARIA role, from the attribute or the tag; "" for elements without one. `bare`: `isBare` says so, here and below. */
  role(element: Element, bare?: boolean, tag?: string): string;
  exposed(element: Element): boolean; // whether it is exposed to assistive technology: not aria-hidden
  /** Whether its own tag, role or attributes make it actionable; `kind` is its role, if known. */
  control(element: Element, kind?: string, bare?: boolean, tag?: string): boolean;
  editable(element: Element, tag?: string): boolean; // whether it accepts typed text

  TABLES: Set<string>; // roles of tables

  // text.js
  /** Text of a subtree as it reads, hidden parts and `except` left out; `follow`: aria-labelledby inside counts. */
  text(node: Node, except?: Element, follow?: boolean): string;
  /** What an element contributes to an enclosing name: its own name, value or text. */
  part(element: Element, follow: boolean, except?: Element): string;
  generated(element: Element): string; // words added by style sheets; slow, so only for elements without others
  button(element: HTMLInputElement): string; // the text of an input button
  svgTitle(element: Element): string; // text of the title inside an element of a drawing

  // install.js
  now(): Moment;

  // names.js
  name(element: Element): string; // accessible name. Cached until the script yields to the page
  labels(element: Element, tag?: string): Element[]; // the labels of a field. Cached like names
  placeholder(element: Element, tag?: string): string; // the placeholder of a field, "" for none

  // help.js
  description(element: Element, tag?: string): string; // accessible description: aria-describedby, error message, placeholder, title
  hint(element: Element): string; // what an element without a name seems to be, from its icon's names or its address; "" when unknown
  isSmall(element: Element): boolean; // whether it has the size of a clickable icon: neither a speck nor an area
  isDrawing(element: Element): boolean; // whether something is drawn in it, by a picture or a style

  // colours.js
  isClear(colour: string): boolean; // whether a colour, as the browser writes it, is fully transparent
  /** Whether words are drawn, and large enough to read; `graphic`: they are part of a drawing. */
  isLarge(element: Element, style: CSSStyleDeclaration, graphic: boolean): boolean;
  /** Whether words contrast with the boxes around them, or lie over something else. */
  isToldFrom(ground: string, element: Element, style: CSSStyleDeclaration, colour: string): boolean;

  // layout.js
  /** How the element takes part in the page's text; null when nothing in it is shown. */
  flow(element: Element, parent: Flow, bare?: boolean, tag?: string): Flow | null;
  flowAround(root: Element): Flow; // the parent of the page's root element

  // clickable.js
  /** Notes that an element listens to clicks, by the browser's node id, or no longer does. */
  listen(number: number, element: Element | null): void;
  listens(element: Element): boolean; // whether it is known to listen to clicks itself
  repeats(element: Element): boolean; // whether a box only repeats one kind of item, like a list without list tags
  /** Why the element, not a control, seems clickable: "" if it does not. */
  clickable(element: Element, flow: Flow, parent: Flow, bare: boolean, tag: string): Row["why"];
  /** The hidden checkbox, radio or file field of this label, or null. */
  standsFor(element: Element, tag?: string): HTMLInputElement | null;
  seenAs(element: Element): Element; // the element; if itself too small to see, its label or the box around its icon
  common(a: Box, b: Box): Box; // the intersection of two boxes; width or height is below 0 if empty
  /** What its ancestors leave visible of an element; `insides` caches results for its neighbours. */
  opening(element: Element, insides: Map<Element, Box>): Box;
  unseen(field: Element): boolean; // whether a field is too small or too transparent to see
  writesBeside(box: Element): boolean; // whether it is an editor that draws its text itself, with a hidden field for typing
  isAway(element: Element): boolean; // whether neither it nor anything in it is in its window's viewport

  // clickable.js
  isData(table: Element, level: Level, parent: Level): boolean; // whether a real or declared table contains data rather than layout
  structureRole(element: Element, role: string, level: Level): string; // role of the row for a non-actionable element, "" for none
  /** Why the element is actionable, "" if it is not; `own` is its role. */
  reason(element: Element, own: string, level: Level, parent: Level): Row["why"];
  toldElsewhere(element: Element, tag: string, parent: Level): boolean; // whether a label's or caption's words are reported by what it names
  hasValue(row: Row): boolean; // whether its text is its value

  // cards.js
  isDeclared(row: Row): boolean; // whether it is actionable by its tag or role
  isCard(row: Row, parts: Row[]): boolean; // whether a row containing actionable ones is itself actionable, in a person's view
  /** The child that represents a row: a heading, else the first words; null without words. */
  cardTitle(parts: Row[]): Row | null;

  // names.js
  inARow(picture: Element): number; // number of same-named pictures in the row that this one begins; 0 if it continues one

  // bold_items.js
  /** The first words of a row that may be a list item; for others those of their item. */
  wordsIn(row: Row, around: Words | null): Words | null;
  noteWords(words: Words, data: string, holder: Element): void; // notes the font of words, for their item and the items around it
  weigh(rows: Row[]): void; // notes which of the items of a list are bold while others are not

  // row_buffer.js, row_rules.js, facts.js: what walk.js is made of
  sheet(): Sheet;
  REPEATED: string;
  judgeActing(sheet: Sheet, index: number): void; // completes an actionable element's row, once its contents are known
  judgeStructure(sheet: Sheet, index: number): void; // the same for a structure
  dropRepeats(sheet: Sheet): void; // removes links with the same target as a neighbour, such as a card's picture
  facts(row: Row, view: View): string; // the record of a row

  // row_buffer.js
  /** The rows that differ from observation `known`, and how many before and after them do not. */
  news(rows: string[], options: Looked): { head: number; tail: number; rows: string };

  // walk.js
  /** Reads everything this world can access. */
  observe(options: Looked & { next: number; confirmed: number; mostRows: number; patience: number; attribute: string; drawn: string }): object;

  // values.js
  /** Value of a field, slider or select; null if there is none. Secrets are masked. */
  value(element: Element, bare?: boolean, tag?: string): string | null;
  options(element: Element, tag?: string): string[]; // texts of a select's options

  // visual_cues.js
  marked(element: Element): string[]; // state known only from its class: "current", "selected", "active", "today", "looks disabled", "looks invalid"

  // reading.js
  /** All readable text of a subtree, in lower case, with the offset of each piece. */
  reading(root: Node): { text: string; pieces: { from: number; node: Text | Element }[] };
  /** Where a letter of it is drawn, and its element. */
  letter(read: ReturnType<AgentE["reading"]>, at: number): { holder: Element; box: Box };
  /** Occurrences of a squeezed lower-case text: the elements of its first letters, and its boxes. */
  spots(wanted: string, root: Node): { holder: Element; box: Box }[];
  /** Waits for a condition, checking after every change of the page and every `again` ms; returns whether it was met in time. */
  until(holds: () => boolean, patience: number, again?: number): Promise<boolean>;

  // selectors.js
  above(element: Element): Element | null; // its parent, or the host if it is at the top of a shadow root
  trees(): (Document | ShadowRoot)[]; // the document and every open shadow root in it
  /** What a CSS selector matches, through open shadow roots; throws a DOMException if invalid. */
  matching(selector: string, among?: (Document | ShadowRoot)[]): Element[];

  // selectors.js
  /** Returns, for the current page, a function that builds an element's unique selector; "" if there is none. */
  selectors(): (element: Element) => string;

  // states.js
  states(element: Element, bare?: boolean, tag?: string): string[]; // words such as "checked", "disabled", "expanded"
  /** Position of a slider's handle if not declared, such as "handle at 25% from the left"; "" for others. */
  alongTrack(element: Element): string;

  // watch.js
  watch: Watch;
  scrolling?: { target: WeakRef<Element>; x: number; y: number }; // what scroll_target.js last found, and its position

  // fields.js
  /** Waits for a drawn frame, at most `most` milliseconds, as a hidden page (a background tab) draws none; false if a visible page drew none in time, as on a busy machine. */
  frame(most?: number): Promise<boolean>;
  painted(): Promise<unknown>; // waits until the page has drawn and run its frame callbacks
  isLine(element: Element): boolean; // whether Enter in it submits its form
  announce(field: Element): void; // announces a set value to the page, as a person's choice would
  partsOf(form: HTMLFormElement): Element[]; // its fields and buttons, including those elsewhere on the page
  isSender(element: Element): boolean; // whether it is a submit button
  label(element: Element): { mmid: number | null; role: string; name: string }; // an element's short description
  named(element: Element): { role: string; name: string };
  scrolled(): number[]; // the page's scroll position
  dialogAround(element: Element): Element | null; // the dialog that it is in, or is; null for none
  within(top: Element): Element[]; // elements of a flat subtree, up to a sensible limit
  fieldOf(element: Element): Element; // the field that an element is, or wraps as its only one
  wordsAround(field: Element): string; // texts near a field, in lower case, without suggestion lists and messages
  /** Words of a field that may hint at its date format, then the page language's, as "dd/mm/yyyy". */
  dateHint(field: Element): string;
  suggests(field: Element): boolean; // whether a field offers completions or searches as one types
  filling?: { field: WeakRef<Element>; words: string }; // the field last focused by prepare_fill.js, and the texts near it then
  form?: Set<Element>; // the fields last seen by form_fields.js

  // calendars.js
  /** Months by lower-case name in an element's language and a few others; 0 is January. */
  monthNames(element: Element): Map<string, number>;
  dateIn(text: string, names: Map<string, number>): string; // the first whole date in a text, as yyyy-mm-dd; "" without one
  monthIn(text: string, names: Map<string, number>): number | null; // the first month with its year in a text, counted from year 0; null without one

  // choices.js
  /** The operable widget of an element: itself, a hidden select's replacement, or null for a native select. */
  widgetOf(element: Element): Element | null;
  /** The currently visible options of a widget; `inline`: they are always shown. */
  choicesOf(widget: Element): { options: Element[]; inline: boolean };
  noteSeen(widget: Element, open?: boolean): void;
  /** Options of this name, by the first kind of match that has any: 0 exact, 1 by value, 2 ignoring case, 3 prefix, 4 part. */
  fitting<T extends Element>(all: T[], option: string, title: (each: T) => string, value: (each: T) => string | null): { found: T[]; rank: number };
  everything(element: Element): Element[]; // all of its page, and of the shadow root that it is in
  ownWords(element: Element): string; // its own text, without its children's // notes what is visible before something is opened, or that it is already open
  /** Whether it appeared after that; on a page that redrew the widget: whether unlike all before. */
  isNew(element: Element, widget: Element): boolean;
  titleOf(option: Element): string; // an option's text
  shownBy(widget: Element): string; // what the widget itself shows: value or text
  inView(element: Element): boolean; // whether it has a size and is neither hidden nor transparent
  isOpen(widget: Element): boolean; // whether a list opened for a choice is still visible
  /** What noteSeen noted, and the options found then. */
  choosing?: { seen: WeakSet<Element>; looks: Set<string>; words: string; open: boolean; offered?: Element[]; list?: Element | null };

  // calendars.js
  monthsOf(field: Element): Month[]; // the visible months of a field's calendar, in page order; none while it is closed
  calendarAround(months: Month[], field: Element): Element; // the part of the page that is a field's calendar, with its buttons
  /** Whether a text denotes this date (yyyy-mm-dd), in any format. */
  tellsDate(text: string, day: string, names: Map<string, number>): boolean;

  // Notes from one script to the next
  press?: Press | null;
  awaited?: (() => string) | null; // reads what wait_text.js was waiting for
  fileField?: WeakRef<HTMLInputElement>; // the file field found by file_field.js
  drop?: { over: AbortController; event: DragEvent | null } | null; // the last drag event seen by drop_watch.js
}

declare var agentE: AgentE;
