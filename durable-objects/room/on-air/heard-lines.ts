import { monotonicFactory, ulid } from "ulidx";
import type { HeardLine } from "#app/domains/air/media/contract/heard.ts";
import { toWrite } from "#app/domains/air/stages/queries/rooms.ts";
import { isSurelyHeard } from "#app/domains/air/tracklists/claims.ts";
import { isSameRecording } from "#app/domains/air/tracklists/history/likeness.ts";
import { decideHeard } from "#app/domains/air/tracklists/now-heard.ts";
import { publishTracklist } from "#app/domains/air/tracklists/publish.server.ts";
import { findPerformance } from "#app/domains/air/tracklists/queries/tracklists.ts";
import { lineRules } from "#app/domains/air/tracklists/rules.ts";
import { identityOf, nameReference } from "#app/domains/music/recognition/crate/identify.server.ts";
import {
  findHeardReference,
  isCorrected,
  recordHeard,
} from "#app/domains/music/recognition/queries/heard.ts";
import { deleteWithoutReference } from "#app/domains/music/recognition/queries/references.ts";
import { identifyTrack, type TrackIdentity } from "#app/domains/music/tracks/identity.ts";
import { openDb } from "#db/client.ts";
import type { RoomCore } from "../core.ts";
import { type Broadcast, heardLines, heardPerformances, type KeptLine } from "../memory.ts";
import type { Air } from "./air.ts";
import { creditOf } from "./credit.ts";
import { EarPlay } from "./ear-play.ts";
import { isStrangers, toEvidence } from "./kept-line.ts";
import type { Plays } from "./plays.ts";
import type { Tracklist } from "./tracklist.ts";
import { evidenceOf, UnnamedLines } from "./unnamed-lines.ts";

/** The name in the due list by which plays are made what the evidence of an ended performance says. */
export const tracklistDue = "tracklist";

/** More than are heard while a listener may be behind. */
const maxLines = 40;
/** A track that was played at the beginning of its line, or so long before: the same play. */
const sameMs = 10 * 60_000;
/** Time within which everything written by the end of a broadcast has reached D1. */
const publishMs = 3_000;

interface HeardLinesDeps {
  air: Air;
  tracklist: Tracklist;
  plays: Plays;
}

/** Turns what the ear hears in the stream on air into evidence and, where it is sure, into a play. */
export class HeardLines {
  readonly #core: RoomCore;
  readonly #deps: HeardLinesDeps;
  #lines: KeptLine[];
  /** Lines are taken one after the other: a look-up of a name may take a while. */
  #work: Promise<void> = Promise.resolve();
  #last = "";
  readonly #unnamed: UnnamedLines;
  readonly #earPlay: EarPlay;

  constructor(core: RoomCore, deps: HeardLinesDeps) {
    this.#core = core;
    this.#deps = deps;
    this.#lines = core.memory.get(heardLines);
    this.#unnamed = new UnnamedLines(core);
    this.#earPlay = new EarPlay(deps);
  }

