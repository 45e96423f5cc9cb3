/** What the helper scripts share in an isolated world, as `globalThis.agentE`. Pages never see it. */

/** x, y, width, height in CSS pixels of the viewport of the world's root frame. */
type Box = { x: number; y: number; width: number; height: number };

/** Result of a hit test: `by` is what a click would land on instead, or null where nothing is. */
type Hit = { reachable: boolean; by: Element | null; offScreen: boolean; x: number; y: number };

/** Whether a click would reach an element, or land on what is drawn over it. */
type Met = { reachable: boolean; covered: boolean };

/** What the viewport shows: where it is scrolled to, its size, and the layer that lies over all of it, so that nothing else can be used. */
type View = { x: number; y: number; width: number; height: number; cover: Element | null };

/** How an element takes part in the page's text. */
type Flow = {
  inline: boolean; // it does not begin a line of its own
  spaced: boolean; // it does not, but stands apart from its neighbours
  boxless: boolean; // it is drawn as parts of lines only, without a box of its own
  readonly visible: boolean; // it is not hidden by a style
  readonly legible: boolean; // its own text can be read: it is neither transparent nor too small for anybody
  readonly colour: string; // the colour of its own words
  readonly tint: string; // what a person would call that, where it stands out from the words around; "" where not
  readonly style: CSSStyleDeclaration;
  readonly ground: string; // the colour behind its words, as far as the boxes around them say
  readonly struck: boolean; // its own text is crossed out
  clips: boolean; // what does not fit in it is cut off, for good or until it is scrolled
  loose: Element[] | null; // all that shows of it, when it has no room itself
  readonly lines: boolean; // its line breaks count
  row: boolean; // children of inline tags flow inline though they are boxes of their own
  pair: boolean | null; // its few short parts stand side by side; null before that was asked
  pointer: boolean; // the mouse pointer is a hand, and who has it is settled
  hidden: boolean; // in an aria-hidden subtree
  inert: boolean; // in an inert subtree
  delegates: boolean; // it listens to clicks for its children, which are all alike
  heard: boolean; // it or something around it listens to clicks
  fixed: boolean; // it goes with the view, and what lies outside of that no scrolling brings in
};

/** A box that cuts off what does not fit, and the next one around it; `across`, `down`: it scrolls that way. */
type Clip = { element: Element; around: Clip | null; box: (Box & { across: boolean; down: boolean }) | null };

/** Number of a look, and of the one whose answer was heard last, 0 for none; no two have the same. */
type Looked = { look: number; known: number };

/** A line to be: a piece of text (no element), a structure, or an element to act on. */
type Row = {
  depth: number;
  role: string;
  name: string;
  element: Element | null;
  /** Why it is one to act on: declared so, the label of a field that is not shown, or by what it does; "" if not. */
  why: "" | "control" | "stands for" | "handler" | "pointer" | "listener" | "draggable" | "tab stop";
  inert: boolean; // in a part of the page that is switched off, as all that is behind a dialog may be
  level: number; // of a heading, or of an element that is all there is to one; else 0
  href: string; // where a link leads
  frame: number;
  glue: string | null;
  kind: string; // what it is when it turns out not to be one to act on; "" for nothing
  clip: Clip | null;
  dropped: boolean;
  bold: boolean; // it is set in bold, and others beside it are not
  looks: string[] | null; // how it looks, where that is told of it
  words: Words | null; // what its first words are set in, of one that may be an item of a list
  tag: string; // its element's tag, "" without one
  bare: boolean; // it says nothing of itself in attributes: see `isBare`
};

