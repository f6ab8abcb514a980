import { ulid } from "ulidx";
import type { Title } from "#app/domains/air/media/contract/control.ts";
import { endTitles, recordTitle } from "#app/domains/music/tracks/queries/room-plays.ts";
import { resolveTrackId } from "#app/domains/music/tracks/track-id.ts";
import { openDb } from "#db/client.ts";
import type { RoomCore } from "../core.ts";
import { type Broadcast, type Previous, takenTitle } from "../memory.ts";
import { creditOf } from "./credit.ts";
import type { HeardLines } from "./heard-lines.ts";
import type { Plays, PlaysDeps } from "./plays.ts";
import { isCorrected, readTitle } from "./tracklist.ts";

interface TitlesDeps extends Pick<PlaysDeps, "air" | "tracklist"> {
  plays: Plays;
  heard: HeardLines;
}

/**
 * Turns each title from the encoder on air into a track, a play in D1 and an event, once. Something without a title ends
 * the track of the title before it, and so does another set: its title is none of what was played before.
 */
export class Titles {
  readonly #core: RoomCore;
  readonly #deps: TitlesDeps;
  /**
   * Broadcast and key of the last accepted title: its id is being looked up, or its play is stored. The key is empty for
   * something without a title.
   */
  #taken: string | null;

  constructor(core: RoomCore, deps: TitlesDeps) {
    this.#core = core;
    this.#deps = deps;
    const { broadcast } = deps.air;
    const current = takenOf(broadcast?.id, deps.tracklist.current(broadcast?.id)?.key);
    this.#taken = core.memory.get(takenTitle) ?? current;
  }

  /** The present title of this broadcast's stream, if any. */
  hear(broadcast: Broadcast | null): void {
    const { air } = this.#deps;
    const title = broadcast === null ? null : (air.report(broadcast.onAir.stream)?.title ?? null);
    if (broadcast === null || title === null || isOfSetBefore(title, broadcast, air.previous)) return;
    this.#core.waitUntil(this.#announce(broadcast, title));
  }

  /** Looks up the track that a title names, stores it and publishes it; the same title again has no effect. */
  async #announce(broadcast: Broadcast, title: Title): Promise<void> {
    const track = readTitle(title);
    const taken = takenOf(broadcast.id, track?.key ?? "");
    if (taken === this.#taken) return;
    this.#taken = taken;
    const { env, memory, outbox } = this.#core;
    const { air, tracklist, plays, heard } = this.#deps;
    if (track === null) {
      memory.set(takenTitle, taken);
      const performance = creditOf(this.#core, broadcast).setId ?? broadcast.performance;
      const over = {
        performance,
        broadcastId: broadcast.id,
        endedAt: Math.max(title.at, broadcast.startedAt),
      };
      void outbox.enqueue(`titles-end:${broadcast.id}:${title.at}`, endTitles(openDb(env.DB), over), "plays");
      // What the ear has named goes on until it hears something else.
      if (tracklist.current(broadcast.id)?.isOfEar !== true) plays.endCurrent(broadcast, title.at);
      return;
    }
    const db = openDb(env.DB);
    const trackId = await resolveTrackId(db, track.key);
    const isOnAir = air.broadcast?.id === broadcast.id;
    // If the broadcast has ended meanwhile, its last title was still heard and belongs in its history.
    if (isOnAir && this.#taken !== taken) return;
    memory.set(takenTitle, taken);
    const corrected = tracklist.correctedLast(broadcast.performance, track.key);
    if (isOnAir && corrected !== undefined) {
      if (corrected.broadcastId !== broadcast.id) plays.resume(broadcast, corrected);
      return;
    }
    // A performer on standby sends titles before anyone hears them.
    const at = Math.max(track.at, broadcast.startedAt);
    // The ear has heard it before: both are evidence of one play, which has the id of the first.
    const first = heard.lineOf(broadcast.id, track);
    const id = first?.id ?? ulid();
    const said = (play: Parameters<typeof recordTitle>[3], key = track.key) =>
      recordTitle(db, ulid(), { ...track, key }, play);
    const known = tracklist.get(id);
    const isShown = known !== undefined && (isCorrected(known) || tracklist.current(broadcast.id) === known);
    if (isOnAir && isShown) {
      const credit = creditOf(this.#core, broadcast);
      const performance = credit.setId ?? broadcast.performance;
      const play = { id, performance, broadcastId: broadcast.id, ...credit, playedAt: at };
      void outbox.enqueue(`title:${id}`, said(play, first?.key), "plays");
    } else
      plays.begin(broadcast, {
        id,
        trackId,
        track,
        at,
        source: "encoder",
        said: first && ((play) => said(play)),
      });
  }
}

/** It was sent when the same encoder was on air for another set, or for another performer. */
function isOfSetBefore(title: Title, { onAir }: Broadcast, previous: Previous | null): boolean {
  if (previous === null || title.at >= previous.endedAt) return false;
  const before = previous.broadcast.onAir;
  const isSame = before.setId === onAir.setId && before.performerId === onAir.performerId;
  return before.stream === onAir.stream && !isSame;
}

const takenOf = (broadcastId: string | undefined, key: string | undefined) =>
  broadcastId === undefined || key === undefined ? null : `${broadcastId}\n${key}`;
