import { createHash } from "node:crypto";
import { recordListen } from "#app/domains/air/stages/queries/rooms.ts";
import type { Hearing } from "#app/domains/value/stats/ports.ts";
import { openDb } from "#db/client.ts";
import { type Audience, audienceLimits } from "../../fan-out/audience.ts";
import { networkOf } from "../../listener-key.ts";
import type { RoomCore } from "../core.ts";
import { listenSalt } from "../memory.ts";
import type { Air } from "../on-air/air.ts";
import { creditOf } from "../on-air/credit.ts";
import type { StageTotals } from "./stage-totals.ts";

/** The name in the due list by which the salt is deleted. */
export const saltDue = "salt";

const saltMs = 24 * 3_600_000;

/**
 * The salt from which the names of one performance's anonymous listeners are derived; once it is deleted, no one can
 * derive them again.
 */
interface ListensDeps {
  audience: Audience;
  air: Air;
  totals: StageTotals;
}

/** The listeners who have heard the present performance long enough to be counted for it, and under which name. */
export class Listens {
  readonly #core: RoomCore;
  readonly #deps: ListensDeps;
  /** Performances and players' keys that were counted in this life of the object. */
  readonly #counted = new Set<string>();

  constructor(core: RoomCore, deps: ListensDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  /** The identity under which the caller may be counted; null for a caller who does not listen, or performs. */
  hearing(who: { userId: string | null; network: string }): Hearing | null {
    const hearing = this.#hearingOf(who);
    if (hearing !== null) this.#deps.totals.changed();
    return hearing;
  }

  #hearingOf({ userId, network }: { userId: string | null; network: string }): Hearing | null {
    const { audience, air } = this.#deps;
    const { broadcast } = air;
    if (broadcast === null) return null;
    const now = Date.now();
    const { startedAt } = broadcast;
    const credit = creditOf(this.#core, broadcast);
    if (userId !== null && userId === credit.performerId) return null;
    const { performance } = broadcast;
    const isHearing =
      userId !== null && audience.heardMs(userId, now, startedAt) >= audienceLimits.minHeardMs;
    if (isHearing) return { performance, ...credit, listeners: [userId] };
    const count = audience.anonymousOf(network, audienceLimits.minHeardMs, now, startedAt);
    const listeners = Array.from({ length: count }, (_, place) => this.#nameOf(performance, network, place));
    return count === 0 ? null : { performance, ...credit, listeners };
  }

  /** A player, which cannot call an operation itself, has listened long enough. */
  playerHeard(key: string): void {
    const { broadcast } = this.#deps.air;
    if (broadcast === null) return;
    const { performance } = broadcast;
    const once = `${performance}\n${key}`;
    if (this.#counted.has(once)) return;
    const network = networkOf(key);
    const caller = network === null ? { userId: key, network: "" } : { userId: null, network };
    const listener = this.hearing(caller)?.listeners.at(-1);
    if (listener === undefined) return;
    this.#counted.add(once);
    const { outbox, env } = this.#core;
    const listen = { performance, listener, ...creditOf(this.#core, broadcast), listenedAt: Date.now() };
    const writes = recordListen(openDb(env.DB), listen, { isUser: network === null });
    void outbox.enqueue(`listen:${performance}:${listener}`, writes, "listens");
  }

  forgetSalt(): void {
    this.#core.memory.set(listenSalt, null);
  }

  /** The name of the n-th anonymous listener of a network, valid for this performance and day only. */
  #nameOf(performance: string, network: string, place: number): string {
    const salt = this.#saltOf(performance);
    return createHash("sha256").update(`${salt}\n${network}\n${place}`).digest("base64url").slice(0, 22);
  }

  #saltOf(performance: string): string {
    const { memory, due } = this.#core;
    const known = memory.get(listenSalt);
    if (known?.performance === performance) return known.text;
    const text = crypto.randomUUID();
    memory.set(listenSalt, { performance, text });
    void due.schedule(saltDue, Date.now() + saltMs);
    return text;
  }
}
