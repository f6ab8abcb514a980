import type { Room as RoomPort } from "#app/context.ts";
import type { DueList } from "../../alarms.ts";
import type { RoomPath } from "../../contract.ts";
import { Audience } from "../../fan-out/audience.ts";
import type { Journal, RoomEventBody } from "../../fan-out/journal.ts";
import { Progressive, type ProgressiveWish } from "../../fan-out/progressive.ts";
import { SocketEars } from "../../fan-out/socket-ears.ts";
import type { Memory } from "../../memory.ts";
import type { Outbox } from "../../outbox.ts";
import { lastPingAt } from "../../sockets.ts";
import type { LiveSetFeed } from "../live-set/live-set-feed.ts";
import type { Director } from "../on-air/director.ts";
import { songOf } from "../on-air/view.ts";
import { Apps } from "./apps.ts";
import { isSoundExpected } from "./dead-air.ts";
import { Headcount } from "./headcount.ts";
import { Listens, saltDue } from "./listens.ts";
import { TotalPlays, totalPlaysDue } from "./total-plays.ts";

interface CountingDeps {
  path: RoomPath;
  env: Env;
  memory: Memory;
  due: DueList;
  outbox: Outbox;
  journal: Journal;
  director: () => Director;
  desk: () => LiveSetFeed;
  publish(body: RoomEventBody, at: number): void;
}

/** All ways of listening to the room, counted as one audience: `docs/counting.md`. */
export class Counting {
  readonly audience = new Audience();
  readonly headcount: Headcount;
  readonly ears: SocketEars;
  readonly progressive: Progressive;
  readonly #apps: Apps;
  readonly #listens: Listens;
  readonly #totalPlays: TotalPlays;
  readonly #deps: CountingDeps;

  constructor(ctx: DurableObjectState, deps: CountingDeps) {
    this.#deps = deps;
    const { audience } = this;
    this.headcount = new Headcount({ ...deps, audience });
    this.#totalPlays = new TotalPlays(deps);
    this.#listens = new Listens({ ...deps, audience, totalPlays: this.#totalPlays });
    const changed = () => this.headcount.changed();
    this.ears = new SocketEars({ audience, lastPingAt: lastPingAt(ctx), changed });
    this.#apps = new Apps(audience, changed);
    this.progressive = new Progressive({
      title: () => songOf(deps.journal.state),
      name: () =>
        [deps.journal.state.currentDj?.username, deps.journal.state.name].filter(Boolean).join(" · "),
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
  }

  /** The handlers of its due names. */
  readonly whenDue: Record<string, () => void | Promise<void>> = {
    listeners: () => this.headcount.tell(),
    [saltDue]: () => this.#listens.forgetSalt(),
    [totalPlaysDue]: () => this.#totalPlays.tell(),
  };

  /** Whether `listen` has sound: of this stream on air, or for null of whatever the stage carries now or soon. */
  carries(stream: string | null): boolean {
    if (stream === null) return this.#isSoundExpected(Date.now());
    return this.#deps.director().air.broadcast?.onAir.stream === stream;
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
    const { air, facts } = this.#deps.director();
    if (facts === null) return false;
    return air.broadcast !== null || isSoundExpected({ sets: facts.sets, endedAt: air.endedAt }, now);
  }

  hearing(who: Parameters<RoomPort["hearing"]>[0]): Awaited<ReturnType<RoomPort["hearing"]>> {
    return this.#listens.hearing(who);
  }

  appPlays(...[app, { setId, isOver }]: Parameters<RoomPort["appPlays"]>): boolean {
    const broadcast = this.#deps.director().air.broadcast;
    if (isOver) this.#apps.stop(app);
    else if (broadcast !== null && broadcast.onAir.setId === setId) this.#apps.start(app);
    else return false;
    return true;
  }
}