/** Where a walk is: an element, what is still to be visited in it, and what holds for all of that. */
type Level = {
  element: Element;
  tag: string;
  flow: Flow;
  bare: boolean; // it says nothing of itself in attributes: see `isBare`
  next: Node | null; // the next child, where these are simply the element's; else `list` and `at` say
  list: Node[] | null;
  at: number;
  row: number; // index of the element's row, or -1
  depth: number; // depth of rows inside
  mute: boolean; // its text is told elsewhere
  frame: number;
  data: boolean; // it is, or is in, a table of data rather than of layout
  plain: boolean; // it is in nothing to act on, and in no heading
  shapes: Map<Element, string[]> | null; // in a drawing, how each shape looks that is told
  repeats: boolean | null; // what is in it are boxes all alike; null before that was asked
  clip: Clip | null;
  words: Words | null; // the first words of the item that it is in
};

/** The first words of an item of a list, and those of the item around it: what holds bold ones and others. */
interface Words {
  around: Words | null;
  heavy: Element[];
  plain: Element[];
  speaks: boolean; // there is a letter in them
}

/**
 * What is remembered until the script gives way to the page: names; the labels of each field, by root; the text of labels
 * without that of their field; how many elements of a kind had no words from a style sheet.
 */
type Moment = {
  names: Map<Element, string>;
  labels: Map<Node, Map<Element, Element[]>>;
  ofLabels: Map<Element, { except: Element; text: string }>;
  wordless: Map<string, number>;
  stops: Map<Element, Set<string>>; // kinds of elements in a box at which the Tab key stops
  grids: Map<Element, Map<Element, Spot>>; // where things without words stand, by the box around them
};

/** What a person would call a colour. */
type Colour = { word: string; vivid: boolean; clear: boolean; pixel: number[] };

/** Where one of many stands: "3 of 5", "row 1, column 2 of 3 × 4"; its colour, where these differ, and whether sizes do. */
type Spot = { place: string; colour: string; sized: boolean };

interface Sheet {
  rows: Row[];
  /** Adds a row, after or in the line in the making; gives its index. */
  push(role: string, element: Element | null, at: { depth: number; frame: number; tag: string; bare: boolean }): number;
  flush(): void; // ends the piece of text in the making
  boundary(): void; // ends the line
  write(text: string, at: { depth: number; frame: number }): void;
  /** Adds words that stand out by their colour, as a piece of text of their own. */
  writeInColour(text: string, at: { depth: number; frame: number }, colour: string): void;
  writeText(data: string, at: { depth: number; frame: number }, keepsLines: boolean): void;
  ending(): string; // the last characters of the piece of text in the making
  inLine(): boolean; // whether the line has something already
  resume(inline: boolean, blank: boolean): void; // says whether the line goes on after a row, and whether after a blank
  inside(index: number): Row[]; // rows after this one that are still there: while it is open, those inside it
  drop(index: number): void; // takes a row out while it is open; what is inside moves up
}

/** One month of a calendar: `month` is counted from year 0, null when nothing says which it is; `days` from the first on. */
type Month = { month: number | null; days: Element[]; grid: Element };

/** What press_ready.js notes for press_landed.js. */
type Press = { over: AbortController; heard: boolean; missed: WeakRef<Element> | null; saw: string | null };

/** What one wait for quiet came to. */
type Calm = {
  total: number; // mutations and user-visible events so far in this document; the same number means nothing happened
  happened: boolean; // whether anything happened since `arm`
  unsettled: "" | "changing" | "busy"; // why the wait was given up: "" when the page is calm, "changing" or "busy" when it is not
};

/** A place that changes by itself; no texts once it is gone. */
type Restless = {
  texts: string[]; // what it is known to show by itself, each text in lines: one for each piece of text in it
  own: string[]; // what it has shown during this action, and what it shows now
  around: string; // the words on its line, and what the boxes around it are called
};

