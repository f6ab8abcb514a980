import { offAir } from "#app/domains/stages/contract/stages.ts";
import type { Restriction } from "#app/domains/stages/live/moderation-rules.ts";
import { AppError } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import { beginBroadcast, endBroadcast } from "#db/queries/rooms.ts";
import type { DueList } from "../alarms.ts";
import type { RoomPath, StreamReport } from "../contract.ts";
import type { Outbox } from "../outbox.ts";
import { Air, type Broadcast, type Turn } from "./air.ts";
import type { Audience } from "./audience.ts";
import type { Blocked } from "./blocked.ts";
import { type FreshFacts, type RoomFacts, toSchedule } from "./facts.ts";
import { GoLive } from "./go-live.ts";
import type { Journal, RoomEventBody } from "./journal.ts";
import type { LiveSetFeed } from "./live-set-feed.ts";
import type { Memory } from "./memory.ts";
import type { Moderation } from "./moderation.ts";
import type { Sound } from "./sound.ts";
import { Titles } from "./titles.ts";
import { tellTotalPlays } from "./total-plays.ts";
import { Tracklist } from "./tracklist.ts";
import { toOnAirView } from "./view.ts";

/** How long before and after a set its performer's encoder is watched. */
const watchMs = 3_600_000;
const factsMaxAgeMs = 60_000;

interface DirectorDeps {
  kind: "stage" | "profile";
  id: string;
  path: RoomPath;
  env: Env;
  memory: Memory;
  journal: Journal;
  outbox: Outbox;
  due: DueList;
  sound: Sound;
  audience: Audience;
  blocked: Blocked;
  moderation: Moderation;
  desk: LiveSetFeed;
  readFacts(now: number): Promise<FreshFacts | null>;
  publish(body: RoomEventBody, at: number): void;
  waitUntil(work: Promise<unknown>): void;
}

/** Decides what the room carries, and triggers what follows: events, rows, titles, which sound is let through. */
export class Director {
  readonly air: Air;
  readonly tracklist: Tracklist;
  readonly goLive: GoLive;
  readonly #room: DirectorDeps;
  readonly #titles: Titles;
  #facts: RoomFacts | null;
  #nextDecisionAt = Number.POSITIVE_INFINITY;
  #reading: Promise<boolean> | undefined;
  /** The last claims that were sent to the gateway: the same ones are not sent again. */
  #claimsAsked = "[]";

