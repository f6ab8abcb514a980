/** Counts wrong passwords per address, so that guessing is slow and never reaches the server. */
import type { Socket } from "node:net";

const windowMs = 60_000;
/** Far above what a mistyped encoder that retries does, far below what guessing 128 bits needs. */
const maxWrong = 120;
const maxAddresses = 10_000;

export class WrongPasswords {
  readonly #now: () => number;
  #counts = new Map<string, { count: number; until: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  isBlocked(address: string): boolean {
    const entry = this.#counts.get(address);
    return entry !== undefined && entry.until > this.#now() && entry.count >= maxWrong;
  }

  add(address: string): void {
    const entry = this.#counts.get(address);
    if (entry && entry.until > this.#now()) entry.count++;
    else {
      this.#forgetOld();
      this.#counts.set(address, { count: 1, until: this.#now() + windowMs });
    }
  }

  #forgetOld(): void {
    if (this.#counts.size < maxAddresses) return;
    for (const [key, { until }] of this.#counts) if (until <= this.#now()) this.#counts.delete(key);
    if (this.#counts.size >= maxAddresses) this.#counts.clear();
  }
}

/** Who a client is for counting: an IPv4 address, or a whole /64 of IPv6, which is one party. */
export function addressOf(socket: Socket): string {
  const address = socket.remoteAddress ?? "";
  if (address.startsWith("::ffff:")) return address.slice(7);
  return address.includes(":") ? expand(address).slice(0, 4).join(":") : address;
}

/** The eight groups of an IPv6 address. */
function expand(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  if (tail === undefined) return groups(head);
  const missing = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...groups(tail)];
}
