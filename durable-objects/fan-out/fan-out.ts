import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import { socketLimits } from "#app/domains/air/stages/live/protocol.ts";
import type { JournalEntry } from "./journal.ts";
import { fewestPackets, Pace, type Served } from "./pace.ts";
import { PacketRing, type RelayPacket } from "./packet-ring.ts";
import { encode, SendGroup, type Socket, sendTo, trySend } from "./send-group.ts";

/** The interval at which a listener is sent sound: with every packet, or every third. */
export type ListenClass = "live" | "normal";

/** A listener's request, as in `listen` of the protocol. */
export interface ListenWish {
  hears: ListenClass;
  /** The last packet received, or null for a join. */
  resume: number | null;
  /** Distance behind live that they intend to keep, ms; 0: as little as possible. */
  behindMs: number;
  /** The maximum of earlier packets that they may be sent; without it all that are available. */
  maxPackets?: number;
}

/** Groups of a class that take turns: a burst of sends is a third as long, and so is the delay it causes. */
const turns = 3;
/** Sends to one shard, which gets every packet, in units of a listener at the usual pace of the class `normal`. */
const shardLoad = fewestPackets.normal;
/**
 * Number of packets that a join starts with: 160 ms, so that sound starts immediately and survives a first stall of 60
 * ms.
 */
const joinPackets = 8;
/** Sound older than this is not worth starting with. */
const staleMs = 500;
/** A replay is sent in messages of 2 s, so that on a slow line its first sound need not wait for the rest. */
const replayPackets = 100;
/** Events wait for a message of sound no longer than one message of the class `normal` usually lasts. */
const flushMs = 60;

/**
 * The hot path. Readers (sockets that do not listen) get events immediately as text; listeners get them inside the next
 * message of sound. Holds nothing that cannot be rebuilt from the sockets' attachments and the journal.
 */
export class FanOut {
  readonly #readers = new Set<Socket>();
  /** Entries that `together` collects for readers, or null. */
  #collected: JournalEntry[] | null = null;
  readonly #shards = new Set<Socket>();
  readonly #pace = new Pace();
  readonly #classes = { live: groupsAt(fewestPackets.live), normal: groupsAt(fewestPackets.normal) };
  readonly #groups = [...this.#classes.live, ...this.#classes.normal];
  readonly #ring = new PacketRing();
  #nextSeq: number;
  /** The first packet of the stream on air: a join never starts with the sound of another stream. */
  #streamSeq: number;
  #lastPushAt = 0;
  #flushTimer: ReturnType<typeof setTimeout> | undefined;
  #heard: (now: number) => void = () => {};

  /** `nextSeq`: the number of the next packet. */
  constructor(nextSeq: number) {
    this.#nextSeq = nextSeq;
    this.#streamSeq = nextSeq;
  }

  get nextSeq(): number {
    return this.#nextSeq;
  }

  /**
   * Listeners of both classes, which are sent to at the same pace where there are many. Readers count too, since they may
   * listen at any moment.
   */
  get load(): number {
    const listeners = this.#groups.reduce((sum, { size }) => sum + size, 0);
    return this.#readers.size + listeners + shardLoad * this.#shards.size;
  }

