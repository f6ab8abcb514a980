/**
 * Makes guessing passwords slow without locking anyone out: the questions about one mount from one address come
 * further and further apart, and so do all questions of an address that asks very often. An attempt waits for its
 * turn; only what would wait too long is turned away. A password that turns out right ends the waiting.
 */

/** As many attempts at one mount wait for nothing. */
const freeAttempts = 3;
const firstGapMs = 500;
/** How often a retry with an old key is checked. */
const maxGapMs = 2_000;
/** Encoders give up on a server that lets them wait longer. */
const maxWaitMs = 5_000;
const forgottenAfterMs = 60_000;
/** Questions of one address, whatever mounts they are about: a proxy whose 100 encoders all come back waits for nothing. */
const addressBurst = 100;
const addressGapMs = 50;
const maxEntries = 10_000;

interface MountEntry {
  /** Since a right password, or a minute without a check. */
  attempts: number;
  /** When the newest attempt is asked about. */
  lastTurnAt: number;
}

export class GuessLimiter {
  readonly #now: () => number;
  readonly #byMount = new Map<string, MountEntry>();
  /** When each address will have used up its questions, had it asked them one by one. */
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

/** Puts the entry last; the one that was used longest ago is forgotten first. */
function renew<T>(entries: Map<string, T>, key: string, value: T): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
}
