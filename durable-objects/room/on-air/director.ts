import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import { onAirTimes } from "#app/domains/air/stages/on-air.ts";
import { beginBroadcast, endBroadcast } from "#app/domains/air/stages/queries/rooms.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import { openDb } from "#db/client.ts";
import type { Audience } from "../../fan-out/audience.ts";
import { isSame } from "../../is-same.ts";
import type { RoomCore } from "../core.ts";
import type { PlayListeners } from "../counting/play-listeners.ts";
import { type RoomFacts, toSchedule } from "../facts.ts";
import type { KnownFacts } from "../known-facts.ts";
import type { LiveSetFeed } from "../live-set/live-set-feed.ts";
import type { Taping } from "../taping/taping.ts";
import type { Air, Turn } from "./air.ts";
import { Corrections } from "./corrections.ts";
import { creditOf } from "./credit.ts";
import { GoLive } from "./go-live.ts";
import { HeardLines } from "./heard-lines.ts";
import { OwnEvents } from "./own-events.ts";
import { Plays } from "./plays.ts";
import { SetNews } from "./set-news.ts";
import { SetStates } from "./set-states.ts";
import { Silences } from "./silences.ts";
import type { Sound } from "./sound.ts";
import { Titles } from "./titles.ts";
import { notePeak, type Tracklist } from "./tracklist.ts";
import { toOnAirView } from "./view.ts";

/** The name in the room's due list by which it is decided whether the sound on air is missing. */
export const soundDue = "sound";
/** Time within which that is decided after an eviction, where nothing else wakes the room. */
const soundNetMs = 60_000;
/** Time before and after a set for which its performer's encoder is watched. */
const watchMs = 3_600_000;

interface DirectorDeps {
  air: Air;
  tracklist: Tracklist;
  playListeners: PlayListeners;
  facts: KnownFacts;
  audience: Audience;
  sound: Sound;
  taping: Taping;
  liveSets: LiveSetFeed;
}

/**
 * Decides what the room carries, and triggers what follows from it: events, rows, titles, which sound is let through.
 */
export class Director {
  readonly goLive: GoLive;
  readonly ownEvents: OwnEvents;
  readonly heard: HeardLines;
  readonly corrections: Corrections;
  readonly setNews: SetNews;
  readonly #core: RoomCore;
  readonly #deps: DirectorDeps;
  readonly #plays: Plays;
  readonly #titles: Titles;
  readonly #silences: Silences;
  readonly #states: SetStates;
  #nextDecisionAt: number;
  #soundTimer: ReturnType<typeof setTimeout> | undefined;
  /** The last claims that were sent to the gateway: the same ones are not sent again. */
  #claimsAsked = "[]";

  constructor(core: RoomCore, deps: DirectorDeps) {
    const { air, tracklist, playListeners, audience, sound, taping, liveSets, facts } = deps;
    this.#core = core;
    this.#deps = deps;
    const ownEvents = new OwnEvents(core, facts);
    this.ownEvents = ownEvents;
    this.goLive = new GoLive(core, ownEvents);
    const plays = new Plays(core, { audience, air, tracklist, playListeners, liveSets, ownEvents });
    this.#plays = plays;
    this.#states = new SetStates(core, air);
    this.setNews = new SetNews(core, facts, this.#states);
    this.heard = new HeardLines(core, { air, tracklist, plays });
    this.corrections = new Corrections(core, { air, tracklist, liveSets, ownEvents });
    this.#silences = new Silences(core, air);
    this.#titles = new Titles(core, { air, tracklist, plays, heard: this.heard });
    this.#nextDecisionAt = core.due.dueAt("decide") ?? Number.POSITIVE_INFINITY;
    audience.setPerformer(air.broadcast?.onAir.performerId ?? null);
    sound.carry(air.broadcast?.onAir.stream ?? null);
    taping.onRewindChange(() => this.decide());
  }

  /** The performers whose encoders matter here now: those with a set within an hour. */
  get nearPerformers(): string[] {
    const now = Date.now();
    const near = this.#deps.facts.current?.sets.filter(
      ({ startTime, endTime }) => startTime - watchMs <= now && (endTime ?? now) + watchMs > now,
    );
    return [...new Set(near?.map((set) => set.user.id))].sort();
  }