interface Watch {
  arm(element?: Element): number; // begins an action, on an element if on any: looks for new roots, forgets what happened before. Returns `total`
  /** Resolves when the page is calm; see watch_quiet.js. */
  quiet(options: { quiet: number; first: number; cap: number; mutation: boolean; again: boolean }): Promise<Calm>;
  /**
   * The same as before as long as a look at the page would show the same; `thorough` finds roots that came without a
   * change of the nodes around them, too.
   */
  version(thorough: boolean): string;
  layOut(): void; // has the browser style and lay out what it has not yet
  still(): number; // milliseconds since any node changed, as far as `version` was asked since
  inputs(): number; // changes of fields since `arm`
  roots(): (Document | ShadowRoot)[]; // the document, those of frames of its origin, and the shadow roots in them
  rest(): number; // ends an action: what happens from here on happens by itself
  restless(): Restless[]; // each place that changes by itself, always in the same order
  shifting(): number[]; // ids of the elements whose states change by themselves
}

interface AgentE {
  add(parts: Partial<AgentE>): void; // how each helper script gives what it has to the others

  // install.js: ids
  /** Starts a call that may hand out ids: `next` is the first free one; ids from `confirmed` on were never told. */
  begin(options: { next: number; confirmed: number }): void;
  nextId(): number; // the first id that is still free
  idOf(element: Element): number; // the element's id; given now if it has none
  knownId(element: Element): number | null; // the element's id, or null if it was never given one
  element(id: number): Element | null; // the element with this id if it is on the page now

  secretFields: WeakSet<Element>; // fields that were given a secret

  theirs: WeakSet<Element>; // fields that the person has filled in: what they hold is theirs

  json(value: unknown): string | undefined; // the value as JSON, made for being brought over; undefined where JSON has nothing for it

  // install.js: what a form's fields cannot stand in the way of
  secondNames(view: Window): void; // makes them in the realm of a frame; its elements have none before

  // tree.js: the flat tree (slots, open shadow roots) and same-origin frames
  rootOf(element: Element): ShadowRoot | null; // its shadow root, also a closed one that was found; null without one
  suspect(element: Element, tag: string): void; // notes an element whose closed shadow root, if it has one, would be all there is to see of it
  suspects(): Element[]; // hands them over, once
  suspected(): number; // how many there are to be handed over
  opened(host: Element, root: ShadowRoot): void; // makes a closed shadow root that the browser gave known
  hasOwned(element: Element): boolean; // whether other elements may be its children by aria-owns
  ownerOf(element: Element): Element | null; // who has the element for its child by aria-owns instead of its parent; null for nearly all
  /** Looks for what elements of a document or shadow root say of themselves in attributes; `leaveRoots` forgets it. */
  enterRoot(root: Document | ShadowRoot): void;
  leaveRoots(): void;
  /** Whether an element of a root that was entered has no role, no tabindex and none of the others that any tag may have. */
  isBare(element: Element): boolean;
  style(element: Element): CSSStyleDeclaration; // its computed style, which is made once
  FRAMES: Set<string>; // tags of frames, and of those in which nothing is to be visited
  LEAVES: Set<string>;
  children(node: Node): Node[]; // children as rendered: a shadow root's instead of the host's, a slot's assigned nodes, a frame's body
  parent(node: Node): Element | null; // parent as rendered; the frame element for the root of a same-origin frame; null at the top
  /** Nearest element, itself included, going up the flat tree, that satisfies the test. */
  closest(element: Element, test: (element: Element) => boolean): Element | null;
  frameDocument(element: Element): Document | null; // document of a frame element that this world may read, or null
  connected(node: Node): boolean; // whether the node is in a document that is shown now
  referenced(element: Element, attribute: string): Element[]; // elements that an IDREF list attribute names, in the element's own tree
  focused(): Element | null; // element with focus, through shadow roots and same-origin frames; null when it is a body
  plain(text: string): string; // without characters that are not seen: controls, and those that turn the direction of writing
  clean(text: string): string; // white space as one blank; characters that only serve layout are left out
  squeeze(text: string): string; // as `clean`, without blanks at the ends

