import { firstOf } from "#app/domains/air/media/standby.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import { withTimeout } from "#app/with-timeout.ts";
import type { RoomAnswer, SoundPath } from "../contract.ts";
import { roomAt } from "../stubs.ts";
import type { AgentLine } from "./agent-line.ts";
import { type ClaimAnswer, decideClaim } from "./claims.ts";
import type { GatewayCore } from "./core.ts";
import type { Placements } from "./placements.ts";
import { isHeldRow, type ReportReader } from "./stream-report.ts";
import type { StreamRow } from "./stream-row.ts";

/** The name in the gateway's due list by which rooms are notified again. */
export const announceDue = "announce";
const againMs = 1_000;
/** A room that does not respond within this time is retried later. */
const answerMs = 2_000;
/**
 * Number of times that a profile waits for a stage that cannot be reached; after that the performer goes on air on the
 * profile.
 */
const maxUnanswered = 2;

/** `untold`: decided, but a room has not been notified yet. `waiting`: undecided, because a stage does not respond. */
type Outcome = "told" | "untold" | "waiting" | "changed";

/**
 * Notifies rooms of streams, in the one order in which a set never appears on the wrong page for a moment: first the
 * stages that wait for this performer are asked, then the claim is decided, then the profile is notified of the result,
 * and last the agent is told where to send the sound.
 */
export class Announcer {
  readonly #core: GatewayCore;
  readonly #line: AgentLine;
  readonly #placements: Placements;
  readonly #running = new Map<string, Promise<boolean>>();
  readonly #unanswered = new Map<string, number>();

  constructor(core: GatewayCore, { line, placements }: { line: AgentLine; placements: Placements }) {
    this.#core = core;
    this.#line = line;
    this.#placements = placements;
  }

  /** Notifies rooms without waiting for them: one of them may be waiting for the gateway. */
  async announceAll(streams: readonly string[]): Promise<void> {
    if (streams.length === 0) return;
    await this.#core.due.scheduleBy(announceDue, Date.now() + againMs);
    for (const stream of streams) this.#core.waitUntil(this.announce(stream));
  }

  /** Notifies the rooms that could not be reached, or that an evicted object was about to notify. */
  async announceAgain(): Promise<void> {
    const told = await Promise.all(this.#core.ledger.unannounced().map((stream) => this.announce(stream)));
    // Thrown for the due list, which retries with a growing delay.
    if (told.includes(false)) throw new Error("some rooms do not answer");
  }

  /** Sends everything new about this stream; false when a room could not be reached: then call again later. */
  announce(stream: string): Promise<boolean> {
    const running = this.#running.get(stream);
    if (running !== undefined) return running;
    if (!this.#isNews(this.#core.ledger.stream(stream))) return Promise.resolve(true);
    const run = this.#run(stream);
    this.#running.set(stream, run);
    return run;
  }

  /** Notifies only the room that carries the stream, without retry: the next level follows soon. */
  async level(row: StreamRow): Promise<void> {
    const room = row.isChecked || isHeardAlone(row) ? null : roomOf(row);
    if (room !== null && !this.#running.has(row.stream))
      await this.#tell(room, this.#core.reportOf(row, readerIn(room)));
  }

  /** Repeats as long as something changes while rooms are being notified. */
  async #run(stream: string): Promise<boolean> {
    try {
      for (;;) {
        const row = this.#core.ledger.stream(stream);
        if (!this.#isNews(row)) return true;
        const outcome = await this.#notifyRooms(row);
        if (outcome === "changed") continue;
        if (outcome === "waiting") return false;
        this.#line.route(stream, soundPathOf(this.#core.ledger.stream(stream) ?? row));
        if (outcome === "untold") return false;
        this.#core.ledger.markAnnounced(stream, row.changes);
      }
    } finally {
      // In the same step as the last read of the storage, so that no later change is missed.
      this.#running.delete(stream);
    }
  }

  #isNews(row: StreamRow | undefined): row is StreamRow {
    return row !== undefined && row.announced < row.changes;
  }

  async #notifyRooms(row: StreamRow): Promise<Outcome> {
    if (row.kind === "test") return "told";
    if (row.kind === "stage") {
      const answer = await this.#tell(`stage/${row.ownerId}`, this.#core.reportOf(row, "stage"));
      return answer === undefined ? "untold" : "told";
    }
    const answers = await this.#ask(
      this.#core.ledger.watchersOf(row.ownerId),
      this.#core.reportOf(row, "stage"),
    );
    const now = this.#core.ledger.stream(row.stream);
    // The state has changed since the question: ask again before anything is decided.
    if (now === undefined || now.changes !== row.changes) return "changed";
    if (this.#waitsFor(row.stream, answers)) return "waiting";
    const claimedBy = decideClaim(now.claimedBy, answers);
    const awaited = answers.filter(({ room }) => claimedBy === null || room === claimedBy);
    this.#placements.decide(now, firstOf(awaited.map(({ awaits }) => awaits)), Date.now());
    if (claimedBy !== now.claimedBy) {
      this.#core.ledger.setClaim(row.stream, claimedBy);
      // Stages that wanted it are notified who has it; the profile is notified in the next round.
      return "changed";
    }
    const placed = this.#core.ledger.stream(row.stream) ?? now;
    const told = await this.#tell(`profile/${row.ownerId}`, this.#core.reportOf(placed, "profile"));
    return told !== undefined && answers.every(({ wants }) => wants !== undefined) ? "told" : "untold";
  }

  #ask(stages: RoomPath[], report: StreamReport): Promise<ClaimAnswer[]> {
    return Promise.all(
      stages.map(async (room) => {
        const answer = await this.#tell(room, report);
        return { room, wants: answer?.wants, awaits: answer?.awaits ?? null };
      }),
    );
  }

  #waitsFor(stream: string, answers: ClaimAnswer[]): boolean {
    if (answers.every(({ wants }) => wants !== undefined)) {
      this.#unanswered.delete(stream);
      return false;
    }
    const times = (this.#unanswered.get(stream) ?? 0) + 1;
    this.#unanswered.set(stream, times);
    return times < maxUnanswered;
  }

  async #tell(room: RoomPath, report: StreamReport): Promise<RoomAnswer | undefined> {
    try {
      const answer = await withTimeout(answerMs, roomAt(this.#core.env, room).streamChanged(report));
      if (answer.listeners !== undefined) this.#line.count(report.stream, answer.listeners);
      return answer;
    } catch (error) {
      console.warn(
        JSON.stringify({ event: "room-not-told", room, stream: report.stream, error: String(error) }),
      );
      return undefined;
    }
  }
}

/** Returns where the agent sends the sound of a stream; null: nowhere, it is only measured. */
export function soundPathOf(row: StreamRow): SoundPath | null {
  return row.isChecked || isHeardAlone(row) ? `sound-check/${row.ownerId}` : roomOf(row);
}

const isHeardAlone = (row: StreamRow) => row.kind === "performer" && row.claimedBy === null && isHeldRow(row);

const readerIn = (room: RoomPath): ReportReader => (room.startsWith("profile/") ? "profile" : "stage");

/** The room in which a stream is heard; null: none, it is a test. */
function roomOf({ kind, ownerId, claimedBy }: StreamRow): RoomPath | null {
  if (kind === "test") return null;
  return kind === "stage" ? `stage/${ownerId}` : (claimedBy ?? `profile/${ownerId}`);
}
