import { ulid } from "ulidx";
import type { HeardLine } from "#app/domains/air/media/contract/heard.ts";
import { rulesVersion } from "#app/domains/air/tracklists/rules.ts";
import { recordHeard } from "#app/domains/music/recognition/queries/heard.ts";
import { openDb } from "#db/client.ts";
import type { RoomCore } from "../core.ts";
import { type Broadcast, type UnnamedLine, unnamedLines } from "../memory.ts";
import { creditOf } from "./credit.ts";

/** More than are heard at a time. */
const maxLines = 20;

/**
 * Repeated lines of references that nobody has named yet. Nobody is told; it is evidence, so that a name that somebody
 * gives one of them is a name for all.
 */
export class UnnamedLines {
  readonly #core: RoomCore;
  /** Whether each is one that nobody has named, and not one that was deleted. */
  readonly #references = new Map<string, boolean>();
  #lines: UnnamedLine[];

  constructor(core: RoomCore) {
    this.#core = core;
    this.#lines = core.memory.get(unnamedLines);
  }

  /** This reference has no name. */
  note(reference: string, isKept: boolean): void {
    this.#references.set(reference, isKept);
  }

  has(reference: string): boolean {
    return this.#references.has(reference);
  }

  keep(broadcast: Broadcast, line: HeardLine): void {
    if (this.#references.get(line.reference) === false) return;
    const known = this.#lines.find((each) => each.line.line === line.line);
    if (known?.line.isOver === true) return;
    const kept = known ?? { line, broadcastId: broadcast.id, evidence: ulid(), isStored: false };
    kept.line = line;
    if (known === undefined) this.#lines = [...this.#lines, kept].slice(-maxLines);
    const isNew = line.certainty === "named" && !kept.isStored;
    if (isNew || (kept.isStored && line.isOver)) this.#record(broadcast, kept);
    this.#core.memory.set(unnamedLines, this.#lines);
  }

  /** The broadcast is over: so is what was heard in it. */
  end(broadcast: Broadcast, endedAt: number): void {
    for (const kept of this.#lines.filter(({ broadcastId }) => broadcastId === broadcast.id))
      if (!kept.line.isOver)
        this.keep(broadcast, { ...kept.line, to: Math.min(kept.line.to, endedAt), isOver: true });
    this.#lines = this.#lines.filter(({ broadcastId }) => broadcastId !== broadcast.id);
    this.#core.memory.set(unnamedLines, this.#lines);
  }

  #record(broadcast: Broadcast, kept: UnnamedLine): void {
    kept.isStored = true;
    const { line, evidence: id } = kept;
    const credit = creditOf(this.#core, broadcast);
    const writes = recordHeard(openDb(this.#core.env.DB), "", {
      ...evidenceOf(line, broadcast),
      id,
      line: id,
      performance: credit.setId ?? broadcast.performance,
      broadcastId: broadcast.id,
      ...credit,
      grade: "C",
      details: detailsOf(line),
    });
    void this.#core.outbox.enqueue(`unnamed:${id}:${line.isOver}`, writes, "plays");
  }
}

/** Returns the fields of every row about a line that the ear hears. */
export function evidenceOf(line: HeardLine, broadcast: Broadcast) {
  const startsAt = Math.round(Math.max(line.from, broadcast.startedAt));
  return {
    kind: "ear",
    act: "heard",
    startsAt,
    endsAt: line.isOver ? Math.round(line.to) : null,
    speed: line.speed,
    playback: line.playback,
    share: line.share,
    chance: line.chance,
    supportedMs: Math.round(line.seconds * 1_000),
    referenceId: line.reference,
    indexSize: line.indexSize,
    rulesVersion,
    at: startsAt,
  } as const;
}

/** `position`: how far into the reference it was at the end. */
export const detailsOf = ({ certainty, position }: HeardLine): Record<string, string | number> => ({
  certainty,
  ...(position !== undefined && { position }),
});