  // image_maps.js
  areas(picture: Element): Element[]; // the areas to click of a picture's map
  drawn(element: Element): Element; // what is drawn for it: of an area of a map the picture, else itself
  rects(element: Element): DOMRect[]; // as `getClientRects` and `getBoundingClientRect`, for areas as well: of these rectangles in their shape
  bounds(element: Element): DOMRect;

  // geometry.js
  origin(document: Document): { x: number; y: number }; // where the frame of a document begins there
  box(element: Element): Box; // where it is drawn, in the viewport of the world's root frame
  frameOrigin(frame: Element): { x: number; y: number }; // top left corner of the content of a frame element
  visible(element: Element): boolean; // whether the element is rendered and not `visibility: hidden`
  hit(element: Element): Hit; // whether a click in the middle of its visible part would land on it (or on its label or contents)
  serves(element: Element, target: Element): boolean; // whether a click on `target` is one on `element`: on itself, on its contents, or on its label
  /** Whether another control inside of it, one with an id of its own, would take a click on `target`. */
  taken(element: Element, target: Element): boolean;
  /** Where it is seen through the boxes around it; the box that would have to be scrolled for it; null where they cut off all of it. */
  through(box: Box, clip: Clip | null): Box | null;
  escapes(element: Element, clip: Clip | null): boolean; // whether it may lie outside of one of the boxes around it without being cut off
  view(): View; // what is in view now: asking the window takes as long as all other facts of an element
  at(x: number, y: number): Element | null; // what is drawn at a point, through shadow roots and same-origin frames

  aimed?: WeakRef<Element>; // what lies at the point that locate.js found

  // facts.js
  hits: {
    begin(drawn: string): void; // begins a look; `drawn` is the same as long as nothing is drawn anew, and "" where that is not known
    of(element: Element): Met; // as `hit`, or as it was found in a look before if nothing was drawn anew since
  };

  // colours.js
  /** What a person would call a colour, with its hex, "" for a clear one; `vivid`: it stands out. In any way that CSS writes it. */
  colour(css: string): Colour;

  // looks.js
  spot(element: Element): Spot | null; // where it stands in a row or a grid in which things have no words; null for what is in none

  // looks.js
  look(element: Element): string[]; // kind of shape, colour and size of what is drawn without words; nothing where a picture or no style draws it
  sizeOf(element: Element): string; // width and height in pixels, such as "160x90"
  placeIn(shape: Element, drawing: Element): string; // where the middle of a shape is in a drawing, such as "at 25% 50%"
  isDrawingBoard(svg: Element): boolean; // whether an `svg` is large enough to be more than a sign
  drawingAround(shape: Element): Element | null; // the drawing that a shape is part of, if it is more than a sign
  shapesIn(svg: Element): Map<Element, string[]> | null; // how the shapes of a drawing look that is there to be used; null for another
  /** How boxes in a row look that have no words and are nothing to act on, told of the first; of one in a line of words, if it is vivid. */
  lookOfSign(element: Element, flow: Flow): string[];

  // stars.js
  stars(element: Element, tag?: string): string; // what a row of stars says that this one begins, such as "3.5 of 5 stars"; "" for what is none

  // roles.js
  /** ARIA role, from the attribute or the tag; "" for elements without one. `bare`: `isBare` says so, here and below. */
  role(element: Element, bare?: boolean, tag?: string): string;
  exposed(element: Element): boolean; // whether assistive technology is told about it: not aria-hidden
  /** Whether its own tag, role or attributes make it something to act on; `kind` is its role, if that is known. */
  control(element: Element, kind?: string, bare?: boolean, tag?: string): boolean;
  editable(element: Element, tag?: string): boolean; // whether it takes typed text

  TABLES: Set<string>; // roles of tables

