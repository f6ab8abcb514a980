import type { TracksCorrected } from "#app/domains/air/stages/live/protocol.ts";
import { listenParties } from "#app/domains/music/scrobbles/contract.ts";
import { isHeard } from "#app/domains/music/scrobbles/rule.ts";
import type { HeardTrack } from "#app/domains/people/deliveries/port.ts";
import { listKeepersOfListens } from "#app/domains/people/integrations/queries/linked-accounts.ts";
import { openDb } from "#db/client.ts";
import { createConnect } from "../../elsewhere.ts";
import { type Audience, audienceLimits } from "../../fan-out/audience.ts";
import type { RoomEventBody } from "../../fan-out/journal.ts";
import { deliveries } from "../../stubs.ts";
import type { RoomCore } from "../core.ts";
import type { Air } from "../on-air/air.ts";
import type { Tracklist } from "../on-air/tracklist.ts";

/** The name in the due list by which it is looked who has heard enough of the present track. */
export const heardDue = "heard";

/** Sooner than the audience forgets someone who has left. */
const lookEveryMs = audienceLimits.recentMs - 10_000;
/** Time within which someone who links an account while they listen is found. */
const keepersForMs = 10 * 60_000;
const maxWaiting = 5_000;

interface HeardPlaysDeps {
  audience: Audience;
  air: Air;
  tracklist: Tracklist;
}

interface Playing extends Pick<HeardTrack, "play" | "artist" | "title"> {
  at: number;
  performerId: string | null;
}

/**
 * Tracks that signed-in listeners have heard, for those who keep their listens elsewhere. In memory only: an eviction
 * costs at most what was heard of the present track before it. Others cost one read of their id in ten minutes.
 */
export class HeardPlays {
  readonly #core: RoomCore;
  readonly #deps: HeardPlaysDeps;
  readonly #parties: readonly (typeof listenParties)[number][];
  #playing: Playing | null;
  /** The longest that each has heard of the present track without a break, and since when. */
  readonly #heard = new Map<string, { heardMs: number; since: number }>();
  readonly #told = new Set<string>();
  #waiting: { userId: string; listen: HeardTrack }[] = [];
  readonly #keepers = new Map<string, boolean>();
  #keepersUntil = 0;

  constructor(core: RoomCore, deps: HeardPlaysDeps) {
    this.#core = core;
    this.#deps = deps;
    const connect = createConnect(core.env);
    this.#parties = listenParties.filter((party) => connect(party) !== null);
    this.#playing = this.#restore();
    core.observe((body, at) => {
      if (this.#parties.length > 0) this.#note(body, at);
    });
  }

  /** Notes who has heard enough by now, and sends what has been heard. Throws where something has to be repeated. */
  async tell(): Promise<void> {
    const now = Date.now();
    if (this.#playing !== null) this.#look(this.#playing, now, null);
    this.#watch(now);
    await this.#send(now);
  }

  /** The account was deleted. */
  forget(userId: string): void {
    this.#heard.delete(userId);
    this.#waiting = this.#waiting.filter((each) => each.userId !== userId);
    this.#keepers.set(userId, false);
  }

  #note(body: RoomEventBody, at: number): void {
    if (body.event === "room set") this.#end(at);
    else if (body.event === "track ended") this.#end(body.data.mediaAt);
    else if (body.event === "tracks corrected") this.#correct(body.data);
    else if (body.event === "new track") {
      // One that was added later is not the present one.
      if (body.data.trackHistory !== this.#core.journal.state.currentTrackHistory) return;
      const { trackHistory: play, artist, title, mediaAt } = body.data;
      this.#end(mediaAt);
      this.#begin(play, artist, title, mediaAt);
    } else if (body.event === "room listeners") this.#watch(at);
  }

  #begin(play: string, artist: string, title: string, at: number): void {
    this.#playing = this.#toPlaying(play, artist, title, at);
    this.#watch(Date.now());
  }

  /**
   * Applies a correction: what was heard counts for the track that it is now; nobody keeps a track that is hidden or
   * none any more.
   */
  #correct({ tracks, removed }: TracksCorrected): void {
    const gone = new Set(removed.map(({ trackHistory }) => trackHistory));
    const names = new Map(tracks.map((track) => [track.trackHistory, track]));
    const isKept = (play: string) => !gone.has(play) && names.get(play)?.track !== null;
    this.#waiting = this.#waiting
      .filter(({ listen }) => isKept(listen.play))
      .map(({ userId, listen }) => {
        const { artist, title } = names.get(listen.play) ?? listen;
        return { userId, listen: { ...listen, artist, title } };
      });
    const playing = this.#playing?.play;
    this.#playing = this.#restore();
    if (this.#playing?.play === playing) return;
    this.#heard.clear();
    this.#told.clear();
  }

  /** Null where the services would not take it. */
  #toPlaying(play: string, artist: string, title: string, at: number): Playing | null {
    const performerId = this.#deps.air.broadcast?.onAir.performerId ?? null;
    return artist === "" || title === "" ? null : { play, artist, title, at, performerId };
  }

