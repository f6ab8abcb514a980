/** Asks the gateway whether a password opens a mount, and caches the answer for when it cannot be reached. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export type Verdict = "allowed" | "refused" | "unavailable";

export interface Authorizer {
  check: (mount: string, password: string) => Promise<Verdict>;
  /** The password was right recently, so the sender is not guessing. */
  isRemembered: (mount: string, password: string) => boolean;
  /** Which of these mounts have a source that was not cut: their passwords are still valid. */
  stillGood: (mounts: Iterable<string>) => void;
  /** The password was replaced or revoked. */
  forget: (mount: string) => void;
}

/** An encoder may reconnect while the Worker restarts: an answer is valid for this long without it. */
const rememberedMs = 10 * 60_000;
const maxRemembered = 2_000;

/** `ask` may take its time while `isReachable()`; `now` is in ms. Passwords are stored as keyed hashes only. */
export function createAuthorizer(
  ask: (mount: string, password: string) => Promise<Verdict>,
  isReachable: () => boolean,
  now: () => number,
): Authorizer {
  const key = randomBytes(32);
  const remembered = new Map<string, { digest: Buffer; at: number }>();

  const digestOf = (mount: string, password: string) =>
    createHmac("sha256", key).update(`${mount}\n${password}`).digest();

  function isRemembered(mount: string, digest: Buffer): boolean {
    const entry = remembered.get(mount);
    return entry !== undefined && now() - entry.at < rememberedMs && timingSafeEqual(entry.digest, digest);
  }

  function remember(mount: string, digest: Buffer): void {
    remembered.delete(mount);
    remembered.set(mount, { digest, at: now() });
    const [oldest] = remembered.keys();
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
  }

  return {
    async check(mount, password) {
      const digest = digestOf(mount, password);
      if (!isReachable() && isRemembered(mount, digest)) return "allowed";
      const verdict = await ask(mount, password);
      if (verdict === "allowed") remember(mount, digest);
      else if (verdict === "refused" && isRemembered(mount, digest)) remembered.delete(mount);
      return verdict === "unavailable" && isRemembered(mount, digest) ? "allowed" : verdict;
    },
    isRemembered: (mount, password) => isRemembered(mount, digestOf(mount, password)),
    stillGood(mounts) {
      for (const mount of mounts) {
        const entry = remembered.get(mount);
        if (entry) entry.at = now();
      }
    },
    forget: (mount) => void remembered.delete(mount),
  };
}