  /** Those who are sent sound: a shard gets every packet, as the class `live` does. */
  get #served(): Served {
    const sizeOf = (groups: readonly SendGroup[]) => groups.reduce((sum, { size }) => sum + size, 0);
    return { live: sizeOf(this.#classes.live) + this.#shards.size, normal: sizeOf(this.#classes.normal) };
  }

  addReader(socket: Socket): void {
    this.#readers.add(socket);
  }

  /**
   * A shard gets every packet and every event immediately. `from`: the next packet that it needs, so that its ring is
   * filled before a listener asks for it; null where it has missed nothing.
   */
  addShard(socket: Socket, from: number | null): void {
    if (from !== null) this.#sendPackets(socket, this.#ring.range(this.#wholeSeq(from), this.#nextSeq));
    this.#shards.add(socket);
  }

  /** Restores a socket from its attachment after the object was evicted. */
  restore(socket: Socket, hears: ListenClass | null): void {
    if (hears === null) this.#readers.add(socket);
    else this.#groupFor(hears).add(socket);
  }

  remove(socket: Socket): void {
    this.#readers.delete(socket);
    this.#shards.delete(socket);
    for (const group of this.#groups) group.remove(socket);
  }

  /**
   * Starts sending to the socket. A socket that resumes is sent again what the ring still holds after its last packet,
   * also of another performer's stream. `seenSeq` is the last event that the socket has been sent. Returns how many
   * earlier packets it was sent.
   */
  listen(socket: Socket, wish: ListenWish, seenSeq: number, now: number): number {
    const before = this.#groups.find((group) => group.has(socket))?.nextSeq(this.#nextSeq) ?? null;
    this.unlisten(socket);
    this.#readers.delete(socket);
    const group = this.#groupFor(wish.hears);
    // What the group is still collecting comes with its next message.
    const packets = this.#before(wish, before, group.nextSeq(this.#nextSeq), now);
    const sent = packets.slice(Math.max(0, packets.length - (wish.maxPackets ?? packets.length)));
    this.#sendPackets(socket, sent);
    group.add(socket, seenSeq);
    return sent.length;
  }

  /**
   * The packets before `end` for this request. `next`: the packet that the socket would have received next, or null for
   * a join.
   */
  #before(
    { resume, behindMs }: ListenWish,
    next: number | null,
    end: number,
    now: number,
  ): readonly RelayPacket[] {
    const from = resume === null ? next : this.#wholeSeq(resume) + 1;
    if (from !== null) {
      const reachMs = behindMs > 0 ? socketLimits.ringMs : socketLimits.resumeMs;
      const replay = this.#ring.range(Math.max(from, end - reachMs / packetMs), end);
      return replay.filter(({ at }) => now - at < socketLimits.ringMs);
    }
    if (behindMs > 0) {
      const start = Math.max(this.#streamSeq, end - Math.ceil(behindMs / packetMs));
      return this.#ring.range(start, end).filter(({ at }) => now - at < 2 * behindMs);
    }
    if (now - this.#lastPushAt >= staleMs) return [];
    return afterGap(this.#ring.range(Math.max(this.#streamSeq, end - joinPackets), end));
  }

  /** Back to reading: events that wait for the next message are sent as text. */
  unlisten(socket: Socket): void {
    for (const group of this.#groups) {
      for (const { text } of group.remove(socket) ?? []) trySend(socket, text);
    }
    this.#readers.add(socket);
  }

  /** Has `heard` called after each packet that is sent: a clock that runs while there is sound. */
  onPacket(heard: (now: number) => void): void {
    this.#heard = heard;
  }

  /** Numbers a packet and sends it on. */
  packet(payload: Uint8Array, at: number, isDiscontinuity: boolean, now: number): void {
    const packet = { seq: this.#nextSeq, at, isDiscontinuity, payload };
    this.#nextSeq += 1;
    this.#lastPushAt = now;
    this.#ring.push(packet);
    if (this.#shards.size > 0) {
      const bytes = encode([packet], [], this.#nextSeq);
      for (const socket of this.#shards) sendTo(this.#shards, socket, bytes);
    }
    for (const group of this.#groups) group.packet(packet);
    this.#heard(now);
    if (!this.#pace.packet(() => this.#served)) return;
    for (const hears of ["live", "normal"] as const) {
      const packets = this.#pace.packets(hears);
      for (const [turn, group] of this.#classes[hears].entries()) group.pace(packets, phaseOf(turn, packets));
    }
  }

  /** Takes over a packet with the number that the room gave it; a shard's counterpart of `packet`. */
  adopt(packet: RelayPacket, now: number): void {
    const seq = this.#wholeSeq(packet.seq);
    const isGap = seq !== this.#nextSeq;
    if (isGap) this.#flush();
    this.#nextSeq = seq;
    this.packet(packet.payload, packet.at, packet.isDiscontinuity || isGap, now);
  }

  event(entry: JournalEntry): void {
    if (this.#collected === null) this.#notifyReaders(entry.text);
    else this.#collected.push(entry);
    for (const socket of this.#shards) sendTo(this.#shards, socket, entry.text);
    this.eventForListeners(entry);
  }

  /**
   * Sends everything that `work` publishes to each reader as one message: a busy chat is many sends, and each one costs
   * time.
   */
  together<T>(work: () => T): T {
    const entries: JournalEntry[] = [];
    this.#collected = entries;
    try {
      return work();
    } finally {
      this.#collected = null;
      const texts = entries.map(({ text }) => text);
      if (texts.length > 0) this.#notifyReaders(texts.length === 1 ? texts.join() : `[${texts.join()}]`);
    }
  }

  #notifyReaders(text: string): void {
    for (const socket of this.#readers) sendTo(this.#readers, socket, text);
  }

  /** The same, for listeners only. */
  eventForListeners(entry: JournalEntry): void {
    let isWaiting = false;
    for (const group of this.#groups) if (group.event(entry)) isWaiting = true;
    // Without sound to travel with, events are sent on their own.
    if (isWaiting && this.#flushTimer === undefined) {
      this.#flushTimer = setTimeout(() => this.#flushEvents(), flushMs);
    }
  }

  /**
   * The sound stops (another stream follows, or none): sends what is collected; later joins start with new sound.
   * Listeners who have not heard the end of it may still resume.
   */
  endSound(): void {
    this.#flush();
    this.#streamSeq = this.#nextSeq;
  }

  #flush(): void {
    for (const group of this.#groups) group.flush(this.#nextSeq);
  }

  #flushEvents(): void {
    this.#flushTimer = undefined;
    const quietMs = Date.now() - this.#lastPushAt;
    for (const group of this.#groups) if (group.hasEvents && quietMs >= flushMs) group.flush(this.#nextSeq);
    // Sound is flowing: every group sends before the next check, unless it stops now.
    if (quietMs < flushMs && this.#groups.some((group) => group.hasEvents)) {
      this.#flushTimer = setTimeout(() => this.#flushEvents(), flushMs - quietMs);
    }
  }

  #groupFor(hears: ListenClass): SendGroup {
    return this.#classes[hears].reduce((min, group) => (group.size < min.size ? group : min));
  }

  #sendPackets(socket: Socket, packets: readonly RelayPacket[]): void {
    let from = 0;
    for (let i = 1; i <= packets.length; i++) {
      const isTogether = packets[i]?.isDiscontinuity === false && i - from < replayPackets;
      if (isTogether) continue;
      trySend(socket, encode(packets.slice(from, i), [], this.#nextSeq));
      from = i;
    }
  }

  /** The full packet number, close to the present one, whose low 32 bits are `seq`. */
  #wholeSeq(seq: number): number {
    const lap = 2 ** 32;
    const near = this.#nextSeq - (this.#nextSeq % lap) + (seq % lap);
    if (near > this.#nextSeq + lap / 2 && near >= lap) return near - lap;
    return near < this.#nextSeq - lap / 2 ? near + lap : near;
  }
}

const phaseOf = (turn: number, packets: number) => Math.floor((turn * packets) / turns);

const groupsAt = (packets: number) =>
  Array.from({ length: turns }, (_, turn) => new SendGroup(packets, phaseOf(turn, packets)));

/** Only the packets after the last gap. */
function afterGap(packets: RelayPacket[]): RelayPacket[] {
  const start = packets.findLastIndex((packet) => packet.isDiscontinuity);
  return start <= 0 ? packets : packets.slice(start);
}
