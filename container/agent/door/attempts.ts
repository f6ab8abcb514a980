/** Counts wrong passwords per address, so that guessing is slow and never reaches the server. */
const windowMs = 60_000;
const maxWrong = 30;
const maxAddresses = 10_000;

export class WrongPasswords {
  readonly #now: () => number;
  #counts = new Map<string, { count: number; until: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  isBlocked(address: string): boolean {
    const entry = this.#counts.get(keyOf(address));
    return entry !== undefined && entry.until > this.#now() && entry.count >= maxWrong;
  }

  add(address: string): void {
    const key = keyOf(address);
    const entry = this.#counts.get(key);
    if (entry && entry.until > this.#now()) entry.count++;
    else {
      this.#forgetOld();
      this.#counts.set(key, { count: 1, until: this.#now() + windowMs });
    }
  }

  #forgetOld(): void {
    if (this.#counts.size < maxAddresses) return;
    for (const [key, { until }] of this.#counts) if (until <= this.#now()) this.#counts.delete(key);
    if (this.#counts.size >= maxAddresses) this.#counts.clear();
  }
}

/** A whole /64 of IPv6 is one party. */
function keyOf(address: string): string {
  if (address.startsWith("::ffff:")) return address.slice(7);
  return address.includes(":") ? address.split(":").slice(0, 4).join(":") : address;
}
