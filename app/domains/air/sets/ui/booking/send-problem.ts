/** The reason why a request cannot be sent: pure. */
import { countOf } from "#app/ui/number.ts";
import type { RequestConflict } from "../../request-conflicts.ts";

interface Wish {
  /** Text about what is missing of the stage and the performer, or null. */
  missing: string | null;
  when: {
    /** The reason why a set cannot start then, or null. */
    problem: string | null;
    /** Null where the number of weeks is missing. */
    weekCount: number | null;
    conflicts: readonly RequestConflict[];
  };
}

/** The first thing that prevents a request from being sent, in words, or null. A taken time is one. */
export function sendProblem({ missing, when: { problem, weekCount, conflicts } }: Wish): string | null {
  return (
    missing ??
    problem ??
    (weekCount === null ? "Enter the number of weeks" : takenProblem(conflicts, weekCount))
  );
}

function takenProblem(conflicts: readonly RequestConflict[], weekCount: number): string | null {
  const [first, ...more] = new Set(conflicts.map(({ week }) => week));
  if (first === undefined) return null;
  if (weekCount === 1) return "That time is taken";
  return more.length === 0
    ? `Week ${first} is taken`
    : `${countOf(more.length + 1, "week", "weeks")} are taken`;
}
