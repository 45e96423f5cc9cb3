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
  /** It does not begin a line of its own. */
  inline: boolean;
  /** It does not, but stands apart from its neighbours. */
  spaced: boolean;
  /** It is drawn as parts of lines only, without a box of its own. */
  boxless: boolean;
  /** It is not hidden by a style. */
  readonly visible: boolean;
  /** Its own text can be read: it is neither transparent nor too small for anybody. */
  readonly legible: boolean;
  /** The colour of its own words. */
  readonly colour: string;
  /** What a person would call that, where it stands out from the words around; "" where not. */
  readonly tint: string;
  readonly style: CSSStyleDeclaration;
  /** The colour behind its words, as far as the boxes around them say. */
  readonly ground: string;
  /** Its own text is crossed out. */
  readonly struck: boolean;
  /** What does not fit in it is cut off, for good or until it is scrolled. */
  clips: boolean;
  /** All that shows of it, when it has no room itself. */
  loose: Element[] | null;
  /** Its line breaks count. */
  readonly lines: boolean;
  /** Children of inline tags flow inline though they are boxes of their own. */
  row: boolean;
  /** Its few short parts stand side by side; null before that was asked. */
  pair: boolean | null;
  /** The mouse pointer is a hand, and who has it is settled. */
  pointer: boolean;
  /** In an aria-hidden subtree. */
  hidden: boolean;
  /** In an inert subtree. */
  inert: boolean;
  /** It listens to clicks for its children, which are all alike. */
  delegates: boolean;
  /** It or something around it listens to clicks. */
  heard: boolean;
  /** It goes with the view, and what lies outside of that no scrolling brings in. */
  fixed: boolean;
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
  /** In a part of the page that is switched off, as all that is behind a dialog may be. */
  inert: boolean;
  /** Of a heading, or of an element that is all there is to one; else 0. */
  level: number;
  /** Where a link leads. */
  href: string;
  frame: number;
  glue: string | null;
  /** What it is when it turns out not to be one to act on; "" for nothing. */
  kind: string;
  clip: Clip | null;
  dropped: boolean;
  /** It is set in bold, and others beside it are not. */
  bold: boolean;
  /** How it looks, where that is told of it. */
  looks: string[] | null;
  /** What its first words are set in, of one that may be an item of a list. */
  words: Words | null;
  /** Its element's tag, "" without one. */
  tag: string;
  /** It says nothing of itself in attributes: see `isBare`. */
  bare: boolean;
};

/** Where a walk is: an element, what is still to be visited in it, and what holds for all of that. */
type Level = {
  element: Element;
  tag: string;
  flow: Flow;
  /** It says nothing of itself in attributes: see `isBare`. */
  bare: boolean;
  /** The next child, where these are simply the element's; else `list` and `at` say. */
  next: Node | null;
  list: Node[] | null;
  at: number;
  /** Index of the element's row, or -1. */
  row: number;
  /** Depth of rows inside. */
  depth: number;
  /** Its text is told elsewhere. */
  mute: boolean;
  frame: number;
  /** It is, or is in, a table of data rather than of layout. */
  data: boolean;
  /** It is in nothing to act on, and in no heading. */
  plain: boolean;
  /** In a drawing, how each shape looks that is told. */
  shapes: Map<Element, string[]> | null;
  /** What is in it are boxes all alike; null before that was asked. */
  repeats: boolean | null;
  clip: Clip | null;
  /** The first words of the item that it is in. */
  words: Words | null;
};

/** The first words of an item of a list, and those of the item around it: what holds bold ones and others. */
interface Words {
  around: Words | null;
  heavy: Element[];
  plain: Element[];
  /** There is a letter in them. */
  speaks: boolean;
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
  /** Kinds of elements in a box at which the Tab key stops. */
  stops: Map<Element, Set<string>>;
  /** Where things without words stand, by the box around them. */
  grids: Map<Element, Map<Element, Spot>>;
};

/** What a person would call a colour. */
type Colour = { word: string; vivid: boolean; clear: boolean; pixel: number[] };

/** Where one of many stands: "3 of 5", "row 1, column 2 of 3 × 4"; its colour, where these differ, and whether sizes do. */
type Spot = { place: string; colour: string; sized: boolean };