  #restore(): Playing | null {
    const { air, tracklist } = this.#deps;
    const { currentTrack, currentArtist, currentTitle, currentTrackHistory } = this.#core.journal.state;
    const play = tracklist.current(air.broadcast?.id);
    if (currentTrack === null || play === undefined || play.id !== currentTrackHistory) return null;
    return this.#toPlaying(play.id, currentArtist ?? "", currentTitle ?? "", play.at);
  }

  #end(at: number): void {
    if (this.#playing !== null) this.#look(this.#playing, Date.now(), at - this.#playing.at);
    this.#playing = null;
    this.#heard.clear();
    this.#told.clear();
  }

  /** `lengthMs`: how long the track was played; null while it is. */
  #look({ play, artist, title, at, performerId }: Playing, now: number, lengthMs: number | null): void {
    for (const { userId, heardMs, since } of this.#deps.audience.users(now, at))
      if (heardMs > (this.#heard.get(userId)?.heardMs ?? 0)) this.#heard.set(userId, { heardMs, since });
    for (const [userId, { heardMs, since }] of this.#heard) {
      if (userId === performerId || this.#told.has(userId) || !isHeard(heardMs, lengthMs)) continue;
      this.#told.add(userId);
      const listen = { play, artist, title, heardAt: since, durationMs: null };
      if (this.#waiting.length < maxWaiting) this.#waiting.push({ userId, listen });
    }
    if (this.#waiting.length > 0) void this.#core.due.scheduleBy(heardDue, now);
  }

  /** Looks again while someone may hear the present track. */
  #watch(now: number): void {
    if (this.#playing === null) return;
    const { audience } = this.#deps;
    const isHeardByUser = this.#heard.size > 0 || audience.users(now, this.#playing.at - 1).length > 0;
    if (isHeardByUser) void this.#core.due.scheduleBy(heardDue, now + lookEveryMs);
  }

  async #send(now: number): Promise<void> {
    await this.#findKeepers(now);
    for (let next = this.#waiting.at(0); next !== undefined; next = this.#waiting.at(0)) {
      const { userId, listen } = next;
      if (this.#keepers.get(userId) === true)
        await deliveries(this.#core.env, `user/${userId}`).heard(listen);
      // Others may have come or gone meanwhile.
      const sent = next;
      this.#waiting = this.#waiting.filter((other) => other !== sent);
    }
  }

  async #findKeepers(now: number): Promise<void> {
    if (now >= this.#keepersUntil) {
      this.#keepers.clear();
      this.#keepersUntil = now + keepersForMs;
    }
    const unknown = new Set(this.#waiting.map(({ userId }) => userId).filter((id) => !this.#keepers.has(id)));
    if (unknown.size === 0) return;
    const found = await listKeepersOfListens(openDb(this.#core.env.DB), [...unknown], this.#parties);
    for (const userId of unknown) this.#keepers.set(userId, found.includes(userId));
  }
}