  /** Time when the list of watched performers changes next because of the time, or null. */
  get nextWatchAt(): number | null {
    const now = Date.now();
    const sets = this.#deps.facts.current?.sets ?? [];
    const times = sets.map((set) => set.startTime - watchMs).filter((time) => time > now);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Makes the next read tell the gateway of all claims once more. */
  forgetClaims(): void {
    this.#claimsAsked = "[]";
  }

  /** Removes everything about this user here. The facts have to be those of D1 without them. */
  forget(userId: string): void {
    const { air } = this.#deps;
    air.keepReports((report) => report.ownerId !== userId);
    this.decide();
    air.forgetPrevious(userId);
    this.goLive.forget(userId);
    this.ownEvents.forget(userId);
    this.setNews.forget(userId);
  }

  /** Takes the room off the air immediately and permanently, even if sound still arrives. */
  close(): void {
    const { air, sound } = this.#deps;
    if (air.broadcast !== null) sound.end(air.broadcast.onAir.stream);
    sound.carry(null);
    this.#core.publish({ event: "room set", data: offAir }, Date.now());
  }

  /** Returns true where the report was new. */
  take(report: StreamReport): boolean {
    if (!this.#deps.air.take(report)) return false;
    this.decide();
    return true;
  }

  /** Makes a decision that is due without waiting for the alarm, for the hot path. */
  decideIfDue(now: number): void {
    const { air, sound } = this.#deps;
    const isMissed = air.broadcast?.onAir.lost != null;
    const isHeardAgain = isMissed && sound.lastPacketAt === now;
    if (now >= this.#nextDecisionAt || isHeardAgain) this.decide();
  }

  decide(): void {
    const { air, sound } = this.#deps;
    const facts = this.#deps.facts.current;
    if (facts === null) return;
    const { id, path, due } = this.#core;
    const now = Date.now();
    const turn = air.decide({
      room: { kind: facts.kind, path, id, performerId: facts.performer?.id ?? null },
      schedule: toSchedule(facts, id),
      lastPacketAt: sound.lastPacketAt,
      now,
    });
    const nextDecisionAt = Math.min(
      turn.nextDecisionAt ?? Number.POSITIVE_INFINITY,
      this.#states.nextChangeAt(facts.sets, now) ?? Number.POSITIVE_INFINITY,
    );
    this.#nextDecisionAt = Math.min(nextDecisionAt, turn.soundMissedAt ?? Number.POSITIVE_INFINITY);
    void (Number.isFinite(nextDecisionAt) ? due.schedule("decide", nextDecisionAt) : due.cancel("decide"));
    this.#watchSound(turn.soundMissedAt);
    if (turn.isAnother) {
      this.#recordChange(turn, now);
      const report = air.report(turn.after?.onAir.stream ?? "");
      this.goLive.changed(turn, facts, report?.connectedAt ?? null, now);
    }
    this.#tell(facts, turn, now);
    this.setNews.check(now);
    this.#deps.liveSets.airChanged();
    sound.carry(turn.after?.onAir.stream ?? null);
    for (const stream of turn.released) sound.release(stream);
    this.#titles.hear(turn.after);
    this.#silences.hear(turn.after, now);
    this.heard.hear(turn.after);
    const claims = JSON.stringify(this.claims());
    if (claims !== "[]" && claims !== this.#claimsAsked) void due.scheduleBy("claims", now);
    this.#claimsAsked = claims;
  }

  /**
   * Decides again when the sound on air counts as missing. A room on air is awake, so a timer does; the alarm is for one
   * that was evicted and gets no packet any more.
   */
  #watchSound(missedAt: number | null): void {
    const now = Date.now();
    if (missedAt === null || missedAt <= now) return;
    void this.#core.due.postpone(soundDue, now + soundNetMs);
    if (this.#soundTimer !== undefined) return;
    this.#soundTimer = setTimeout(() => {
      this.#soundTimer = undefined;
      this.decideIfDue(Date.now());
      const { lastPacketAt } = this.#deps.sound;
      if (lastPacketAt !== null) this.#watchSound(lastPacketAt + onAirTimes.packetMs);
    }, missedAt - now);
  }

  /** The streams that this stage takes or gives back, for the gateway. */
  claims(): { stream: string; wants: boolean }[] {
    const { facts, air } = this.#deps;
    if (facts.current?.kind !== "booking") return [];
    return air.reports
      .map(({ stream, claimedBy }) => ({ stream, claimedBy, wants: air.wants(stream) }))
      .filter(({ claimedBy, wants }) => wants !== (claimedBy === this.#core.path));
  }

  #tell(facts: RoomFacts, turn: Turn, now: number): void {
    const { journal, publish } = this.#core;
    const canRewind = (performance: string) => this.#deps.taping.canRewind(performance);
    const view = toOnAirView(
      facts,
      turn.after,
      { state: journal.state, states: this.#states, canRewind },
      now,
    );
    if (turn.isAnother) publish({ event: "room set", data: view }, now);
    else if (
      Object.entries(view).some(([key, value]) => !isSame(value, journal.state[key as keyof typeof view]))
    ) {
      publish({ event: "update set", data: view }, now);
    }
  }

  #recordChange({ before, after }: Turn, now: number): void {
    const { outbox, env, due } = this.#core;
    const { audience } = this.#deps;
    const db = openDb(env.DB);
    if (before !== null) {
      this.#plays.end(before, now);
      this.heard.end(before, now);
      const { id, peakListeners } = before;
      const steadyPeak = Math.max(before.steadyPeak, audience.steadyCount(now));
      const { stageId, setId } = creditOf(this.#core, before);
      const writes = endBroadcast(db, { id, stageId, setId, endedAt: now, peakListeners, steadyPeak });
      void outbox.enqueue(`broadcast-end:${id}`, writes, "broadcasts");
      this.#deps.taping.ended(before, now);
      this.#states.ended(before, this.#deps.facts.current?.sets ?? [], now);
    }
    // Only now: what has ended is counted without its own performer.
    audience.setPerformer(after?.onAir.performerId ?? null);
    if (after !== null) {
      const { id, onAir, startedAt, performance } = after;
      const credit = creditOf(this.#core, after);
      const row = { id, streamId: onAir.stream, ...credit, startedAt, performance };
      const writes = beginBroadcast(db, row);
      void outbox.enqueue(`broadcast:${id}`, writes, "broadcasts");
      // Listeners in the room hear it from its first moment.
      notePeak(this.#deps, audience.count());
      void due.scheduleBy("listeners", now);
    }
  }
}
