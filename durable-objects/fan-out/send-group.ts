import { encodeDownlink } from "#app/domains/air/media/contract/frames.ts";
import { socketCloseCodes } from "../sockets.ts";
import type { JournalEntry } from "./journal.ts";
import type { RelayPacket } from "./packet-ring.ts";

export type Socket = Pick<WebSocket, "send" | "close">;

/** Listeners who are sent to at the same moments: one encoded message, then a plain loop of sends. */
export class SendGroup {
  readonly #sockets = new Set<Socket>();
  /** Listeners who joined since the last send, with the number of the last event that each had received by then. */
  readonly #fresh = new Map<Socket, number>();
  #every: number;
  #phase: number;
  #packets: RelayPacket[] = [];
  #events: JournalEntry[] = [];

  /** Sends with each packet whose number, divided by `every`, has the remainder `phase`. */
  constructor(every: number, phase: number) {
    this.#every = every;
    this.#phase = phase;
  }

  /** Sends at other packets from now on. */
  pace(every: number, phase: number): void {
    this.#every = every;
    this.#phase = phase;
  }

  get size(): number {
    return this.#sockets.size;
  }

  get hasEvents(): boolean {
    return this.#events.length > 0;
  }

  has(socket: Socket): boolean {
    return this.#sockets.has(socket);
  }

  /** The packet that the next message starts with. */
  nextSeq(next: number): number {
    return this.#packets[0]?.seq ?? next;
  }

  /** `seenSeq`: the last event that the socket was sent. */
  add(socket: Socket, seenSeq?: number): void {
    this.#sockets.add(socket);
    if (seenSeq !== undefined) this.#fresh.set(socket, seenSeq);
  }

  /** Returns the events that the socket has not received yet; null where it is not in this group. */
  remove(socket: Socket): JournalEntry[] | null {
    if (!this.#sockets.delete(socket)) return null;
    const seen = this.#fresh.get(socket) ?? 0;
    this.#fresh.delete(socket);
    return this.#events.filter(({ seq }) => seq > seen);
  }

  packet(packet: RelayPacket): void {
    // A message holds only packets that belong together.
    if (packet.isDiscontinuity) this.flush(packet.seq);
    this.#packets.push(packet);
    const isTurn = packet.seq % this.#every === this.#phase || this.#packets.length >= this.#every;
    if (isTurn) this.flush(packet.seq + 1);
  }

  /** Queues the event for the next message of sound; returns false where the group is empty. */
  event(entry: JournalEntry): boolean {
    if (this.#sockets.size === 0) return false;
    this.#events.push(entry);
    return true;
  }

  /** Sends what is collected. `next` is the number of the next packet. */
  flush(next: number): void {
    const [packets, events, fresh] = [this.#packets, this.#events, this.#fresh];
    if (packets.length === 0 && events.length === 0) return;
    this.#packets = [];
    this.#events = [];
    if (this.#sockets.size === 0) return;
    const bytes = encode(packets, events, next);
    for (const socket of this.#sockets) {
      const seen = fresh.size === 0 || events.length === 0 ? undefined : fresh.get(socket);
      const unseen = seen === undefined ? events : events.filter(({ seq }) => seq > seen);
      sendTo(this.#sockets, socket, unseen === events ? bytes : encode(packets, unseen, next));
    }
    fresh.clear();
  }
}

/** Encodes one message with these packets and events; `next` is the number of a message without packets. */
export function encode(
  packets: readonly RelayPacket[],
  events: readonly JournalEntry[],
  next: number,
): Uint8Array<ArrayBuffer> {
  const first = packets[0];
  return encodeDownlink({
    isDiscontinuity: first?.isDiscontinuity ?? false,
    seq: first?.seq ?? next,
    at: first?.at ?? Date.now(),
    packets: packets.map(({ payload }) => payload),
    events: events.length === 0 ? "" : `[${events.map(({ text }) => text).join(",")}]`,
  });
}

/** A socket that cannot be sent to is closed and removed: its owner reconnects and resumes. */
export function sendTo(
  sockets: Set<Socket>,
  socket: Socket,
  message: string | Uint8Array<ArrayBuffer>,
): void {
  if (trySend(socket, message)) return;
  sockets.delete(socket);
  try {
    socket.close(socketCloseCodes.tryAgainLater, "too far behind");
  } catch {
    // It was closed already; its close event follows.
  }
}

export function trySend(socket: Socket, message: string | Uint8Array<ArrayBuffer>): boolean {
  try {
    socket.send(message);
    return true;
  } catch {
    return false;
  }
}
