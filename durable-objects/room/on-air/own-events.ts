import { toFacts } from "#app/domains/air/replays/access.server.ts";
import { findReplay } from "#app/domains/air/replays/queries/replays.ts";
import { isPublic } from "#app/domains/air/replays/rules.ts";
import type { PlayedTrack } from "#app/domains/air/stages/live/protocol.ts";
import { webhookEventNames } from "#app/domains/people/deliveries/event-names.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { isEventAsked } from "#app/domains/people/deliveries/queries/asked-events.ts";
import { profilePath, replayPath, stagePath, trackPath } from "#app/paths.ts";
import { openDb } from "#db/client.ts";
import { deliveries } from "../../stubs.ts";
import type { RoomCore } from "../core.ts";
import type { RoomFacts } from "../facts.ts";
import type { KnownFacts } from "../known-facts.ts";
import { type Broadcast, type GoingOn, ownEvents, toldPerformances, type WaitingEvent } from "../memory.ts";
import type { Turn } from "./air.ts";
import { performanceGapMs } from "./performances.ts";

/** The name of this task in the room's due list: its alarm calls `tell` for it. */
export const ownEventsDue = "own-events";

/** A recording is public about this long after its end. */
const recordedMs = 60_000;
/** Age after which an event that could not be delivered is of no use any more. */
const worthMs = 24 * 3_600_000;
/** More than happens here while one of them is delivered. */
const maxWaiting = 50;

type OnAir = GoingOn["onAir"];

/**
 * Events for the performer's and the stage's own posts and webhooks: what has gone live, each track, and what has ended
 * for good. It is only stored here; the room's alarm passes it on, so that the sound waits for nothing.
 */
export class OwnEvents {
  readonly #core: RoomCore;
  readonly #facts: KnownFacts;

  constructor(core: RoomCore, facts: KnownFacts) {
    this.#core = core;
    this.#facts = facts;
  }

  /** Something else is on air, or nothing: what was told of may go on later, or goes on now. */
  changed({ before, after }: Turn, now: number): void {
    const goingOn = this.#goingOn();
    if (goingOn.length === 0) return;
    const next = goingOn.map((each) => {
      if (each.performance === after?.performance) return { ...each, offSince: null };
      return each.performance === before?.performance ? { ...each, offSince: now } : each;
    });
    this.#storeGoingOn(next);
    this.#plan(next);
  }

  /** Someone has gone live: the performer is told, and the stage of each performance on it. */
  live(broadcast: Broadcast, facts: RoomFacts, isPerformerTold: boolean, now: number): void {
    const onAir = this.#onAirOf(broadcast, facts);
    const owners: OwnerPath[] = [];
    if (isPerformerTold && onAir.performer !== null) owners.push(`user/${onAir.performer.id}`);
    if (onAir.stage !== null) owners.push(`stage/${onAir.stage.id}`);
    if (owners.length === 0) return;
    const { performance } = broadcast;
    const goingOn = this.#goingOn();
    const known = goingOn.find((each) => each.performance === performance);
    const added = owners.filter((owner) => known?.owners.includes(owner) !== true);
    // The same performance, after a break.
    if (added.length === 0) return;
    const told = {
      performance,
      onAir,
      offSince: null,
      ...known,
      owners: [...(known?.owners ?? []), ...added],
    };
    this.#storeGoingOn([...goingOn.filter((each) => each !== known), told]);
    this.#add({ owners: added, event: { kind: "live", key: performance, at: now, ...told.onAir } });
  }