  // text.js
  /** Text of a subtree as it reads, hidden parts and `except` left out; `follow`: aria-labelledby inside counts. */
  text(node: Node, except?: Element, follow?: boolean): string;
  /** What an element adds to a name that it is part of: its own name, value or text. */
  part(element: Element, follow: boolean, except?: Element): string;
  generated(element: Element): string; // words that style sheets put into an element; slow, so only for what has no others
  button(element: HTMLInputElement): string; // what a button made of an input says
  svgTitle(element: Element): string; // text of the title inside an element of a drawing

  // install.js
  now(): Moment;

  // names.js
  name(element: Element): string; // accessible name. Remembered until the script gives way to the page
  labels(element: Element, tag?: string): Element[]; // the labels of a field. Remembered as names are
  placeholder(element: Element, tag?: string): string; // what stands in an empty field, "" for none

  // help.js
  description(element: Element, tag?: string): string; // accessible description: aria-describedby, error message, placeholder, title
  hint(element: Element): string; // what an element without a name seems to be, from its icon's names or its address; "" when unknown
  isSmall(element: Element): boolean; // whether it has the size of a sign to click: neither a speck nor an area
  isDrawing(element: Element): boolean; // whether something is drawn in it, by a picture or a style

  // colours.js
  isClear(colour: string): boolean; // whether a colour, as the browser writes it, is none at all
  /** Whether words are drawn, and large enough for somebody; `graphic`: they are part of a drawing. */
  isLarge(element: Element, style: CSSStyleDeclaration, graphic: boolean): boolean;
  /** Whether words can be told from the colour of the boxes around them, or lie over something else. */
  isToldFrom(ground: string, element: Element, style: CSSStyleDeclaration, colour: string): boolean;

  // layout.js
  /** How the element takes part in the page's text; null when nothing in it is shown. */
  flow(element: Element, parent: Flow, bare?: boolean, tag?: string): Flow | null;
  flowAround(root: Element): Flow; // what is around the element that holds the whole page

  // clickable.js
  /** Notes that an element listens to clicks, under the browser's number for it, or that it does no more. */
  listen(number: number, element: Element | null): void;
  listens(element: Element): boolean; // whether it is known to listen to clicks itself
  repeats(element: Element): boolean; // whether a box only repeats one kind of item, as a list without the tags of one
  /** Why the element, not a control, seems to be something to click: "" when it does not. */
  clickable(element: Element, flow: Flow, parent: Flow, bare: boolean, tag: string): Row["why"];
  /** The checkbox, radio or file field that is not shown and that this label stands for, or null. */
  standsFor(element: Element, tag?: string): HTMLInputElement | null;
  seenAs(element: Element): Element; // the element; where it is too small to be seen itself its label, or the box around its icon
  common(a: Box, b: Box): Box; // what two boxes share; width or height is below 0 where that is nothing
  /** What boxes around an element leave to be seen of it; `insides` keeps what was found for its neighbours. */
  opening(element: Element, insides: Map<Element, Box>): Box;
  unseen(field: Element): boolean; // whether a field is too small or too clear to be seen
  writesBeside(box: Element): boolean; // whether it is an editor that draws its text itself: what is typed goes to a field beside that nobody sees
  isAway(element: Element): boolean; // whether neither it nor anything in it lies in its window's view

  // clickable.js
  isData(table: Element, level: Level, parent: Level): boolean; // whether a table, or what is said to be one, holds data rather than a layout
  structureRole(element: Element, role: string, level: Level): string; // role of the row for an element that is not acted on, "" for none
  /** Why the element is one to act on, "" when it is not; `own` is its role. */
  reason(element: Element, own: string, level: Level, parent: Level): Row["why"];
  toldElsewhere(element: Element, tag: string, parent: Level): boolean; // whether the words of a label or caption are told by what it names
  hasValue(row: Row): boolean; // whether its text is its value

  // cards.js
  isDeclared(row: Row): boolean; // whether it is one to act on by its tag or role
  isCard(row: Row, parts: Row[]): boolean; // whether a row with others to act on inside is one to act on all the same, for a person would say so
  /** Among what is inside a row, that which stands for the whole: a heading, else the first words; null without words. */
  cardTitle(parts: Row[]): Row | null;

