import { encodeDownlink } from "#app/domains/media/contract/frames.ts";
import type { JournalEntry } from "./journal.ts";
import { PacketRing, type RelayPacket } from "./packet-ring.ts";

/** How often a listener is sent to: every packet, or every third. */
export type ListenClass = "live" | "normal";

const packetsPerSend: Record<ListenClass, number> = { live: 1, normal: 3 };

/** What a join begins with, so that sound begins at once: 100 ms, within what a player buffers anyway. */
const joinPackets = 5;
/** Sound older than this is not worth beginning with. */
const staleMs = 500;
/** Events wait for sound to travel with no longer than one send of the class `normal`. */
const flushMs = 60;
/** A listener who has this much waiting is gone or far behind: it reconnects and resumes. */
const maxBufferedBytes = 262_144;

type Socket = Pick<WebSocket, "send" | "close"> & { readonly bufferedAmount?: number };

interface Group {
  every: number;
  sockets: Set<Socket>;
  /** Joined since the last send, with the number of the last event that each had seen by then. */
  fresh: Map<Socket, number>;
  packets: RelayPacket[];
  events: JournalEntry[];
}

/**
 * The hot path: one encoded message per class and interval, then a bare loop of sends. Readers (sockets that do
 * not listen) get events as text at once; listeners get them inside the next message of sound. Holds nothing that
 * cannot be rebuilt from the sockets' attachments and the journal.
 */
