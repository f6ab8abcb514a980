import { createHash } from "node:crypto";
import { earOffer, maxReferences } from "#app/domains/air/media/contract/heard.ts";
import { findPlaying } from "#app/domains/air/stages/queries/playing.ts";
import { listTakenFrom } from "#app/domains/air/tracklists/queries/harvest.ts";
import { listStagePerformers } from "#app/domains/music/recognition/queries/heard.ts";
import { listCrateReferences, listNamedTonight } from "#app/domains/music/recognition/queries/references.ts";
import { listHiddenTracks } from "#app/domains/music/tracks/queries/shown-plays.ts";
import { openDb } from "#db/client.ts";
import type { AgentLine } from "./agent-line.ts";
import type { GatewayCore } from "./core.ts";
import type { StreamRow } from "./stream-row.ts";

/** The name in the gateway's due list by which references are chosen again. */
export const hotSetsDue = "hot-sets";
const everyMs = 5 * 60_000;
const hourMs = 3_600_000;
/** Time in which a track that was named anywhere may be heard on every stream. */
const tonightMs = 24 * hourMs;
/** Time in which a track that a stage has played may be played there again. */
const stageMs = 90 * 24 * hourMs;

/** Taken from broadcasts, the newest; one without a name is as long as two tracks. */
const maxTaken = 120;

/**
 * Tells the agent which references may be heard on which stream: those that are connected, and those of performers
 * whose set is near, so that the ear is ready before it begins.
 */
export class HotSets {
  readonly #core: GatewayCore;
  readonly #line: AgentLine;
  /** The fence and version last sent, by stream. */
  readonly #sent = new Map<string, string>();

  constructor(core: GatewayCore, line: AgentLine) {
    this.#core = core;
    this.#line = line;
  }

  /** Chooses soon where a stream is new here. */
  async noteStreams(streams: Iterable<string>): Promise<void> {
    if ([...streams].some((stream) => !this.#sent.has(stream))) await this.chooseSoon();
  }

  async chooseSoon(): Promise<void> {
    if (this.#line.offers(earOffer)) await this.#core.due.scheduleBy(hotSetsDue, Date.now());
  }

  /** Sends every list that has changed. */
  async choose(now: number): Promise<void> {
    if (!this.#line.offers(earOffer)) return;
    const { env, due } = this.#core;
    const tonight = await listNamedTonight(openDb(env.DB), { since: now - tonightMs, now });
    const rows = this.#expected();
    for (const row of rows) this.#send(row.stream, await this.#listFor(row, tonight, now));
    const expected = new Set(rows.map(({ stream }) => stream));
    for (const stream of this.#sent.keys())
      if (!expected.has(stream)) {
        this.#send(stream, []);
        this.#sent.delete(stream);
      }
    await due.scheduleBy(hotSetsDue, now + everyMs);
  }

  /** Those whose encoder is connected, and those of performers for whom a stage waits. */
  #expected(): StreamRow[] {
    const { ledger, storage } = this.#core;
    const awaited = storage.sql.exec<{ id: string }>("select distinct performer_id as id from watches");
    const rows = [
      ...ledger.presentMounts().flatMap(({ stream }) => ledger.stream(stream) ?? []),
      ...ledger.streamsOf(awaited.toArray().map(({ id }) => id)),
    ].filter(({ kind }) => kind !== "test");
    return [...new Map(rows.map((row) => [row.stream, row])).values()];
  }

  /**
   * The performer's own files first, then what was taken from their broadcasts, what their stage has played, everything
   * named tonight, and last what nobody has named. What the performer hides is not among them, whoever knows it.
   */
  async #listFor(row: StreamRow, tonight: readonly Known[], now: number): Promise<string[]> {
    const db = openDb(this.#core.env.DB);
    const stageIds = this.#stagesOf(row);
    const performers = row.kind === "performer" ? [row.ownerId] : await this.#performersOn(row.ownerId, now);
    const crates = await Promise.all(performers.map((id) => listCrateReferences(db, id, { shownAt: now })));
    const played = await Promise.all(
      stageIds.map((stageId) => listNamedTonight(db, { since: now - stageMs, now, stageId })),
    );
    const taken = await listTakenFrom(db, { performers, stages: stageIds, now, limit: maxTaken });
    const [named, unnamed] = [
      taken.filter(({ grade }) => grade === "B"),
      taken.filter(({ grade }) => grade === "C"),
    ];
    // What was broadcast of a track whose file is there would make it one of two versions.
    const left = await listHiddenTracks(db, { performers, now });
    for (const { trackId } of crates.flat()) if (trackId !== null) left.add(trackId);
    const others = [...named, ...played.flat(), ...tonight, ...unnamed].filter(
      ({ trackId }) => trackId === null || !left.has(trackId),
    );
    return chooseReferences(crates.flat(), others);
  }

  /** Those with a set on this stage, and whom its managers have named. */
  async #performersOn(stageId: string, now: number): Promise<string[]> {
    const db = openDb(this.#core.env.DB);
    const [booked, named] = await Promise.all([
      listStagePerformers(db, { stageId, from: now, to: now + hourMs }),
      findPlaying(db, stageId),
    ]);
    return [...new Set([...(named ? [named.id] : []), ...booked])];
  }

  #stagesOf({ kind, ownerId, claimedBy }: StreamRow): string[] {
    if (kind === "stage") return [ownerId];
    const rooms = claimedBy === null ? this.#core.ledger.watchersOf(ownerId) : [claimedBy];
    return rooms.flatMap((room) => (room.startsWith("stage/") ? [room.slice("stage/".length)] : []));
  }

  #send(stream: string, references: string[]): void {
    const version = createHash("sha256").update(references.join()).digest("hex").slice(0, 16);
    const news = `${this.#core.agents.fence()} ${version}`;
    if (this.#sent.get(stream) === news) return;
    if (this.#line.send({ type: "references", stream, version, references })) this.#sent.set(stream, news);
  }
}

interface Known {
  id: string;
  trackId: string | null;
  sameAs: string | null;
}

/** One reference per recording: of a performer's own files, theirs instead of the one that stands for it elsewhere. */
function chooseReferences(own: readonly Known[], others: readonly Known[]): string[] {
  const ownIds = new Set(own.map(({ id }) => id));
  const recordings = new Set<string>();
  const chosen = new Set<string>();
  for (const { id, sameAs } of [...own, ...others]) {
    const recording = sameAs ?? id;
    const isOwnTwice = sameAs !== null && ownIds.has(sameAs);
    if (isOwnTwice || recordings.has(recording)) continue;
    recordings.add(recording);
    chosen.add(id);
  }
  return [...chosen].slice(0, maxReferences.stream);
}
