import { ulid } from "ulidx";
import type { Title } from "#app/domains/media/contract/control.ts";
import { identityVersion } from "#app/domains/tracks/identity.ts";
import { openDb } from "#db/client.ts";
import { countPlay, recordPlay } from "#db/queries/rooms.ts";
import type { Audience } from "../../fan-out/audience.ts";
import type { RoomCore } from "../core.ts";
import type { LiveSetFeed } from "../live-set/live-set-feed.ts";
import type { Air, Broadcast } from "./air.ts";
import { creditOf } from "./credit.ts";
import type { OwnEvents } from "./own-events.ts";
import { readTitle, resolveTrackId, type Tracklist } from "./tracklist.ts";

interface TitlesParts {
  audience: Audience;
  air: Air;
  tracklist: Tracklist;
  liveSets: LiveSetFeed;
  ownEvents: OwnEvents;
}

/** Turns each title from the encoder on air into a track, a play in D1 and an event, once. */
export class Titles {
  readonly #core: RoomCore;
  readonly #parts: TitlesParts;
  /** Broadcast and key of the last accepted title: its id is being looked up, or its play is stored. */
  #taken: string | null;

  constructor(core: RoomCore, parts: TitlesParts) {
    this.#core = core;
    this.#parts = parts;
    const { broadcast } = parts.air;
    this.#taken = takenOf(broadcast?.id, parts.tracklist.current(broadcast?.id)?.key);
  }

  /** The present title of this broadcast's stream, if any. */
  hear(broadcast: Broadcast | null): void {
    const { air } = this.#parts;
    const title = broadcast === null ? null : (air.report(broadcast.onAir.stream)?.title ?? null);
    if (broadcast === null || title === null) return;
    this.#core.waitUntil(this.#announce(broadcast, title));
  }

  /** The current track of this broadcast has ended: stores its highest number of listeners. */
  end(broadcastId: string): void {
    const { env, outbox } = this.#core;
    const { tracklist } = this.#parts;
    const play = tracklist.current(broadcastId);
    if (play === undefined) return;
    const writes = countPlay(openDb(env.DB), { id: play.id, listenCount: play.peakListeners });
    void outbox.enqueue(`play-end:${play.id}`, writes, "plays");
  }

  /** Looks up the track that a title names, stores it and publishes it; the same title again has no effect. */
  async #announce(broadcast: Broadcast, title: Title): Promise<void> {
    const track = readTitle(title);
    if (track === null) return;
    const taken = takenOf(broadcast.id, track.key);
    if (taken === this.#taken) return;
    this.#taken = taken;
    const { env, outbox, publish } = this.#core;
    const { audience, air, tracklist, liveSets, ownEvents } = this.#parts;
    const db = openDb(env.DB);
    const trackId = await resolveTrackId(db, track.key);
    const isOnAir = air.broadcast?.id === broadcast.id;
    // If the broadcast has ended meanwhile, its last title was still heard and belongs in its history.
    if (isOnAir && this.#taken !== taken) return;
    const now = Date.now();
    // A performer on standby sends titles before anyone hears them.
    const playedAt = Math.max(track.at, broadcast.startedAt);
    const play = { id: ulid(now), trackId, broadcastId: broadcast.id, key: track.key, at: playedAt };
    const listenCount = audience.count();
    if (isOnAir) {
      this.end(broadcast.id);
      tracklist.add({ ...play, peakListeners: listenCount });
    }
    const { artist, title: name, key } = track;
    const artists = track.artists.map((each) => ({ ...each, id: ulid(now), createdAt: now }));
    const credit = creditOf(this.#core, broadcast);
    const writes = recordPlay(
      db,
      { id: trackId, key, keyVersion: identityVersion, artist, title: name, createdAt: now },
      artists,
      {
        id: play.id,
        broadcastId: broadcast.id,
        ...credit,
        playedAt,
        listenCount,
      },
    );
    void outbox.enqueue(playKey(play.id), writes, "plays");
    if (isOnAir) {
      const data = { track: trackId, trackHistory: play.id, title: name, artist, mediaAt: playedAt };
      publish({ event: "new track", data }, now);
      ownEvents.track(broadcast, { id: trackId, artist, title: name, play: play.id, at: playedAt });
    }
    if (credit.setId !== null) {
      const played = { id: play.id, timestamp: playedAt, track: { id: trackId, artist, title: name } };
      liveSets.played(credit.setId, played);
    }
  }
}

/** The outbox key of a play's writes. */
export const playKey = (playId: string) => `play:${playId}`;

const takenOf = (broadcastId: string | undefined, key: string | undefined) =>
  broadcastId === undefined || key === undefined ? null : `${broadcastId}\n${key}`;
