/** What press_ready.js notes for press_landed.js. */
type Press = { over: AbortController; heard: boolean; missed: WeakRef<Element> | null; saw: string | null };

interface AgentE {
  press?: Press | null;
  /** Reads what wait_text.js was waiting for. */
  awaited?: (() => string) | null;
  /** The file field that file_field.js found. */
  fileField?: WeakRef<HTMLInputElement>;
  /** What drop_watch.js heard last of a drag. */
  drop?: { over: AbortController; event: DragEvent | null } | null;
}
