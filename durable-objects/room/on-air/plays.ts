import { ulid } from "ulidx";
import type { PlayedTrack } from "#app/domains/air/stages/live/protocol.ts";
import type { Write } from "#app/domains/air/stages/queries/rooms.ts";
import { identityVersion, spelledPlainly, type TrackIdentity } from "#app/domains/music/tracks/identity.ts";
import { endPlay, recordPlay, recordTitle } from "#app/domains/music/tracks/queries/room-plays.ts";
import { openDb } from "#db/client.ts";
import type { Audience } from "../../fan-out/audience.ts";
import type { RoomCore } from "../core.ts";
import type { PlayListeners } from "../counting/play-listeners.ts";
import type { LiveSetFeed } from "../live-set/live-set-feed.ts";
import type { Broadcast, Play } from "../memory.ts";
import type { Air } from "./air.ts";
import { creditOf } from "./credit.ts";
import type { OwnEvents } from "./own-events.ts";
import type { Tracklist } from "./tracklist.ts";

export interface PlaysDeps {
  audience: Audience;
  air: Air;
  tracklist: Tracklist;
  playListeners: PlayListeners;
  liveSets: LiveSetFeed;
  ownEvents: OwnEvents;
}

/** A track that begins. */
export interface Beginning {
  /** Id of the play. */
  id: string;
  trackId: string;
  track: TrackIdentity;
  /** Its position in the sound (server time, epoch ms). */
  at: number;
  source: "encoder" | "ear";
  /** The evidence, by the play as it is stored, where that is not its encoder's title alone. */
  said?: ((play: Parameters<typeof recordPlay>[3]) => Write[]) | undefined;
}

/** Makes a track that was named, by an encoder or by the ear, a play in D1, an event, and the current track. */
export class Plays {
  readonly #core: RoomCore;
  readonly #deps: PlaysDeps;

  constructor(core: RoomCore, deps: PlaysDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  /**
   * The current track of this broadcast has ended: stores when, and how many have listened. Also of one that was removed,
   * which may be undone.
   */
  end(broadcast: Broadcast, endedAt: number): void {
    const { env, outbox } = this.#core;
    const { tracklist, playListeners } = this.#deps;
    const play = tracklist.last(broadcast.id);
    if (play === undefined || play.endedAt !== undefined) return;
    const { id, peakListeners: listenCount } = play;
    const listeners = playListeners.end(id, broadcast.onAir.performerId);
    const writes = endPlay(openDb(env.DB), { id, listenCount, listeners, endedAt });
    void outbox.enqueue(`play-end:${play.id}:${endedAt}`, writes, "plays");
  }

  /** Nobody knows what is played from `at` on: nothing is current until something is named. */
  endCurrent(broadcast: Broadcast, at: number): void {
    const { tracklist } = this.#deps;
    const play = tracklist.current(broadcast.id);
    const last = tracklist.last(broadcast.id);
    if (play === undefined || last === undefined) return;
    const endedAt = Math.max(at, play.at);
    this.end(broadcast, endedAt);
    tracklist.end(last.id, endedAt);
    const data = { mediaAt: endedAt, trackHistory: play.id };
    this.#core.publish({ event: "track ended", data }, Date.now());
  }

  /** Begins a play; if the broadcast has ended meanwhile, its last track was still heard and belongs in its history. */
  begin(broadcast: Broadcast, { id, trackId, track, at, source, said }: Beginning): void {
    const { env, outbox, publish } = this.#core;
    const { audience, air, tracklist, playListeners, liveSets, ownEvents } = this.#deps;
    const now = Date.now();
    const db = openDb(env.DB);
    const isOnAir = air.broadcast?.id === broadcast.id;
    const { artist, title, key } = track;
    const listenCount = audience.count();
    // What begins now is the current one, whatever the clocks of its source say.
    const playedAt = isOnAir ? Math.max(at, tracklist.last(broadcast.id)?.at ?? 0) : at;
    if (isOnAir) {
      this.end(broadcast, playedAt);
      const isOfEar = source === "ear";
      const peakListeners = listenCount;
      const { performance } = broadcast;
      const play = { id, trackId, broadcastId: broadcast.id, performance, key, at: playedAt };
      tracklist.add({ ...play, peakListeners, isOfEar });
      playListeners.begin(id);
    }
    const artists = track.artists.map((each) => ({ ...each, id: ulid(now), createdAt: now }));
    const credit = creditOf(this.#core, broadcast);
    const performance = credit.setId ?? broadcast.performance;
    const row = { id, performance, broadcastId: broadcast.id, ...credit, playedAt, listenCount, source };
    const stored = { id: trackId, key, keyVersion: identityVersion, artist, title, createdAt: now };
    const evidence = said?.(row) ?? recordTitle(db, id, stored, row);
    const writes = recordPlay(db, spelledPlainly(stored), artists, row, evidence);
    void outbox.enqueue(playKey(id), writes, "plays");
    if (isOnAir) {
      const byEar = source === "ear" ? { source } : {};
      const data = { track: trackId, trackHistory: id, title, artist, mediaAt: playedAt, ...byEar };
      publish({ event: "new track", data }, now);
      ownEvents.track(broadcast, { id: trackId, artist, title, play: id, at: playedAt });
    }
    if (credit.setId !== null) {
      const played = { id, timestamp: playedAt, track: { id: trackId, artist, title } };
      liveSets.played(credit.setId, played);
    }
  }

  /** The last play, which had ended, goes on: everyone sees it again. */
  reopen(
    { id, shown, at, trackId: track }: Play,
    { title, artist }: Pick<PlayedTrack, "title" | "artist">,
  ): void {
    const { tracklist, playListeners } = this.#deps;
    tracklist.reopen(id);
    playListeners.begin(id);
    const data = shown ?? { track, trackHistory: id, title, artist, mediaAt: at, source: "ear" };
    this.#core.publish({ event: "new track", data }, Date.now());
  }

  /** The last play, which was corrected, goes on after a break in its performance: as it is shown since then. */
  resume(broadcast: Broadcast, { id, shown, gone }: Play): void {
    const { tracklist, playListeners } = this.#deps;
    tracklist.resume(id, broadcast.id);
    if (gone !== undefined || shown === undefined) return;
    playListeners.begin(id);
    this.#core.publish({ event: "new track", data: shown }, Date.now());
  }
}

/** The outbox key of a play's writes. */
export const playKey = (playId: string) => `play:${playId}`;