interface Sheet {
  rows: Row[];
  /** Adds a row, after or in the line in the making; gives its index. */
  push(role: string, element: Element | null, at: { depth: number; frame: number; tag: string; bare: boolean }): number;
  /** Ends the piece of text in the making. */
  flush(): void;
  /** Ends the line. */
  boundary(): void;
  write(text: string, at: { depth: number; frame: number }): void;
  /** Adds words that stand out by their colour, as a piece of text of their own. */
  writeInColour(text: string, at: { depth: number; frame: number }, colour: string): void;
  writeText(data: string, at: { depth: number; frame: number }, keepsLines: boolean): void;
  /** The last characters of the piece of text in the making. */
  ending(): string;
  /** Whether the line has something already. */
  inLine(): boolean;
  /** Says whether the line goes on after a row, and whether after a blank. */
  resume(inline: boolean, blank: boolean): void;
  /** Rows after this one that are still there: while it is open, those inside it. */
  inside(index: number): Row[];
  /** Takes a row out while it is open; what is inside moves up. */
  drop(index: number): void;
}

/** One month of a calendar: `month` is counted from year 0, null when nothing says which it is; `days` from the first on. */
type Month = { month: number | null; days: Element[]; grid: Element };

/** What press_ready.js notes for press_landed.js. */
type Press = { over: AbortController; heard: boolean; missed: WeakRef<Element> | null; saw: string | null };

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
  // install.js: ids
  /** Starts a call that may hand out ids: `next` is the first free one; ids from `confirmed` on were never told. */
  begin(options: { next: number; confirmed: number }): void;
  /** The first id that is still free. */
  nextId(): number;
  /** The element's id; given now if it has none. */
  idOf(element: Element): number;
  /** The element's id, or null if it was never given one. */
  knownId(element: Element): number | null;
  /** The element with this id if it is on the page now. */
  element(id: number): Element | null;

  /** Fields that were given a secret. */
  secretFields: WeakSet<Element>;

  /** Fields that the person has filled in: what they hold is theirs. */
  theirs: WeakSet<Element>;

  /** The value as JSON, made for being brought over; undefined where JSON has nothing for it. */
  json(value: unknown): string | undefined;

  // safe_members.js: what a form's fields cannot stand in the way of
  /** Makes them in the realm of a frame; its elements have none before. */
  secondNames(view: Window): void;

  // tree.js: the flat tree (slots, open shadow roots) and same-origin frames
  /** Its shadow root, also a closed one that was found; null without one. */
  rootOf(element: Element): ShadowRoot | null;
  /** Notes an element whose closed shadow root, if it has one, would be all there is to see of it. */
  suspect(element: Element, tag: string): void;
  /** Hands them over, once. */
  suspects(): Element[];
  /** How many there are to be handed over. */
  suspected(): number;
  /** Makes a closed shadow root that the browser gave known. */
  opened(host: Element, root: ShadowRoot): void;
  /** Whether other elements may be its children by aria-owns. */
  hasOwned(element: Element): boolean;
  /** Who has the element for its child by aria-owns instead of its parent; null for nearly all. */
  ownerOf(element: Element): Element | null;
  /** Looks for what elements of a document or shadow root say of themselves in attributes; `leaveRoots` forgets it. */
  enterRoot(root: Document | ShadowRoot): void;
  leaveRoots(): void;
  /** Whether an element of a root that was entered has no role, no tabindex and none of the others that any tag may have. */
  isBare(element: Element): boolean;
  /** Its computed style, which is made once. */
  style(element: Element): CSSStyleDeclaration;
  /** Tags of frames, and of those in which nothing is to be visited. */
  FRAMES: Set<string>;
  LEAVES: Set<string>;
  /** Children as rendered: a shadow root's instead of the host's, a slot's assigned nodes, a frame's body. */
  children(node: Node): Node[];
  /** Parent as rendered; the frame element for the root of a same-origin frame; null at the top. */
  parent(node: Node): Element | null;
  /** Nearest element, itself included, going up the flat tree, that satisfies the test. */
  closest(element: Element, test: (element: Element) => boolean): Element | null;
  /** Document of a frame element that this world may read, or null. */
  frameDocument(element: Element): Document | null;
  /** Whether the node is in a document that is shown now. */
  connected(node: Node): boolean;
  /** Elements that an IDREF list attribute names, in the element's own tree. */
  referenced(element: Element, attribute: string): Element[];
  /** Element with focus, through shadow roots and same-origin frames; null when it is a body. */
  focused(): Element | null;
  /** Without characters that are not seen: controls, and those that turn the direction of writing. */
  plain(text: string): string;
  /** White space as one blank; characters that only serve layout are left out. */
  clean(text: string): string;
  /** As `clean`, without blanks at the ends. */
  squeeze(text: string): string;

  // image_maps.js
  /** The areas to click of a picture's map. */
  areas(picture: Element): Element[];
  /** What is drawn for it: of an area of a map the picture, else itself. */
  drawn(element: Element): Element;
  /** As `getClientRects` and `getBoundingClientRect`, for areas as well: of these rectangles in their shape. */
  rects(element: Element): DOMRect[];
  bounds(element: Element): DOMRect;

  // geometry.js
  /** Where it is drawn, in the viewport of the world's root frame. */
  box(element: Element): Box;
  /** Top left corner of the content of a frame element. */
  frameOrigin(frame: Element): { x: number; y: number };
  /** Whether the element is rendered and not `visibility: hidden`. */
  visible(element: Element): boolean;
  /** Whether a click in the middle of its visible part would land on it (or on its label or contents). */
  hit(element: Element): Hit;
  /** Whether a click on `target` is one on `element`: on itself, on its contents, or on its label. */
  serves(element: Element, target: Element): boolean;
  /** Whether another control inside of it, one with an id of its own, would take a click on `target`. */
  taken(element: Element, target: Element): boolean;
  /** Where it is seen through the boxes around it; the box that would have to be scrolled for it; null where they cut off all of it. */
  through(box: Box, clip: Clip | null): Box | null;
  /** Whether it may lie outside of one of the boxes around it without being cut off. */
  escapes(element: Element, clip: Clip | null): boolean;
  /** What is in view now: asking the window takes as long as all other facts of an element. */
  view(): View;
  /** What is drawn at a point, through shadow roots and same-origin frames. */
  at(x: number, y: number): Element | null;

  /** What lies at the point that locate.js found. */
  aimed?: WeakRef<Element>;

  // hit_cache.js
  hits: {
    /** Begins a look; `drawn` is the same as long as nothing is drawn anew, and "" where that is not known. */
    begin(drawn: string): void;
    /** As `hit`, or as it was found in a look before if nothing was drawn anew since. */
    of(element: Element): Met;
  };

  // colours.js
  /** What a person would call a colour, with its hex, "" for a clear one; `vivid`: it stands out. In any way that CSS writes it. */
  colour(css: string): Colour;

  // grids.js
  /** Where it stands in a row or a grid in which things have no words; null for what is in none. */
  spot(element: Element): Spot | null;

  // looks.js
  /** Kind of shape, colour and size of what is drawn without words; nothing where a picture or no style draws it. */
  look(element: Element): string[];
  /** Width and height in pixels, such as "160x90". */
  sizeOf(element: Element): string;
  /** Where the middle of a shape is in a drawing, such as "at 25% 50%". */
  placeIn(shape: Element, drawing: Element): string;
  /** Whether an `svg` is large enough to be more than a sign. */
  isDrawingBoard(svg: Element): boolean;
  /** The drawing that a shape is part of, if it is more than a sign. */
  drawingAround(shape: Element): Element | null;
  /** How the shapes of a drawing look that is there to be used; null for another. */
  shapesIn(svg: Element): Map<Element, string[]> | null;
  /** How boxes in a row look that have no words and are nothing to act on, told of the first; of one in a line of words, if it is vivid. */
  lookOfSign(element: Element, flow: Flow): string[];

  // stars.js
  /** What a row of stars says that this one begins, such as "3.5 of 5 stars"; "" for what is none. */
  stars(element: Element, tag?: string): string;

  // roles.js
  /** ARIA role, from the attribute or the tag; "" for elements without one. `bare`: `isBare` says so, here and below. */
  role(element: Element, bare?: boolean, tag?: string): string;
  /** Whether assistive technology is told about it: not aria-hidden. */
  exposed(element: Element): boolean;
  /** Whether its own tag, role or attributes make it something to act on; `kind` is its role, if that is known. */
  control(element: Element, kind?: string, bare?: boolean, tag?: string): boolean;
  /** Whether it takes typed text. */
  editable(element: Element, tag?: string): boolean;

  /** Roles of tables. */
  TABLES: Set<string>;

  // text.js
  /** Text of a subtree as it reads, hidden parts and `except` left out; `follow`: aria-labelledby inside counts. */
  text(node: Node, except?: Element, follow?: boolean): string;
  /** What an element adds to a name that it is part of: its own name, value or text. */
  part(element: Element, follow: boolean, except?: Element): string;
  /** Words that style sheets put into an element; slow, so only for what has no others. */
  generated(element: Element): string;
  /** What a button made of an input says. */
  button(element: HTMLInputElement): string;
  /** Text of the title inside an element of a drawing. */
  svgTitle(element: Element): string;

  // microtask_cache.js
  now(): Moment;

  // names.js
  /** Accessible name. Remembered until the script gives way to the page. */
  name(element: Element): string;
  /** The labels of a field. Remembered as names are. */
  labels(element: Element, tag?: string): Element[];
  /** What stands in an empty field, "" for none. */
  placeholder(element: Element, tag?: string): string;

  // help.js
  /** Accessible description: aria-describedby, error message, placeholder, title. */
  description(element: Element, tag?: string): string;
  /** What an element without a name seems to be, from its icon's names or its address; "" when unknown. */
  hint(element: Element): string;
  /** Whether it has the size of a sign to click: neither a speck nor an area. */
  isSmall(element: Element): boolean;
  /** Whether something is drawn in it, by a picture or a style. */
  isDrawing(element: Element): boolean;

  // legibility.js
  /** Whether a colour, as the browser writes it, is none at all. */
  isClear(colour: string): boolean;
  /** Whether words are drawn, and large enough for somebody; `graphic`: they are part of a drawing. */
  isLarge(element: Element, style: CSSStyleDeclaration, graphic: boolean): boolean;
  /** Whether words can be told from the colour of the boxes around them, or lie over something else. */
  isToldFrom(ground: string, element: Element, style: CSSStyleDeclaration, colour: string): boolean;

  // layout.js
  /** How the element takes part in the page's text; null when nothing in it is shown. */
  flow(element: Element, parent: Flow, bare?: boolean, tag?: string): Flow | null;
  /** What is around the element that holds the whole page. */
  flowAround(root: Element): Flow;

  // clickable.js
  /** Notes that an element listens to clicks, under the browser's number for it, or that it does no more. */
  listen(number: number, element: Element | null): void;
  /** Whether it is known to listen to clicks itself. */
  listens(element: Element): boolean;
  /** Whether a box only repeats one kind of item, as a list without the tags of one. */
  repeats(element: Element): boolean;
  /** Why the element, not a control, seems to be something to click: "" when it does not. */
  clickable(element: Element, flow: Flow, parent: Flow, bare: boolean, tag: string): Row["why"];
  /** The checkbox, radio or file field that is not shown and that this label stands for, or null. */
  standsFor(element: Element, tag?: string): HTMLInputElement | null;
  /** The element; where it is too small to be seen itself its label, or the box around its icon. */
  seenAs(element: Element): Element;
  /** What two boxes share; width or height is below 0 where that is nothing. */
  common(a: Box, b: Box): Box;
  /** What boxes around an element leave to be seen of it; `insides` keeps what was found for its neighbours. */
  opening(element: Element, insides: Map<Element, Box>): Box;
  /** Whether a field is too small or too clear to be seen. */
  unseen(field: Element): boolean;
  /** Whether it is an editor that draws its text itself: what is typed goes to a field beside that nobody sees. */
  writesBeside(box: Element): boolean;
  /** Whether neither it nor anything in it lies in its window's view. */
  isAway(element: Element): boolean;

  // node_kinds.js
  /** Whether a table, or what is said to be one, holds data rather than a layout. */
  isData(table: Element, level: Level, parent: Level): boolean;
  /** Role of the row for an element that is not acted on, "" for none. */
  structureRole(element: Element, role: string, level: Level): string;
  /** Why the element is one to act on, "" when it is not; `own` is its role. */
  reason(element: Element, own: string, level: Level, parent: Level): Row["why"];
  /** Whether the words of a label or caption are told by what it names. */
  toldElsewhere(element: Element, tag: string, parent: Level): boolean;
  /** Whether its text is its value. */
  hasValue(row: Row): boolean;

  // cards.js
  /** Whether it is one to act on by its tag or role. */
  isDeclared(row: Row): boolean;
  /** Whether a row with others to act on inside is one to act on all the same, for a person would say so. */
  isCard(row: Row, parts: Row[]): boolean;
  /** Among what is inside a row, that which stands for the whole: a heading, else the first words; null without words. */
  cardTitle(parts: Row[]): Row | null;

  // pictures.js
  /** How many pictures of one name stand in a row that this one begins; 0 for one that goes on in it. */
  inARow(picture: Element): number;

  // bold_items.js
  /** The words in a row that may be an item of a list, to be noted; of others those of the item around them. */
  wordsIn(row: Row, around: Words | null): Words | null;
  /** Notes what words are set in: those of an item, and of the items around it. */
  noteWords(words: Words, data: string, holder: Element): void;
  /** Notes which of the items of a list are bold while others are not. */
  weigh(rows: Row[]): void;

  // row_buffer.js, row_rules.js, facts.js: what walk.js is made of
  sheet(): Sheet;
  REPEATED: string;
  /** Settles the row of an element to act on, when everything inside is known. */
  judgeActing(sheet: Sheet, index: number): void;
  /** The same for a structure. */
  judgeStructure(sheet: Sheet, index: number): void;
  /** Takes out links that lead where one next to them does, such as a card's picture. */
  dropRepeats(sheet: Sheet): void;
  /** What is told about a row. */
  facts(row: Row, view: View): string;

  // row_delta.js
  /** The rows that are not as they were told in the look `known`, and how many before and after them are. */
  news(rows: string[], options: Looked): { head: number; tail: number; rows: string };

  // walk.js
  /** Reads everything that this world reaches. */
  observe(options: Looked & { next: number; confirmed: number; mostRows: number; patience: number; attribute: string; drawn: string }): object;

  // values.js
  /** Value of a field, slider or select; null where there is none. Secrets are masked. */
  value(element: Element, bare?: boolean, tag?: string): string | null;
  /** Texts of a select's options. */
  options(element: Element, tag?: string): string[];

  // visual_cues.js
  /** What only its class tells: "current", "selected", "active", "today", "looks disabled", "looks invalid". */
  marked(element: Element): string[];

  // reading.js
  /** All that can be read in a subtree, in small letters, and where in the text each piece of it begins. */
  reading(root: Node): { text: string; pieces: { from: number; node: Text | Element }[] };
  /** Where a letter of that is drawn, and the element around it. */
  letter(read: ReturnType<AgentE["reading"]>, at: number): { holder: Element; box: Box };
  /** Where a text, squeezed and in small letters, can be read: the elements around its first letter, and its boxes. */
  spots(wanted: string, root: Node): { holder: Element; box: Box }[];
  /** Waits until something holds, looking after every change of the page and `again` ms without; gives whether it came in time. */
  until(holds: () => boolean, patience: number, again?: number): Promise<boolean>;

  // matching.js
  /** Who holds it: its parent, or the host of the shadow root that it is the top of. */
  above(element: Element): Element | null;
  /** The document and every open shadow root in it. */
  trees(): (Document | ShadowRoot)[];
  /** What a CSS selector names, through open shadow roots; throws a DOMException for what is none. */
  matching(selector: string, among?: (Document | ShadowRoot)[]): Element[];

  // selectors.js
  /** Gives, for the page as it is, what makes a selector that names an element and nothing else; "" where there is none. */
  selectors(): (element: Element) => string;

  // states.js
  /** Words such as "checked", "disabled", "expanded". */
  states(element: Element, bare?: boolean, tag?: string): string[];
  /** Where the handle of a slider stands that says so nowhere, such as "handle at 25% from the left"; "" for others. */
  alongTrack(element: Element): string;

  // watch.js
  watch: Watch;
  /** What scroll_target.js found last, and where it stood. */
  scrolling?: { target: WeakRef<Element>; x: number; y: number };

  // fields.js
  /** Waits until a frame was drawn, `most` milliseconds at most, as a hidden page (a background tab) draws none; false when a visible page drew none in time, as on a busy machine. */
  frame(most?: number): Promise<boolean>;
  /** Whether Enter in it sends its form. */
  isLine(element: Element): boolean;
  /** Whether it is a button that sends its form. */
  isSender(element: Element): boolean;
  /** What an element is called where only few words are told of it. */
  label(element: Element): { mmid: number | null; role: string; name: string };
  named(element: Element): { role: string; name: string };
  /** How far the page is scrolled. */
  scrolled(): number[];
  /** The dialog that it is in, or is; null for none. */
  dialogAround(element: Element): Element | null;
  /** Elements of a flat subtree, as many as are worth looking at. */
  within(top: Element): Element[];
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

  // choices.js
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

  // calendars.js
  /** The months that can be seen now of a field's calendar, in the order of the page; none while it is closed. */
  monthsOf(field: Element): Month[];
  /** The part of the page that makes up a field's calendar, with its buttons. */
  calendarAround(months: Month[], field: Element): Element;
  /** Whether a text can be read as this date (yyyy-mm-dd), in whatever form. */
  tellsDate(text: string, day: string, names: Map<string, number>): boolean;

  // What one script notes for the next
  press?: Press | null;
  /** Reads what wait_text.js was waiting for. */
  awaited?: (() => string) | null;
  /** The file field that file_field.js found. */
  fileField?: WeakRef<HTMLInputElement>;
  /** What drop_watch.js heard last of a drag. */
  drop?: { over: AbortController; event: DragEvent | null } | null;
}

declare var agentE: AgentE;
