/**
 * Makes guessing passwords slow without locking anyone out. The checks for one mount from one address are spaced
 * further and further apart, and so are all checks for an address that asks very often. An attempt waits for its turn;
 * only one that would wait too long is refused. A right password ends the waiting.
 */

/** The first attempts at one mount do not wait. */
const freeAttempts = 3;
const firstGapMs = 500;
/** Longest interval between checks of a retry with an old password. */
const maxGapMs = 2_000;
/** Encoders give up on a server that takes longer. */
const maxWaitMs = 5_000;
const forgottenAfterMs = 60_000;
/**
 * Checks of one address without waiting, for all mounts together: a proxy whose 100 encoders all reconnect does not
 * wait.
 */
const addressBurst = 100;
const addressGapMs = 50;
const maxEntries = 10_000;

interface MountEntry {
  /** Number of attempts since a right password, or since a minute without a check. */
  attempts: number;
  /** Time when the newest attempt is checked. */
  lastTurnAt: number;
}

export class GuessLimiter {
  readonly #now: () => number;
  readonly #byMount = new Map<string, MountEntry>();
  /** Time when each address will have used up its checks, if they had been made one by one. */
  readonly #byAddress = new Map<string, number>();

  /** `now` is in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns how many ms this attempt has to wait; undefined where it is refused. */
  reserve(mount: string, address: string): number | undefined {
    const now = this.#now();
    const key = keyOf(mount, address);
    const known = this.#byMount.get(key);
    const entry =
      known !== undefined && now - known.lastTurnAt < forgottenAfterMs
        ? known
        : { attempts: 0, lastTurnAt: 0 };
    const attempts = entry.attempts + 1;
    const usedUpAt = Math.max(now, this.#byAddress.get(address) ?? 0) + addressGapMs;
    const turnAt = Math.max(
      now,
      entry.lastTurnAt + gapBefore(attempts),
      usedUpAt - addressBurst * addressGapMs,
    );
    if (turnAt - now > maxWaitMs) return undefined;
    renew(this.#byMount, key, { attempts, lastTurnAt: turnAt });
    renew(this.#byAddress, address, usedUpAt);
    return turnAt - now;
  }

  /** The password was right: the next caller does not wait. */
  succeed(mount: string, address: string): void {
    this.#byMount.delete(keyOf(mount, address));
  }
}

function gapBefore(attempt: number): number {
  const late = attempt - freeAttempts - 1;
  return late < 0 ? 0 : Math.min(maxGapMs, firstGapMs * 2 ** Math.min(late, 8));
}

function keyOf(mount: string, address: string): string {
  return `${mount} ${address}`;
}

/** Moves the entry to the end; the least recently used one is removed first. */
function renew<T>(entries: Map<string, T>, key: string, value: T): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
}