  constructor(room: DirectorDeps) {
    this.#room = room;
    this.air = new Air(room.memory);
    this.tracklist = new Tracklist(room.memory);
    this.goLive = new GoLive(room);
    this.#facts = room.memory.get("facts") ?? null;
    this.#nextDecisionAt = room.due.dueAt("decide") ?? Number.POSITIVE_INFINITY;
    this.#titles = new Titles({
      ...room,
      air: this.air,
      tracklist: this.tracklist,
      creditOf: (broadcast) => this.creditOf(broadcast),
    });
    room.audience.setPerformer(this.air.broadcast?.onAir.performerId ?? null);
    room.sound.carry(this.air.broadcast?.onAir.stream ?? null);
  }

  get facts(): RoomFacts | null {
    return this.#facts;
  }

  /** The performers whose encoders matter here now: those with a set within an hour. */
  get nearPerformers(): string[] {
    const now = Date.now();
    const near = this.#facts?.sets.filter(
      ({ startTime, endTime }) => startTime - watchMs <= now && (endTime ?? now) + watchMs > now,
    );
    return [...new Set(near?.map((set) => set.user.id))].sort();
  }

  /** When the list of watched performers changes next because of the time, or null. */
  get nextWatchAt(): number | null {
    const now = Date.now();
    const times = this.#facts?.sets.map((set) => set.startTime - watchMs).filter((time) => time > now) ?? [];
    return times.length === 0 ? null : Math.min(...times);
  }

  /**
   * Loads facts, if the stage or person exists. Stored ones are enough to start; old ones are read again soon.
   * @throws AppError `unavailable` where nothing is stored and D1 is unavailable.
   */
  async ready(): Promise<RoomFacts | null> {
    if (this.#facts === null) await this.readFacts();
    else if (Date.now() - this.#facts.readAt > factsMaxAgeMs) {
      void this.#room.due.scheduleBy("facts", Date.now());
    }
    return this.#facts;
  }

  /** Reads D1 and decides again. Returns false while D1 is unavailable: the stored facts stay. */
  readFacts(): Promise<boolean> {
    this.#reading ??= this.#readFacts().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Reads the facts as of this call: a read in progress may have started before the change. */
  async refresh(): Promise<boolean> {
    await this.#reading?.catch(() => undefined);
    return this.readFacts();
  }

  async #readFacts(): Promise<boolean> {
    const { journal, due, blocked, moderation } = this.#room;
    let fresh: FreshFacts | null;
    try {
      fresh = await this.#room.readFacts(Date.now());
    } catch (cause) {
      if (this.#facts === null) throw new AppError("unavailable", { cause });
      console.warn(JSON.stringify({ event: "facts-unread", room: this.#room.path, error: String(cause) }));
      return false;
    }
    this.#claimsAsked = "[]";
    if (fresh === null) {
      this.#keepFacts(null);
      return true;
    }
    const { blockedIds, moderation: kept, ...facts } = fresh;
    this.#keepFacts(facts);
    blocked.replace(blockedIds);
    if (kept !== null) moderation.replace(kept);
    const { state } = journal;
    journal.amend({
      name: facts.name,
      // Rows of the latest cheers may still be on their way to D1.
      cheerCount: Math.max(state.cheerCount, facts.cheerCount),
      favoriteCount: state.name === "" ? facts.favoriteCount : state.favoriteCount,
    });
    if (facts.listenCount !== undefined) tellTotalPlays(this.#room, facts.listenCount);
    this.#tellChatRules();
    void due.schedule("watch", Date.now());
    this.decide();
    return true;
  }

  #tellChatRules(): void {
    const { journal, moderation } = this.#room;
    const { slowSeconds, hasLinks } = moderation.settings;
    const data = { slowSeconds, hasLinks };
    const told = journal.state.chatRules ?? { slowSeconds: 0, hasLinks: true };
    if (!isSame(data, told)) this.#room.publish({ event: "chat rules", data }, Date.now());
  }

  #keepFacts(facts: RoomFacts | null): void {
    this.#facts = facts;
    this.#room.memory.set("facts", facts);
  }

  /** The owner of this profile has blocked or unblocked someone: applied immediately, then as D1 has it. */
  async setBlocked(userId: string, isBlocked: boolean): Promise<void> {
    // A room that was never used reads the whole list before anything else.
    if (this.#facts === null && this.#reading === undefined) return;
    this.#room.blocked.set(userId, isBlocked);
    await this.refresh();
  }

  /** A manager has restricted someone in its chat, or lifted that (null): applied immediately, then as D1 has it. */
  async restrict(userId: string, restriction: Restriction | null): Promise<void> {
    this.#room.moderation.restrict(userId, restriction);
    await this.refresh();
  }

  /** Removes everything about this user here. Returns false while D1, which is changed first, is unavailable. */
  async forget(userId: string): Promise<boolean> {
    if (!(await this.refresh())) return false;
    this.air.keepReports((report) => report.ownerId !== userId);
    this.decide();
    this.air.forgetPrevious(userId);
    this.goLive.forget(userId);
    return true;
  }

  /** Takes the room off the air immediately and permanently, even if sound still arrives. */
  close(): void {
    const { broadcast } = this.air;
    if (broadcast !== null) this.#room.sound.uplinks.release(broadcast.onAir.stream);
    this.#room.sound.carry(null);
    this.#room.publish({ event: "room set", data: offAir }, Date.now());
  }

  /** Returns true where the report was new. */
  take(report: StreamReport): boolean {
    if (!this.air.take(report)) return false;
    this.decide();
    return true;
  }

  /** For the hot path: makes a decision that is due without waiting for the alarm. */
  decideIfDue(now: number): void {
    const isMissed = this.air.broadcast?.onAir.lost != null;
    const isHeardAgain = isMissed && this.#room.sound.lastPacketAt === now;
    if (now >= this.#nextDecisionAt || isHeardAgain) this.decide();
  }

  decide(): void {
    const facts = this.#facts;
    if (facts === null) return;
    const { id, path, sound, due } = this.#room;
    const now = Date.now();
    const turn = this.air.decide({
      room: { kind: facts.kind, path, id, performerId: facts.performer?.id ?? null },
      schedule: toSchedule(facts, id),
      lastPacketAt: sound.lastPacketAt,
      now,
    });
    this.#nextDecisionAt = turn.nextDecisionAt ?? Number.POSITIVE_INFINITY;
    void (turn.nextDecisionAt === null ? due.cancel("decide") : due.schedule("decide", turn.nextDecisionAt));
    if (turn.isAnother) {
      this.#recordChange(turn, now);
      const report = this.air.report(turn.after?.onAir.stream ?? "");
      this.goLive.changed(turn, facts, report?.connectedAt ?? null, now);
    }
    this.#tell(facts, turn, now);
    this.#room.desk.airChanged();
    sound.carry(turn.after?.onAir.stream ?? null);
    for (const stream of turn.released) sound.uplinks.release(stream);
    this.#titles.hear(turn.after);
    const claims = JSON.stringify(this.claims());
    if (claims !== "[]" && claims !== this.#claimsAsked) void due.scheduleBy("claims", now);
    this.#claimsAsked = claims;
  }

  /** The streams that this stage takes or gives back, for the gateway. */
  claims(): { stream: string; wants: boolean }[] {
    if (this.#facts?.kind !== "booking") return [];
    return this.air.reports
      .map(({ stream, claimedBy }) => ({ stream, claimedBy, wants: this.air.wants(stream) }))
      .filter(({ claimedBy, wants }) => wants !== (claimedBy === this.#room.path));
  }

  /** Records the highest number of simultaneous listeners: of the broadcast and of its current track. */
  notePeak(listeners: number): void {
    this.air.notePeak(listeners);
    this.tracklist.notePeak(this.air.broadcast?.id, listeners);
  }

  #tell(facts: RoomFacts, turn: Turn, now: number): void {
    const { journal } = this.#room;
    const view = toOnAirView(facts, turn.after, journal.state, now);
    if (turn.isAnother) this.#room.publish({ event: "room set", data: view }, now);
    else if (
      Object.entries(view).some(([key, value]) => !isSame(value, journal.state[key as keyof typeof view]))
    ) {
      this.#room.publish({ event: "update set", data: view }, now);
    }
  }

  #recordChange({ before, after }: Turn, now: number): void {
    const { outbox, env, audience } = this.#room;
    const db = openDb(env.DB);
    audience.setPerformer(after?.onAir.performerId ?? null);
    if (before !== null) {
      this.#titles.end(before.id);
      const { id, peakListeners } = before;
      const { stageId, setId } = this.creditOf(before);
      const writes = endBroadcast(db, { id, stageId, setId, endedAt: now, peakListeners });
      void outbox.enqueue(`broadcast-end:${id}`, writes, "broadcasts");
    }
    if (after !== null) {
      const { id, onAir, startedAt, performance } = after;
      const credit = this.creditOf(after);
      const row = { id, streamId: onAir.stream, ...credit, startedAt, performance };
      const writes = beginBroadcast(db, row);
      void outbox.enqueue(`broadcast:${id}`, writes, "broadcasts");
      // Listeners in the room hear it from its first moment.
      this.notePeak(audience.count());
      void this.#room.due.scheduleBy("listeners", now);
    }
  }

  /** Who is credited for a broadcast and what happens in it. */
  creditOf({ onAir }: Broadcast) {
    const stageId = this.#room.kind === "stage" ? this.#room.id : null;
    return { stageId, performerId: onAir.performerId, setId: onAir.setId };
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
