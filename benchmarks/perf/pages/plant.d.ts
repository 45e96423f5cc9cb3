/** Which root (0 is the document), and which element of it in document order. */
type PlantPlace = [number, number];
type PlantHandling = "act" | "count" | "delegate";
/** Element, token, kind, whether it is a control, whether it can be told without trying. */
type PlantRow = [Element, string, string, boolean, boolean];
/** Left, top, right, bottom. */
type PlantEdges = [number, number, number, number];

interface PlantRecycled {
  scroller: PlantPlace;
  rows: PlantPlace[];
  names: string[];
  height: number;
}

interface PlantPlan {
  ask: string;
  roots: [PlantPlace, ShadowRootMode, string][];
  /** What goes where. */
  grafts: [PlantPlace, PlantPlace][];
  handles: [PlantPlace, PlantHandling][];
  truth: [PlantPlace, string, string, boolean, boolean][];
  /** Frames whose document is in an attribute. */
  frames: [PlantPlace, PlantPlan][];
  recycled: PlantRecycled | null;
}
