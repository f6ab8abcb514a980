import { ulid } from "ulidx";
import { recordSilence } from "#app/domains/music/tracks/queries/room-plays.ts";
import { openDb } from "#db/client.ts";
import type { RoomCore } from "../core.ts";
import { type Broadcast, type OpenSilence, openSilence } from "../memory.ts";
import type { Air } from "./air.ts";
import { creditOf } from "./credit.ts";

/** Silence for so long is no pause within a track. */
const minSilentMs = 8_000;

/** Records the silences of what is on air once they are over: no track runs through them. */
export class Silences {
  readonly #core: RoomCore;
  readonly #air: Air;

  constructor(core: RoomCore, air: Air) {
    this.#core = core;
    this.#air = air;
  }

  /** Takes the silence of this broadcast's stream now. `now`: epoch ms. */
  hear(broadcast: Broadcast | null, now: number): void {
    const { memory } = this.#core;
    const open = memory.get(openSilence);
    const since = broadcast && (this.#air.report(broadcast.onAir.stream)?.silentSince ?? null);
    if (open !== null && open.broadcast.id === broadcast?.id && since !== null) return;
    if (open !== null) {
      memory.set(openSilence, null);
      if (now - open.since >= minSilentMs) this.#record(open, now);
    }
    if (broadcast !== null && since !== null)
      memory.set(openSilence, { broadcast, since: Math.max(since, broadcast.startedAt) });
  }

  #record({ broadcast, since }: OpenSilence, endedAt: number): void {
    const { env, outbox } = this.#core;
    const credit = creditOf(this.#core, broadcast);
    const performance = credit.setId ?? broadcast.performance;
    const silence = { performance, broadcastId: broadcast.id, ...credit, startsAt: since, endsAt: endedAt };
    const writes = recordSilence(openDb(env.DB), ulid(), silence);
    void outbox.enqueue(`silence:${broadcast.id}:${since}`, writes, "plays");
  }
}
