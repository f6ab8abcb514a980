/** The keys of the tracklist editor, which act on the chosen line while the list has the focus. */
import type { TracklistLine } from "../contract/tracklists.ts";
import type { Editor } from "./use-editor.ts";

export const shortcuts: readonly { keys: string; does: string }[] = [
  { keys: "↑ ↓", does: "Choose a line" },
  { keys: "A", does: "Confirm all" },
  { keys: "C", does: "Confirm" },
  { keys: "N", does: "Name" },
  { keys: "T", does: "Times" },
  { keys: "← →", does: "Start 1 s earlier or later, with Shift 10 s" },
  { keys: "[ ]", does: "End 1 s earlier or later, with Shift 10 s" },
  { keys: "U D", does: "Move up or down: swap times with the next line" },
  { keys: "S", does: "Split" },
  { keys: "M", does: "Merge with the line above" },
  { keys: "H", does: "Hide" },
  { keys: "O", does: "My own, unreleased" },
  { keys: "Delete", does: "Remove" },
  { keys: "+", does: "Add a track" },
  { keys: "Z", does: "Undo" },
];

/** Does what the key says; false where it says nothing. `canHide`: the performer, who alone changes what is hidden. */
export function pressKey(
  key: string,
  { verbs, setForm }: Editor,
  line: TracklistLine | undefined,
  canHide: boolean,
): boolean {
  const general: Record<string, () => unknown> = {
    a: verbs.confirmAll,
    "+": () => setForm("add"),
    z: verbs.undo,
  };
  const run =
    general[key.toLowerCase()] ??
    (line && (canHide || !line.isHidden) ? ofLine(key, { verbs, setForm }, line, canHide) : undefined);
  run?.();
  return run !== undefined;
}

function ofLine(
  key: string,
  { verbs, setForm }: Pick<Editor, "verbs" | "setForm">,
  line: TracklistLine,
  canHide: boolean,
): (() => unknown) | undefined {
  const { start, end } = line;
  const moveStart = (ms: number) => () => verbs.move(line, Math.max(0, start + ms), end);
  const moveEnd = (ms: number) => () => end !== null && verbs.move(line, start, end + ms);
  const keys: Record<string, () => unknown> = {
    c: () => verbs.confirm(line),
    n: () => setForm("name"),
    t: () => setForm("times"),
    u: () => verbs.swap(line, -1),
    d: () => verbs.swap(line, 1),
    s: () => setForm("split"),
    m: () => verbs.merge(line),
    h: () => canHide && setForm("hide"),
    o: () => verbs.own(line),
    delete: () => verbs.remove(line),
    backspace: () => verbs.remove(line),
    arrowleft: moveStart(-1_000),
    arrowright: moveStart(1_000),
    "shift+arrowleft": moveStart(-10_000),
    "shift+arrowright": moveStart(10_000),
    "[": moveEnd(-1_000),
    "]": moveEnd(1_000),
    "{": moveEnd(-10_000),
    "}": moveEnd(10_000),
  };
  return keys[key.toLowerCase()];
}