  /** A track became current. Only for owners who want it: others cause no call. */
  track(
    broadcast: Broadcast,
    track: { id: string; artist: string; title: string; play: string; at: number },
  ) {
    const facts = this.#facts.current;
    const { performerId } = broadcast.onAir;
    const here = [`user/${performerId}`, this.#core.path];
    const owners = facts?.trackAskers?.filter((owner) => here.includes(owner)) ?? [];
    if (facts === null || owners.length === 0) return;
    const known = this.#goingOn().find((each) => each.performance === broadcast.performance);
    const { play, at, ...named } = track;
    const onAir = known?.onAir ?? this.#onAirOf(broadcast, facts);
    const path = trackPath(track.id);
    this.#add({ owners, event: { kind: "track", key: play, at, ...onAir, path, track: named } });
  }

  /** Tracks were corrected before they were passed on: nobody is told of one that is hidden or none any more. */
  corrected(tracks: readonly PlayedTrack[], removed: readonly { trackHistory: string }[]): void {
    const gone = new Set(removed.map(({ trackHistory }) => trackHistory));
    const waiting = this.#waiting().flatMap((each): WaitingEvent[] => {
      const { event } = each;
      if (event.kind !== "track") return [each];
      const now = tracks.find(({ trackHistory }) => trackHistory === event.key);
      if (gone.has(event.key) || now?.track === null) return [];
      if (now === undefined) return [each];
      const { track: id, artist, title } = now;
      return [{ ...each, event: { ...event, path: trackPath(id), track: { id, artist, title } } }];
    });
    this.#core.memory.set(ownEvents, waiting);
  }

  /** Passes on what waits. May run twice: each event has its key. Throws where something has to be repeated. */
  async tell(): Promise<void> {
    const now = Date.now();
    for (const each of this.#goingOn()) {
      const endsAt = this.#endsAt(each);
      if (endsAt !== null && endsAt <= now) await this.#end(each);
    }
    let failure: unknown;
    for (const waiting of this.#waiting()) {
      try {
        if (now - waiting.event.at < worthMs) await this.#pass(waiting);
        this.#drop(({ kind, key }) => kind === waiting.event.kind && key === waiting.event.key);
      } catch (error) {
        failure = error;
      }
    }
    this.#plan(this.#goingOn());
    if (failure !== undefined) throw failure;
  }

  /** The room is deleted: what goes on here has ended. Never throws, since its deletion does not wait for it. */
  async finish(): Promise<void> {
    const goingOn = this.#goingOn().map((each) => ({ ...each, offSince: each.offSince ?? Date.now() }));
    this.#storeGoingOn(goingOn);
    try {
      for (const each of goingOn) await this.#end(each);
      await this.tell();
    } catch (error) {
      console.warn(JSON.stringify({ event: "ends-untold", room: this.#core.path, error: String(error) }));
    }
  }

  /** Deletes what is stored about this user here. */
  forget(userId: string): void {
    this.#storeGoingOn(this.#goingOn().filter(({ onAir }) => onAir.performer?.id !== userId));
    this.#drop((event) => event.performer?.id === userId);
  }

  async #pass({ owners, event }: WaitingEvent): Promise<void> {
    const { env } = this.#core;
    const asked = { kind: event.kind, name: webhookEventNames[event.kind] };
    for (const owner of owners)
      if (await isEventAsked(openDb(env.DB), owner, asked)) await deliveries(env, owner).happened(event);
  }

  async #end(ended: GoingOn): Promise<void> {
    const { performance, owners, onAir, offSince } = ended;
    const row = await findReplay(openDb(this.#core.env.DB), performance);
    const isKept = row !== undefined && isPublic(toFacts(row), Date.now());
    // It may have gone on while this was read.
    const current = this.#goingOn().find((each) => each.performance === performance);
    if (current === undefined || current.offSince === null) return;
    this.#storeGoingOn(this.#goingOn().filter((each) => each.performance !== performance));
    const replay = isKept ? replayPath(row.id) : null;
    const at = offSince ?? Date.now();
    this.#add({ owners, event: { kind: "ended", key: performance, at, ...onAir, replay } });
  }

  /** Returns when a performance has ended for good, if it does not go on; null while it is on air. */
  #endsAt({ performance, onAir, offSince }: GoingOn): number | null {
    if (offSince === null) return null;
    if (onAir.set === null) return offSince + performanceGapMs;
    const set = this.#facts.current?.sets.find(({ id }) => id === performance);
    return Math.max(offSince, set?.endTime ?? 0) + recordedMs;
  }

  #onAirOf({ id, onAir }: Broadcast, { name, sets, performer }: RoomFacts): OnAir {
    const { kind, id: roomId } = this.#core;
    const set = sets.find((each) => each.id === onAir.setId);
    const person = set?.user ?? performer;
    return {
      broadcast: id,
      performer: person === null ? null : { id: person.id, username: person.username },
      stage: kind === "stage" ? { id: roomId, name } : null,
      set:
        set === undefined
          ? null
          : {
              id: set.id,
              name: set.name,
              startsAt: set.startTime,
              endsAt: set.endTime ?? set.startTime,
            },
      path: kind === "stage" ? stagePath(roomId) : profilePath(roomId),
    };
  }

  #plan(goingOn: readonly GoingOn[]): void {
    const times = goingOn.map((each) => this.#endsAt(each)).filter((at) => at !== null);
    if (times.length > 0) void this.#core.due.scheduleBy(ownEventsDue, Math.min(...times));
  }

  #add(waiting: WaitingEvent): void {
    this.#core.memory.set(ownEvents, [...this.#waiting(), waiting].slice(-maxWaiting));
    void this.#core.due.scheduleBy(ownEventsDue, Date.now());
  }

  #drop(isMeant: (event: OwnEvent) => boolean): void {
    this.#core.memory.set(
      ownEvents,
      this.#waiting().filter(({ event }) => !isMeant(event)),
    );
  }

  #waiting(): WaitingEvent[] {
    return this.#core.memory.get(ownEvents);
  }

  #goingOn(): GoingOn[] {
    return this.#core.memory.get(toldPerformances);
  }

  #storeGoingOn(goingOn: GoingOn[]): void {
    this.#core.memory.set(toldPerformances, goingOn);
  }
}
