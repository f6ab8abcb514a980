import type { Room as RoomPort } from "#app/context.ts";
import type { DueList } from "../alarms.ts";
import type { RoomPath } from "../contract.ts";
import type { Outbox } from "../outbox.ts";
import { lastPingAt } from "../sockets.ts";
import { Apps } from "./apps.ts";
import { Audience } from "./audience.ts";
import type { Director } from "./director.ts";
import { Headcount } from "./headcount.ts";
import type { Journal, RoomEventBody } from "./journal.ts";
import { Listens, saltDue } from "./listens.ts";
import type { Memory } from "./memory.ts";
import { Progressive } from "./progressive.ts";
import type { SetDesk } from "./set-desk.ts";
import { SocketEars } from "./socket-ears.ts";
import { songOf } from "./view.ts";

interface Floor {
  path: RoomPath;
  env: Env;
  memory: Memory;
  due: DueList;
  outbox: Outbox;
  journal: Journal;
  director: () => Director;
  desk: () => SetDesk;
  publish(body: RoomEventBody, at: number): void;
}

/** Every way of hearing the room, and the one audience that they make: `docs/counting.md`. */
export class Counting {
  readonly audience = new Audience();
  readonly headcount: Headcount;
  readonly ears: SocketEars;
  readonly progressive: Progressive;
  readonly #apps: Apps;
  readonly #listens: Listens;
  readonly #floor: Floor;

  constructor(ctx: DurableObjectState, floor: Floor) {
    this.#floor = floor;
    const { audience } = this;
    this.headcount = new Headcount({ ...floor, audience });
    this.#listens = new Listens({ ...floor, audience });
    const changed = () => this.headcount.changed();
    this.ears = new SocketEars({ audience, lastPingAt: lastPingAt(ctx), changed });
    this.#apps = new Apps(audience, changed);
    this.progressive = new Progressive({
      title: () => songOf(floor.journal.state),
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

  /** What is due by alarm. */
  readonly whenDue: Record<string, () => void> = {
    listeners: () => this.headcount.tell(),
    [saltDue]: () => this.#listens.forgetSalt(),
  };

  hearing(who: Parameters<RoomPort["hearing"]>[0]): Awaited<ReturnType<RoomPort["hearing"]>> {
    return this.#listens.hearing(who);
  }

  appPlays(...[app, { setId, isOver }]: Parameters<RoomPort["appPlays"]>): boolean {
    const broadcast = this.#floor.director().air.broadcast;
    if (isOver) this.#apps.stop(app);
    else if (broadcast !== null && broadcast.onAir.setId === setId) this.#apps.start(app);
    else return false;
    return true;
  }
}