  // names.js
  inARow(picture: Element): number; // how many pictures of one name stand in a row that this one begins; 0 for one that goes on in it

  // bold_items.js
  /** The words in a row that may be an item of a list, to be noted; of others those of the item around them. */
  wordsIn(row: Row, around: Words | null): Words | null;
  noteWords(words: Words, data: string, holder: Element): void; // notes what words are set in: those of an item, and of the items around it
  weigh(rows: Row[]): void; // notes which of the items of a list are bold while others are not

  // row_buffer.js, row_rules.js, facts.js: what walk.js is made of
  sheet(): Sheet;
  REPEATED: string;
  judgeActing(sheet: Sheet, index: number): void; // settles the row of an element to act on, when everything inside is known
  judgeStructure(sheet: Sheet, index: number): void; // the same for a structure
  dropRepeats(sheet: Sheet): void; // takes out links that lead where one next to them does, such as a card's picture
  facts(row: Row, view: View): string; // what is told about a row

  // row_buffer.js
  /** The rows that are not as they were told in the look `known`, and how many before and after them are. */
  news(rows: string[], options: Looked): { head: number; tail: number; rows: string };

  // walk.js
  /** Reads everything that this world reaches. */
  observe(options: Looked & { next: number; confirmed: number; mostRows: number; patience: number; attribute: string; drawn: string }): object;

  // values.js
  /** Value of a field, slider or select; null where there is none. Secrets are masked. */
  value(element: Element, bare?: boolean, tag?: string): string | null;
  options(element: Element, tag?: string): string[]; // texts of a select's options

  // visual_cues.js
  marked(element: Element): string[]; // what only its class tells: "current", "selected", "active", "today", "looks disabled", "looks invalid"

  // reading.js
  /** All that can be read in a subtree, in small letters, and where in the text each piece of it begins. */
  reading(root: Node): { text: string; pieces: { from: number; node: Text | Element }[] };
  /** Where a letter of that is drawn, and the element around it. */
  letter(read: ReturnType<AgentE["reading"]>, at: number): { holder: Element; box: Box };
  /** Where a text, squeezed and in small letters, can be read: the elements around its first letter, and its boxes. */
  spots(wanted: string, root: Node): { holder: Element; box: Box }[];
  /** Waits until something holds, looking after every change of the page and `again` ms without; gives whether it came in time. */
  until(holds: () => boolean, patience: number, again?: number): Promise<boolean>;

  // selectors.js
  above(element: Element): Element | null; // who holds it: its parent, or the host of the shadow root that it is the top of
  trees(): (Document | ShadowRoot)[]; // the document and every open shadow root in it
  /** What a CSS selector names, through open shadow roots; throws a DOMException for what is none. */
  matching(selector: string, among?: (Document | ShadowRoot)[]): Element[];

  // selectors.js
  /** Gives, for the page as it is, what makes a selector that names an element and nothing else; "" where there is none. */
  selectors(): (element: Element) => string;

  // states.js
  states(element: Element, bare?: boolean, tag?: string): string[]; // words such as "checked", "disabled", "expanded"
  /** Where the handle of a slider stands that says so nowhere, such as "handle at 25% from the left"; "" for others. */
  alongTrack(element: Element): string;

  // watch.js
  watch: Watch;
  scrolling?: { target: WeakRef<Element>; x: number; y: number }; // what scroll_target.js found last, and where it stood

