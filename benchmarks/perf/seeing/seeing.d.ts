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
  /** Left and top of the point of it that lies nearest to the middle of all. */
  middle: [number, number];
  box: SightBox;
  points: number;
  how: SightHow;
  tag: string;
  role: string;
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
  disabled(element: Element): boolean;
  path(element: Element): string;
  text(element: Element): string;
  value(element: Element): string;
  scroller?: { element: Element; start: number };
  role(element: Element): string;
  html(element: Element): string;
}

declare var sight: Sight;
declare var sightKept: { numbers: WeakMap<Element, number>; elements: WeakRef<Element>[] };
