import type { AwaitedSet } from "#app/domains/air/media/standby.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";

/** A stage's response; undefined where it could not be reached. */
export interface ClaimAnswer {
  room: RoomPath;
  wants: boolean | undefined;
  /** The performer's next set there, if it starts soon, or null. */
  awaits?: AwaitedSet | null;
}

/**
 * Decides which stage carries a performer's stream: its holder until that no longer wants it, else the first stage that
 * wants it. A holder that cannot be reached keeps it. Null: the performer's own profile.
 */
export function decideClaim(holder: RoomPath | null, answers: readonly ClaimAnswer[]): RoomPath | null {
  if (holder !== null) {
    const answer = answers.find(({ room }) => room === holder);
    if (answer !== undefined && answer.wants !== false) return holder;
  }
  return answers.find(({ wants }) => wants === true)?.room ?? null;
}