  // fields.js
  /** Waits until a frame was drawn, `most` milliseconds at most, as a hidden page (a background tab) draws none; false when a visible page drew none in time, as on a busy machine. */
  frame(most?: number): Promise<boolean>;
  painted(): Promise<unknown>; // waits until the page has drawn, and done what it does when it draws
  isLine(element: Element): boolean; // whether Enter in it sends its form
  announce(field: Element): void; // tells the page of a value that was put in, as a person's choice would
  partsOf(form: HTMLFormElement): Element[]; // its fields and buttons, those in other places among them
  isSender(element: Element): boolean; // whether it is a button that sends its form
  label(element: Element): { mmid: number | null; role: string; name: string }; // what an element is called where only few words are told of it
  named(element: Element): { role: string; name: string };
  scrolled(): number[]; // how far the page is scrolled
  dialogAround(element: Element): Element | null; // the dialog that it is in, or is; null for none
  within(top: Element): Element[]; // elements of a flat subtree, as many as are worth looking at
  fieldOf(element: Element): Element; // the field that an element is, or the only one in it where it is a wrapper
  wordsAround(field: Element): string; // texts near a field, in lower case, without lists of suggestions and messages
  /** Words of a field that may say how a date is written in it, then how the page's language writes it, as "dd/mm/yyyy". */
  dateHint(field: Element): string;
  suggests(field: Element): boolean; // whether a field offers completions, or finds things, as one types
  filling?: { field: WeakRef<Element>; words: string }; // the field that prepare_fill.js gave the focus last, and the texts near it then
  form?: Set<Element>; // the fields that form_fields.js saw last

  // calendars.js
  /** Months by their names in the language of an element and a few others: lower case, 0 is January. */
  monthNames(element: Element): Map<string, number>;
  dateIn(text: string, names: Map<string, number>): string; // the first whole date in a text, as yyyy-mm-dd; "" without one
  monthIn(text: string, names: Map<string, number>): number | null; // the first month with its year in a text, counted from year 0; null without one

  // choices.js
  /** What acts for an element: itself, for a hidden select what is drawn in its place, null for a select of the browser's. */
  widgetOf(element: Element): Element | null;
  /** The options that can be seen now of a widget; `inline`: it shows them always. */
  choicesOf(widget: Element): { options: Element[]; inline: boolean };
  noteSeen(widget: Element, open?: boolean): void;
  /** Options that are called so, in the first way in which any is: 0 is to the letter, 1 by value, 2 but for case, 3 the beginning, 4 a part. */
  fitting<T extends Element>(all: T[], option: string, title: (each: T) => string, value: (each: T) => string | null): { found: T[]; rank: number };
  everything(element: Element): Element[]; // all of its page, and of the shadow root that it is in
  ownWords(element: Element): string; // what is written in it alone and not in what it holds // notes what can be seen before something is opened, or that it is open already
  /** Whether it came into view after that; on a page that drew the widget anew: unlike all that was there. */
  isNew(element: Element, widget: Element): boolean;
  titleOf(option: Element): string; // what an option says
  shownBy(widget: Element): string; // what the widget itself shows: its value, or its text
  inView(element: Element): boolean; // whether it has a size and is not hidden or transparent
  isOpen(widget: Element): boolean; // whether a list that was opened for a choice can still be seen
  /** What noteSeen noted, and the options that were found then. */
  choosing?: { seen: WeakSet<Element>; looks: Set<string>; words: string; open: boolean; offered?: Element[]; list?: Element | null };

  // calendars.js
  monthsOf(field: Element): Month[]; // the months that can be seen now of a field's calendar, in the order of the page; none while it is closed
  calendarAround(months: Month[], field: Element): Element; // the part of the page that makes up a field's calendar, with its buttons
  /** Whether a text can be read as this date (yyyy-mm-dd), in whatever form. */
  tellsDate(text: string, day: string, names: Map<string, number>): boolean;

  // What one script notes for the next
  press?: Press | null;
  awaited?: (() => string) | null; // reads what wait_text.js was waiting for
  fileField?: WeakRef<HTMLInputElement>; // the file field that file_field.js found
  drop?: { over: AbortController; event: DragEvent | null } | null; // what drop_watch.js heard last of a drag
}

declare var agentE: AgentE;