  /** Takes what is heard in the stream of this broadcast now, if anything. */
  hear(broadcast: Broadcast | null): void {
    const lines = broadcast === null ? undefined : this.#deps.air.report(broadcast.onAir.stream)?.heard;
    if (broadcast === null || lines === undefined) return;
    const news = JSON.stringify([broadcast.id, lines]);
    if (news === this.#last) return this.#earPlay.follow(broadcast, this.#tellingOf(broadcast));
    this.#last = news;
    this.#work = this.#work
      .then(() => this.#take(broadcast, lines))
      .catch((error: unknown) => {
        // The next report has the same lines.
        this.#last = "";
        console.warn(JSON.stringify({ event: "heard-not-taken", error: String(error) }));
      });
    this.#core.waitUntil(this.#work);
  }

  /** A line of this track that goes on, or has just ended: a title that comes now is of its play. */
  lineOf(broadcastId: string, track: TrackIdentity): { id: string; key: string } | undefined {
    const last = Math.max(...this.#lines.map(({ line }) => line.to));
    const own = this.#lines.find(
      (each) =>
        each.broadcastId === broadcastId &&
        last - each.line.to <= lineRules.joinMs &&
        !isStrangers(each) &&
        (each.track.key === track.key || isSameRecording(each.track, track)),
    );
    if (own === undefined) return undefined;
    const isOther = !own.isPlayed && this.#deps.tracklist.hasPlayed(broadcastId, own.track.key, 0);
    return isOther ? undefined : { id: own.evidence, key: own.track.key };
  }

  /** The broadcast is over: so is what was heard in it. */
  end(broadcast: Broadcast, endedAt: number): void {
    this.#unnamed.end(broadcast, endedAt);
    const own = this.#linesOf(broadcast);
    if (own.length === 0) return;
    for (const kept of own) if (!kept.line.isOver) this.#close(broadcast, kept, endedAt);
    this.#store();
    const { memory, due } = this.#core;
    const performance = broadcast.onAir.setId ?? broadcast.performance;
    memory.set(heardPerformances, [...new Set([...memory.get(heardPerformances), performance])]);
    void due.schedule(tracklistDue, Date.now() + publishMs);
  }

  /** Makes the plays of ended performances what all of their evidence says. Throws where it has to be repeated. */
  async publish(): Promise<void> {
    const { env, memory, outbox } = this.#core;
    const db = openDb(env.DB);
    const ended = memory.get(heardPerformances);
    await outbox.drain(env.DB);
    for (const id of ended) {
      const performance = await findPerformance(db, id);
      if (performance !== undefined) await publishTracklist({ db, clock: { now: Date.now } }, performance);
    }
    memory.set(
      heardPerformances,
      memory.get(heardPerformances).filter((id) => !ended.includes(id)),
    );
  }

  async #take(broadcast: Broadcast, lines: readonly HeardLine[]): Promise<void> {
    // What was not heard in this broadcast belongs to the one before.
    for (const line of lines.filter(({ to }) => to > broadcast.startedAt)) await this.#keep(broadcast, line);
    // An ended broadcast is settled by `end`.
    if (this.#deps.air.broadcast?.id !== broadcast.id) return;
    const known = new Set(lines.map(({ line }) => line));
    for (const kept of this.#lines)
      if (kept.broadcastId === broadcast.id && !kept.line.isOver && !known.has(kept.line.line))
        this.#close(broadcast, kept, kept.line.to);
    await this.#show(broadcast);
    this.#earPlay.follow(broadcast, this.#tellingOf(broadcast));
    this.#store();
  }

  #linesOf({ id }: Broadcast): KeptLine[] {
    return this.#lines.filter(({ broadcastId }) => broadcastId === id);
  }

  /** Those that may say what is on air: not what only a stranger's file knows. */
  #tellingOf(broadcast: Broadcast): KeptLine[] {
    return this.#linesOf(broadcast).filter((kept) => !isStrangers(kept));
  }

  async #keep(broadcast: Broadcast, line: HeardLine): Promise<void> {
    const find = () =>
      this.#lines.find((each) => each.broadcastId === broadcast.id && each.line.line === line.line);
    let kept = find();
    if (kept?.line.isOver === true) return;
    const isNew = kept === undefined;
    if (!this.#unnamed.has(line.reference)) kept ??= await this.#begin(broadcast, line);
    if (kept === undefined) return this.#unnamed.keep(broadcast, line);
    const before = kept.line;
    // A name that was good stays so while less is heard of the track, as in a blend or at its end.
    const isWeaker = kept.isSure && line.share < before.share;
    const strength = isWeaker ? { share: before.share, chance: before.chance } : {};
    kept.line = { ...line, ...strength };
    const wasSure = kept.isSure;
    kept.isSure = isSurelyHeard(toEvidence(kept));
    const isRenamed = this.#adoptTitle(broadcast, kept);
    const isOtherVersions = line.versions.join() !== before.versions.join();
    const isChanged =
      kept.isSure !== wasSure || line.isOver || line.certainty !== before.certainty || isOtherVersions;
    if (isNew || isRenamed || isChanged) this.#record(broadcast, kept);
  }

  /** The encoder spells the track that is heard in another way: it is one track, and has the encoder's name. */
  #adoptTitle(broadcast: Broadcast, kept: KeptLine): boolean {
    const title = this.#deps.tracklist.current(broadcast.id);
    if (title === undefined || title.isOfEar === true || title.key === kept.track.key) return false;
    const [artist = "", name = ""] = title.key.split("\n");
    if (!isSameRecording({ artist, title: name }, kept.track)) return false;
    kept.track = { ...kept.track, key: title.key };
    return true;
  }