export class FanOut {
  readonly #readers = new Set<Socket>();
  readonly #shards = new Set<Socket>();
  readonly #groups: Record<ListenClass, Group> = {
    live: { every: packetsPerSend.live, sockets: new Set(), fresh: new Map(), packets: [], events: [] },
    normal: { every: packetsPerSend.normal, sockets: new Set(), fresh: new Map(), packets: [], events: [] },
  };
  readonly #ring = new PacketRing();
  #nextSeq: number;
  #lastPushAt = 0;
  #flushTimer: ReturnType<typeof setTimeout> | undefined;

  /** `nextSeq`: the number of the next packet. */
  constructor(nextSeq: number) {
    this.#nextSeq = nextSeq;
  }

  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** Whether anybody is here who hears sound, directly or through a shard. */
  get hasListeners(): boolean {
    return this.#groups.live.sockets.size + this.#groups.normal.sockets.size + this.#shards.size > 0;
  }

  /** Sends a second, in units of one listener of the class `normal`. */
  get load(): number {
    return (
      this.#readers.size +
      this.#groups.normal.sockets.size +
      3 * (this.#groups.live.sockets.size + this.#shards.size)
    );
  }

  addReader(socket: Socket): void {
    this.#readers.add(socket);
  }

  /** A shard hears every packet and reads every event at once. */
  addShard(socket: Socket): void {
    this.#shards.add(socket);
  }

  /** Puts a socket back where its attachment says it was, after the object was evicted. */
  restore(socket: Socket, hears: ListenClass | null): void {
    if (hears === null) this.#readers.add(socket);
    else this.#groups[hears].sockets.add(socket);
  }

  remove(socket: Socket): void {
    this.#readers.delete(socket);
    this.#shards.delete(socket);
    for (const group of Object.values(this.#groups)) {
      group.sockets.delete(socket);
      group.fresh.delete(socket);
    }
  }

  /**
   * From here on the socket hears. `resume` is the last packet it has heard: what the ring still holds after it
   * is sent again. `seenSeq` is the last event it has been sent.
   */
  listen(socket: Socket, hears: ListenClass, resume: number | null, seenSeq: number, now: number): void {
    const before = this.#unheard(socket);
    this.unlisten(socket);
    this.#readers.delete(socket);
    const group = this.#groups[hears];
    // What the group is still collecting comes with its next message.
    const end = group.packets[0]?.seq ?? this.#nextSeq;
    const from = resume === null ? before : this.#wholeSeq(resume) + 1;
    if (from !== null) this.#sendPackets(socket, this.#ring.range(from, end));
    else if (now - this.#lastPushAt < staleMs)
      this.#sendPackets(socket, afterGap(this.#ring.range(end - joinPackets, end)));
    group.sockets.add(socket);
    group.fresh.set(socket, seenSeq);
  }

  /** Back to reading: what was waiting for the next message is sent as text. */
  unlisten(socket: Socket): void {
    for (const group of Object.values(this.#groups)) {
      if (!group.sockets.delete(socket)) continue;
      const seen = group.fresh.get(socket) ?? 0;
      group.fresh.delete(socket);
      for (const { seq, text } of group.events) if (seq > seen) send(socket, text);
    }
    this.#readers.add(socket);
  }

  /** Numbers a packet and sends it on. */
  packet(payload: Uint8Array, at: number, isDiscontinuity: boolean, now: number): void {
    const packet = { seq: this.#nextSeq, at, isDiscontinuity, payload };
    this.#nextSeq += 1;
    this.#lastPushAt = now;
    this.#ring.push(packet);
    if (this.#shards.size > 0) this.#toShards(packet);
    for (const group of Object.values(this.#groups)) {
      // A message holds only packets that belong together.
      if (isDiscontinuity && group.packets.length > 0) this.#flush(group);
      group.packets.push(packet);
      if (group.packets.length >= group.every) this.#flush(group);
    }
  }

  /** Takes over a packet with the number that the room gave it; a shard's `packet`. */
  adopt(packet: RelayPacket, now: number): void {
    const seq = this.#wholeSeq(packet.seq);
    const isGap = seq !== this.#nextSeq;
    if (isGap) for (const group of Object.values(this.#groups)) this.#flush(group);
    this.#nextSeq = seq;
    this.packet(packet.payload, packet.at, packet.isDiscontinuity || isGap, now);
  }

  event(entry: JournalEntry): void {
    for (const socket of this.#readers) this.#sendOrDrop(socket, entry.text, this.#readers);
    for (const socket of this.#shards) this.#sendOrDrop(socket, entry.text, this.#shards);
    this.eventForListeners(entry);
  }

  /** The same for those who listen alone. */
  eventForListeners(entry: JournalEntry): void {
    let isWaiting = false;
    for (const group of Object.values(this.#groups)) {
      if (group.sockets.size === 0) continue;
      group.events.push(entry);
      isWaiting = true;
    }
    // Where no sound comes to travel with, events go alone.
    if (isWaiting) this.#flushTimer ??= setTimeout(() => this.flushEvents(), flushMs);
  }

  /** Sends waiting events without waiting for sound. */
  flushEvents(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    for (const group of Object.values(this.#groups)) if (group.events.length > 0) this.#flush(group);
  }

  /** The sound stops (another stream follows, or none): what is collected goes out, and joins start anew. */
  endSound(): void {
    for (const group of Object.values(this.#groups)) if (group.packets.length > 0) this.#flush(group);
    this.#ring.clear();
  }

  #flush(group: Group): void {
    const { packets, events, fresh } = group;
    if (packets.length === 0 && events.length === 0) return;
    group.packets = [];
    group.events = [];
    if (group.sockets.size === 0) return;
    const bytes = this.#encode(packets, events);
    if (fresh.size > 0 && events.length > 0) {
      for (const socket of group.sockets) {
        const seen = fresh.get(socket);
        const own =
          seen === undefined
            ? bytes
            : this.#encode(
                packets,
                events.filter(({ seq }) => seq > seen),
              );
        this.#sendOrDrop(socket, own, group.sockets);
      }
    } else {
      for (const socket of group.sockets) this.#sendOrDrop(socket, bytes, group.sockets);
    }
    fresh.clear();
  }

  #toShards(packet: RelayPacket): void {
    const bytes = this.#encode([packet], []);
    for (const socket of this.#shards) this.#sendOrDrop(socket, bytes, this.#shards);
  }

  #encode(packets: readonly RelayPacket[], events: readonly JournalEntry[]): Uint8Array<ArrayBuffer> {
    const first = packets[0];
    return encodeDownlink({
      isDiscontinuity: first?.isDiscontinuity ?? false,
      seq: first?.seq ?? this.#nextSeq,
      at: first?.at ?? Date.now(),
      packets: packets.map(({ payload }) => payload),
      events: events.length === 0 ? "" : `[${events.map(({ text }) => text).join(",")}]`,
    });
  }

  #sendPackets(socket: Socket, packets: readonly RelayPacket[]): void {
    let from = 0;
    for (let i = 1; i <= packets.length; i++) {
      if (i < packets.length && packets[i]?.isDiscontinuity === false) continue;
      send(socket, this.#encode(packets.slice(from, i), []));
      from = i;
    }
  }

  #sendOrDrop(socket: Socket, message: string | Uint8Array<ArrayBuffer>, from: Set<Socket>): void {
    if ((socket.bufferedAmount ?? 0) > maxBufferedBytes || !send(socket, message)) {
      from.delete(socket);
      closeQuietly(socket);
    }
  }

  /** The first packet that a listening socket has not been sent, or null where it does not listen. */
  #unheard(socket: Socket): number | null {
    for (const group of Object.values(this.#groups)) {
      if (group.sockets.has(socket)) return group.packets[0]?.seq ?? this.#nextSeq;
    }
    return null;
  }

  /** The packet number, near the present, whose low 32 bits are `seq`. */
  #wholeSeq(seq: number): number {
    const lap = 2 ** 32;
    const near = this.#nextSeq - (this.#nextSeq % lap) + (seq % lap);
    if (near > this.#nextSeq + lap / 2 && near >= lap) return near - lap;
    return near < this.#nextSeq - lap / 2 ? near + lap : near;
  }
}

/** Only what belongs to the newest packet. */
function afterGap(packets: RelayPacket[]): RelayPacket[] {
  const start = packets.findLastIndex((packet) => packet.isDiscontinuity);
  return start <= 0 ? packets : packets.slice(start);
}

function send(socket: Socket, message: string | Uint8Array<ArrayBuffer>): boolean {
  try {
    socket.send(message);
    return true;
  } catch {
    return false;
  }
}

function closeQuietly(socket: Socket): void {
  try {
    socket.close(1013, "too far behind");
  } catch {
    // It was closed already; its close event follows by itself.
  }
}
