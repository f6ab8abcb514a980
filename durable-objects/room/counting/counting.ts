import type { Connection } from "partyserver";
import type { Room as RoomPort } from "#app/context.ts";
import type { ListeningSpan } from "#app/domains/music/tracks/heard.ts";
import type { WhenDue } from "#packages/durable/due-list.ts";
import type { Audience } from "../../fan-out/audience.ts";
import { Progressive, type ProgressiveWish } from "../../fan-out/progressive.ts";
import { SocketEars } from "../../fan-out/socket-ears.ts";
import type { RoomCore } from "../core.ts";
import type { KnownFacts } from "../known-facts.ts";
import type { LiveSetFeed } from "../live-set/live-set-feed.ts";
import type { Air } from "../on-air/air.ts";
import type { Tracklist } from "../on-air/tracklist.ts";
import { songOf } from "../on-air/view.ts";
import { Apps } from "./apps.ts";
import { isSoundExpected } from "./dead-air.ts";
import { Headcount } from "./headcount.ts";
import { HeardPlays, heardDue } from "./heard-plays.ts";
import { Listens, saltDue } from "./listens.ts";
import { type PlayListeners, playListenersDue } from "./play-listeners.ts";
import { StageTotals, totalsDue } from "./stage-totals.ts";

interface CountingDeps {
  audience: Audience;
  air: Air;
  tracklist: Tracklist;
  playListeners: PlayListeners;
  facts: KnownFacts;
  liveSets: LiveSetFeed;
  /** Returns when a ping of this socket was last answered (epoch ms), or null. */
  lastPingAt: (socket: WebSocket) => number | null;
  /** Closes the socket of a listener who has stopped reading. */
  cut: (socket: Connection) => void;
}

/** All ways of listening to the room, counted as one audience: `docs/counting.md`. */
export class Counting {
  readonly headcount: Headcount;
  readonly ears: SocketEars;
  readonly progressive: Progressive;
  readonly heardPlays: HeardPlays;
  readonly #apps: Apps;
  readonly #listens: Listens;
  readonly #totals: StageTotals;
  readonly #playListeners: PlayListeners;
  readonly #audience: Audience;
  readonly #air: Air;
  readonly #facts: KnownFacts;

  constructor(core: RoomCore, deps: CountingDeps) {
    const { audience, air, tracklist, playListeners, facts, liveSets, lastPingAt, cut } = deps;
    this.#audience = audience;
    this.#air = air;
    this.#playListeners = playListeners;
    this.#facts = facts;
    this.headcount = new Headcount(core, { audience, air, tracklist, liveSets });
    this.heardPlays = new HeardPlays(core, { audience, air, tracklist });
    this.#totals = new StageTotals(core);
    this.#listens = new Listens(core, { audience, air, totals: this.#totals });
    const changed = () => this.headcount.changed();
    this.ears = new SocketEars({ audience, lastPingAt, cut, changed });
    this.#apps = new Apps(audience, changed);
    this.progressive = new Progressive({
      title: () => songOf(core.journal.state),
      name: () =>
        [core.journal.state.currentDj?.username, core.journal.state.name].filter(Boolean).join(" · "),
      isSoundExpected: (now) => this.#isSoundExpected(now),
      isKnown: (key) => audience.heardMs(key, Date.now()) > 0,
      hears: (listener, key, since) => {
        if (!audience.has(listener)) {
          audience.add(listener, key, since, "player");
          changed();
        }
        this.#listens.playerHeard(key);
      },
      left: (listener) => {
        if (!audience.has(listener)) return;
        audience.remove(listener, Date.now());
        changed();
      },
    });
    core.observe((body, at) => {
      if (body.event === "new track" || body.event === "track ended")
        this.progressive.retitle(body.data.mediaAt);
      if (body.event === "tracks corrected") this.progressive.retitle(at);
    });
  }

  /** The handlers of its due names. */
  readonly whenDue: WhenDue = {
    listeners: () => this.headcount.tell(),
    [saltDue]: () => this.#listens.forgetSalt(),
    [totalsDue]: () => this.#totals.tell(),
    [heardDue]: () => this.heardPlays.tell(),
    [playListenersDue]: () => this.#playListeners.keep(),
  };

  /** Whether `listen` has sound: of this stream on air, or for null of whatever the stage carries now or soon. */
  carries(stream: string | null): boolean {
    if (stream === null) return this.#isSoundExpected(Date.now());
    return this.#air.broadcast?.onAir.stream === stream;
  }

  /** The sound for a player without a socket; null where there is none. `stream` as in `carries`. */
  listen(
    stream: string | null,
    wish: Omit<ProgressiveWish, "isFollowing">,
  ): ReadableStream<Uint8Array> | null {
    if (!this.carries(stream)) return null;
    return this.progressive.open({ ...wish, isFollowing: stream === null }, Date.now());
  }

  #isSoundExpected(now: number): boolean {
    const facts = this.#facts.current;
    if (facts === null) return false;
    const { broadcast, endedAt } = this.#air;
    return broadcast !== null || isSoundExpected({ sets: facts.sets, endedAt }, now);
  }

  hearing(who: Parameters<RoomPort["hearing"]>[0]): Awaited<ReturnType<RoomPort["hearing"]>> {
    return this.#listens.hearing(who);
  }

  listeningOf(userId: string): ListeningSpan | null {
    return this.#audience.spanOf(userId, Date.now());
  }

  appPlays(...[app, { setId, isOver }]: Parameters<RoomPort["appPlays"]>): boolean {
    const { broadcast } = this.#air;
    if (isOver) this.#apps.stop(app);
    else if (broadcast !== null && broadcast.onAir.setId === setId) this.#apps.start(app);
    else return false;
    return true;
  }
}