  async #begin(broadcast: Broadcast, line: HeardLine): Promise<KeptLine | undefined> {
    const { performerId } = creditOf(this.#core, broadcast);
    const found = await findHeardReference(openDb(this.#core.env.DB), line.reference, performerId);
    const { reference, track } = found ?? {};
    const identity = track ? identifyTrack(track.artist, track.title) : reference && identityOf(reference);
    if (reference === undefined || !identity) {
      this.#unnamed.note(line.reference, reference?.grade === "C");
      return undefined;
    }
    const kept: KeptLine = {
      line,
      broadcastId: broadcast.id,
      evidence: ulid(),
      track: { ...identity, key: track?.key ?? identity.key },
      grade: reference.grade,
      witnesses: reference.witnesses,
      isOwn: found?.isOwn === true,
      isSure: false,
      isPlayed: false,
      writes: 0,
    };
    this.#lines = [...this.#lines, kept].slice(-maxLines);
    return kept;
  }

  /** Shows another track, if one is heard now. */
  async #show(broadcast: Broadcast): Promise<void> {
    const { tracklist, air } = this.#deps;
    const current = tracklist.current(broadcast.id);
    const next = decideHeard(
      this.#tellingOf(broadcast).map((kept) => ({
        kept,
        ...kept.line,
        key: tracklist.keyNow(broadcast.id, kept.track.key),
        isSure: kept.isSure,
        isPlayed:
          kept.isPlayed ||
          tracklist.hasPlayed(
            broadcast.id,
            kept.track.key,
            kept.line.from - sameMs,
            kept.line.from - lineRules.joinMs,
          ),
      })),
      current === undefined ? null : { key: current.key, at: current.at, isOfEar: current.isOfEar === true },
    )?.kept;
    if (next === undefined) return;
    const corrected = tracklist.correctedLast(broadcast.performance, next.track.key);
    if (corrected !== undefined) {
      next.isPlayed = true;
      if (corrected.broadcastId !== broadcast.id) this.#deps.plays.resume(broadcast, corrected);
      return;
    }
    const db = openDb(this.#core.env.DB);
    const [found, isByHand] = await Promise.all([
      findHeardReference(db, next.line.reference, creditOf(this.#core, broadcast).performerId),
      isCorrected(db, next.evidence),
    ]);
    // The performer has said what it is: that stays, and is published with everything else.
    if (found === undefined || isByHand) {
      next.isPlayed = true;
      return;
    }
    const ctx = { db, clock: { now: () => Date.now() }, ids: { next: monotonicFactory() } };
    const named = await nameReference(ctx, found.reference);
    const isStill = air.broadcast?.id === broadcast.id && tracklist.current(broadcast.id)?.id === current?.id;
    if (named === null || !isStill) return;
    next.isPlayed = true;
    this.#deps.plays.begin(broadcast, {
      id: next.evidence,
      trackId: named.id,
      track: next.track,
      at: Math.max(next.line.from, broadcast.startedAt, (current?.at ?? 0) + 1),
      source: "ear",
      said: () => [
        ...this.#writesOf(broadcast, next),
        ...named.writes.map((write) => toWrite(write as Parameters<typeof toWrite>[0] & typeof write)),
      ],
    });
  }

  #close(broadcast: Broadcast, kept: KeptLine, at: number): void {
    kept.line = { ...kept.line, to: Math.min(kept.line.to, at), isOver: true };
    this.#record(broadcast, kept);
  }

  #record(broadcast: Broadcast, kept: KeptLine): void {
    kept.writes += 1;
    const key = `heard:${kept.evidence}:${kept.writes}`;
    void this.#core.outbox.enqueue(key, this.#writesOf(broadcast, kept), "plays");
  }

  #writesOf(broadcast: Broadcast, kept: KeptLine) {
    const credit = creditOf(this.#core, broadcast);
    const { evidence: id, track } = kept;
    const db = openDb(this.#core.env.DB);
    const writes = recordHeard(db, track.key, {
      id,
      performance: credit.setId ?? broadcast.performance,
      broadcastId: broadcast.id,
      ...credit,
      line: id,
      artist: track.artist,
      title: track.title,
      ...evidenceOf(kept.line, broadcast),
      ...toEvidence(kept),
    });
    // Its owner may have deleted the file since it was first heard.
    return isStrangers(kept) ? [...writes, ...deleteWithoutReference(db, id).map(toWrite)] : writes;
  }

  #store(): void {
    this.#core.memory.set(heardLines, this.#lines);
  }
}
