/** What press_ready.js notes for press_landed.js. */
type Press = { over: AbortController; heard: boolean; missed: WeakRef<Element> | null };

interface AgentE {
  press?: Press | null;
  /** The file field that file_field.js found. */
  fileField?: WeakRef<HTMLInputElement>;
  /** What drop_watch.js heard last of a drag. */
  drop?: { over: AbortController; event: DragEvent | null } | null;
}
