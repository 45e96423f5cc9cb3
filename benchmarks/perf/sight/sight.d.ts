/** Left, top, width, height in CSS pixels of the frame's own viewport. */
type SightBox = [number, number, number, number];
type SightHow = "native" | "role" | "tabindex" | "cursor" | "listener";

/** Lattice points in a frame's own viewport: number i is in column i % columns. */
interface SightLattice {
  left: number;
  top: number;
  columns: number;
  rows: number;
  step: number;
  /** The points that show this frame; all of them where there is nothing above it. */
  only: number[] | null;
}

interface SightControl {
  key: number;
  /** Of a label: the field, not drawn itself, that it is there for. */
  instead: number | null;
  /** Left and top of the point of it that lies nearest to the middle of all. */
  middle: [number, number];
  box: SightBox;
  points: number;
  how: SightHow;
  tag: string;
  role: string;
  cursor: string;
  /** Nothing hides it from assistive technology. */
  accessible: boolean;
  text: string;
  href: string;
  disabled: boolean;
  /** It was not on the page when the look began. */
  late: boolean;
  path: string;
  html: string;
}

interface SightFrame {
  key: number;
  path: string;
  points: number[];
}

interface SightSeen {
  controls: SightControl[];
  texts: { text: string; box: SightBox }[];
  /** Keys of all elements that a point met, or that hold one that a point met. */
  met: number[];
  frames: SightFrame[];
}

interface Sight {
  number(element: Element): number;
  element(key: number): Element | undefined;
  late(element: Element): boolean;
  root(element: Element): ShadowRoot | null;
  above(element: Element): Element | null;
  at(x: number, y: number): Element | null;
  listens(element: Element): boolean;
  how(element: Element): SightHow | "";
  field(element: Element): Element | null;
  instead(element: Element): Element | null;
  label(field: Element): Element | null;
  disabled(element: Element): boolean;
  path(element: Element): string;
  text(element: Element): string;
  value(element: Element): string;
  scroller?: { element: Element; start: number };
  role(element: Element): string;
  html(element: Element): string;
}

/** A piece of what is written in an element, or said of something in it. */
interface SightPiece {
  /** Text; what an attribute or a title says; what a field holds; what the style sheet writes. */
  kind: "text" | "label" | "value" | "drawn";
  words: string;
  /** Nothing between hides it from assistive technology, or at all. */
  accessible: boolean;
  shown: boolean;
  /** It is in something with a label, which says something else. */
  faint: boolean;
  replaced: boolean;
  /** It is in a figure. */
  figure: boolean;
}

interface SightWords {
  /** The control: the element itself, or the field that it is the label of and stands for. */
  element: Element;
  words: {
    html: string;
    stands: boolean;
    /** Of an input; else "". */
    type: string;
    title: string;
    placeholders: string[];
    pieces: SightPiece[];
    labels: { shown: boolean; title: string; pieces: SightPiece[] }[];
    /** What is written in the nearest box around it that says something. */
    beside: string;
    /** How many children of its parent have its tag, with itself. */
    alike: number;
    /** Some of its text, or of its labels', is drawn in other letters than it is written in. */
    transformed: boolean;
  };
}

declare var sight: Sight;
declare var sightKept: { numbers: WeakMap<Element, number>; elements: WeakRef<Element>[] };
