import { createHash } from "node:crypto";
import type { Audience, AudienceObserver } from "../../fan-out/audience.ts";
import type { RoomCore } from "../core.ts";
import { type PlayAudience, playAudience } from "../memory.ts";

/** The name in the due list by which what was heard so far is stored. */
export const playListenersDue = "play-listeners";

/** Time within which those who have come and gone are lost by an eviction. */
const keepAfterMs = 10_000;
/** So many of each fit into one stored value; of further ones, an eviction costs those who have gone. */
const maxStored = 15_000;

/**
 * Counts the different listeners who hear any part of the present play: each user once, and of each network as many
 * anonymous people as have listened from there simultaneously, as listens count them (docs/counting.md). Not those who
 * play its past, and not the performer. What is stored about them is deleted when the play ends; without the salt,
 * which is deleted with it, no one can tell who is meant.
 */
export class PlayListeners implements AudienceObserver {
  readonly #core: RoomCore;
  readonly #audience: Audience;
  #play: string | null = null;
  #salt = "";
  #users = new Set<string>();
  /** Highest number of simultaneous listeners by network, without those who have logged in since. */
  #networks = new Map<string, number>();

  constructor(core: RoomCore, audience: Audience) {
    this.#core = core;
    this.#audience = audience;
    const stored = core.memory.get(playAudience);
    if (stored !== null) {
      this.#play = stored.play;
      this.#salt = stored.salt;
      this.#users = new Set(stored.users);
      this.#networks = new Map(Object.entries(stored.networks));
    }
    audience.watch(this);
  }

  /** Starts a play that is heard by everyone who is here and who comes. */
  begin(play: string): void {
    this.#play = play;
    this.#salt = crypto.randomUUID();
    this.#users = new Set();
    this.#networks = new Map();
    this.#audience.watch(this);
    this.keep();
  }

  /** The number of those who have heard it; 0 for a play that was not the present one. Forgets them. */
  end(play: string, performerId: string | null): number {
    if (play !== this.#play) return 0;
    if (performerId !== null) this.#users.delete(this.#nameOf(performerId));
    const count = [...this.#networks.values()].reduce((sum, heads) => sum + heads, this.#users.size);
    this.#play = null;
    this.#salt = "";
    this.#users = new Set();
    this.#networks = new Map();
    this.#core.memory.set(playAudience, null);
    return count;
  }

  user(userId: string): void {
    if (this.#play === null) return;
    const before = this.#users.size;
    this.#users.add(this.#nameOf(userId));
    if (this.#users.size > before) this.#changed();
  }

  anonymous(network: string, count: number): void {
    if (this.#play === null || count <= (this.#networks.get(network) ?? 0)) return;
    this.#networks.set(network, count);
    this.#changed();
  }

  becameUser(network: string): void {
    const count = this.#networks.get(network) ?? 0;
    if (count > 0) this.#networks.set(network, count - 1);
  }

  /** Stores what is known so far. */
  keep(): void {
    if (this.#play === null) return;
    const users = [...this.#users].slice(0, maxStored);
    const networks = Object.fromEntries([...this.#networks].slice(0, maxStored));
    const stored = { play: this.#play, salt: this.#salt, users, networks } satisfies PlayAudience;
    this.#core.memory.set(playAudience, stored);
  }

  #changed(): void {
    void this.#core.due.scheduleBy(playListenersDue, Date.now() + keepAfterMs);
  }

  #nameOf(userId: string): string {
    return createHash("sha256").update(`${this.#salt}\n${userId}`).digest("base64url").slice(0, 11);
  }
}
