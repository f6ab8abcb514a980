/**
 * Number of packets of 20 ms in a message: one of the class `live`, three of `normal`, and up to six of both where an
 * object serves so many listeners that its sends would take its processor. It changes by one packet at a time and not
 * often, so that players, which follow how their messages arrive, keep up without a gap.
 */
const mostPackets = 6;
/** Packets in a message of each class while there is room. */
export const fewestPackets = { live: 1, normal: 3 } as const;
/** Sends a second that leave an object time for everything else: half of a core at 25 µs each. */
const sendsPerSecond = 20_000;
const packetsPerSecond = 50;
/** Packets between two changes: five seconds until a longer message, half a minute until a shorter one. */
const longerAfter = 5 * packetsPerSecond;
const shorterAfter = 30 * packetsPerSecond;
/** A shorter message has to leave this part of the sends free. */
const spare = 0.8;

export interface Served {
  live: number;
  normal: number;
}

export class Pace {
  #packets: number = fewestPackets.live;
  /** Number of packets since the last change. */
  #since = 0;

  packets(hears: keyof Served): number {
    return Math.max(fewestPackets[hears], this.#packets);
  }

  /** One more packet. Returns whether messages are longer or shorter from now on. */
  packet(servedNow: () => Served): boolean {
    this.#since += 1;
    if (this.#since < longerAfter || this.#since % packetsPerSecond > 0) return false;
    const served = servedNow();
    const fewest = served.live > 0 ? fewestPackets.live : fewestPackets.normal;
    const now = Math.max(fewest, this.#packets);
    if (sendsAt(now, served) > sendsPerSecond && now < mostPackets) return this.#change(now + 1);
    const isEarly = this.#since < shorterAfter || now === fewest;
    if (isEarly || sendsAt(now - 1, served) > sendsPerSecond * spare) return false;
    return this.#change(now - 1);
  }

  #change(packets: number): true {
    this.#packets = packets;
    this.#since = 0;
    return true;
  }
}

const sendsAt = (packets: number, { live, normal }: Served) =>
  packetsPerSecond *
  (live / Math.max(packets, fewestPackets.live) + normal / Math.max(packets, fewestPackets.normal));
