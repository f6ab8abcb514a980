/** Asks the gateway whether a password opens a mount, and caches the answer for when it cannot be reached. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export type Verdict = "allowed" | "refused" | "unavailable";

/** An encoder may reconnect while the Worker restarts: an answer is valid for this long without it. */
const rememberedMs = 10 * 60_000;
const maxRemembered = 2_000;

/** Passwords are stored as keyed hashes only. */
export class Authorizer {
  readonly #ask: (mount: string, password: string) => Promise<Verdict>;
  readonly #isReachable: () => boolean;
  readonly #now: () => number;
  readonly #key = randomBytes(32);
  readonly #remembered = new Map<string, { digest: Buffer; at: number }>();

  /** `ask` may take its time while `isReachable()`; `now` is in ms. */
  constructor(
    ask: (mount: string, password: string) => Promise<Verdict>,
    isReachable: () => boolean,
    now: () => number,
  ) {
    this.#ask = ask;
    this.#isReachable = isReachable;
    this.#now = now;
  }

  async check(mount: string, password: string): Promise<Verdict> {
    const digest = this.#digestOf(mount, password);
    if (!this.#isReachable() && this.#isKnown(mount, digest)) return "allowed";
    const verdict = await this.#ask(mount, password);
    if (verdict === "allowed") this.#remember(mount, digest);
    else if (verdict === "refused" && this.#isKnown(mount, digest)) this.#remembered.delete(mount);
    return verdict === "unavailable" && this.#isKnown(mount, digest) ? "allowed" : verdict;
  }

  /** The password was right recently, so the sender is not guessing. */
  isRemembered(mount: string, password: string): boolean {
    return this.#isKnown(mount, this.#digestOf(mount, password));
  }

  /** Keeps the passwords of these mounts valid: they have a source that was not cut. */
  stillGood(mounts: Iterable<string>): void {
    for (const mount of mounts) {
      const entry = this.#remembered.get(mount);
      if (entry) entry.at = this.#now();
    }
  }

  /** The password was replaced or revoked. */
  forget(mount: string): void {
    this.#remembered.delete(mount);
  }

  #digestOf(mount: string, password: string): Buffer {
    return createHmac("sha256", this.#key).update(`${mount}\n${password}`).digest();
  }

  #isKnown(mount: string, digest: Buffer): boolean {
    const entry = this.#remembered.get(mount);
    const isFresh = entry !== undefined && this.#now() - entry.at < rememberedMs;
    return isFresh && timingSafeEqual(entry.digest, digest);
  }

  #remember(mount: string, digest: Buffer): void {
    this.#remembered.delete(mount);
    this.#remembered.set(mount, { digest, at: this.#now() });
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
  }
}
