import type { HeardLine } from "#app/domains/air/media/contract/heard.ts";
import { isSameRecording } from "#app/domains/air/tracklists/history/likeness.ts";
import { decideEnded } from "#app/domains/air/tracklists/now-heard.ts";
import { lineRules } from "#app/domains/air/tracklists/rules.ts";
import type { TrackIdentity } from "#app/domains/music/tracks/identity.ts";
import type { Broadcast } from "../memory.ts";
import type { Air } from "./air.ts";
import type { Plays } from "./plays.ts";
import { readTitle, type Tracklist } from "./tracklist.ts";

interface EarPlayDeps {
  air: Air;
  tracklist: Tracklist;
  plays: Plays;
}

/** A line of the ear, with its track. */
interface NamedLine {
  line: HeardLine;
  /** The id of the play that it begins. */
  evidence: string;
  track: TrackIdentity;
}

/**
 * Ends the current play when the ear, which has named it, does not hear it any more: nobody knows what is played then. It
 * goes on where it is heard again soon.
 */
export class EarPlay {
  readonly #deps: EarPlayDeps;

  constructor(deps: EarPlayDeps) {
    this.#deps = deps;
  }

  /** `lines`: all of this broadcast. */
  follow(broadcast: Broadcast, lines: readonly NamedLine[]): void {
    const { tracklist, plays } = this.#deps;
    const last = tracklist.last(broadcast.id);
    if (last?.isOfEar !== true) return;
    const own = lines.filter(({ evidence, track }) =>
      tracklist.isLast(broadcast.id, { id: evidence, key: track.key }),
    );
    if (last.endedAt === undefined) {
      const endedAt = decideEnded(
        own.map(({ line }) => line),
        Date.now(),
      );
      if (endedAt !== undefined && !this.#isTitled(broadcast, own)) plays.endCurrent(broadcast, endedAt);
      return;
    }
    const { endedAt, gone } = last;
    const again = own.find(
      ({ line }) => !line.isOver && line.to > endedAt && line.from - endedAt <= lineRules.joinMs,
    );
    if (again !== undefined && gone === undefined) plays.reopen(last, again.track);
  }

  /** Whether the encoder names it too: its title holds until the next one. */
  #isTitled({ onAir }: Broadcast, lines: readonly NamedLine[]): boolean {
    const title = this.#deps.air.report(onAir.stream)?.title ?? null;
    const titled = title === null ? null : readTitle(title);
    if (titled === null) return false;
    return lines.some(({ track }) => track.key === titled.key || isSameRecording(track, titled));
  }
}
