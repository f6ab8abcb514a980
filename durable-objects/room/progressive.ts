import { IcyWriter } from "#app/domains/media/icy.ts";
import { OggOpusWriter } from "#app/domains/media/ogg.ts";
import { audienceLimits } from "./audience.ts";

export type ProgressiveFormat = "mp3" | "ogg";

/** A listener that leaves this much unread is dropped; about 10 s of MP3. */
const maxQueuedBytes = 400_000;
/** What a listener begins with: players start sooner with something to fill their buffer. */
const burstMs = 1_500;
/** Who leaves sound lying for so long does not hear it. */
const idleMs = 5_000;
const lookEveryMs = 500;
/** Packets to one Ogg page: 100 ms. */
const packetsPerPage = 5;
/** What decoders throw away at the start of a stream that begins in the middle (RFC 7845: 80 ms). */
const preSkip = 3_840;

interface Listener {
  format: ProgressiveFormat;
  writer: WritableStreamDefaultWriter<Uint8Array>;
  icy: IcyWriter | null;
  ogg: OggOpusWriter;
  queuedBytes: number;
  /** Who it is for the count, or null: served, and not counted. */
  key: string | null;
  /** When it first and last took sound, or null. */
  firstAt: number | null;
  lastAt: number | null;
}

interface Broadcaster {
  /** What is heard now, in one line; may be empty. */
  title(): string;
  /** This listener was here a moment ago: their player connects again. */
  isKnown(key: string): boolean;
  /** This listener has heard for long enough to be one, and hears; told again and again. */
  hears(listener: object, key: string, since: number): void;
  left(listener: object): void;
}

/** Streams for players that have no socket: MP3 as the agent sends it, Ogg Opus made from the live packets. */
export class Progressive {
  readonly #listeners = new Set<Listener>();
  readonly #room: Broadcaster;
  #mp3: { bytes: Uint8Array; receivedAt: number }[] = [];
  #packets: Uint8Array[] = [];
  #lookedAt = 0;

  constructor(room: Broadcaster) {
    this.#room = room;
  }

  /** The sound from now on; ends when the stream leaves the air. */
  open(format: ProgressiveFormat, hasIcy: boolean, key: string | null): ReadableStream<Uint8Array> {
    const { readable, writable } = new IdentityTransformStream();
    const listener: Listener = {
      format,
      writer: writable.getWriter(),
      icy: hasIcy ? new IcyWriter() : null,
      ogg: new OggOpusWriter(crypto.getRandomValues(new Uint32Array(1))[0] ?? 1),
      queuedBytes: 0,
      key,
      firstAt: null,
      lastAt: null,
    };
    this.#listeners.add(listener);
    listener.writer.closed.catch(() => this.#forget(listener));
    const title = this.#room.title();
    listener.icy?.setTitle(title);
    if (format === "ogg") {
      const comments: Record<string, string> = title === "" ? {} : { TITLE: title };
      this.#write(listener, listener.ogg.head({ channels: 2, preSkip, comments }));
    } else {
      for (const { bytes } of this.#mp3) this.#write(listener, listener.icy?.write(bytes) ?? bytes);
    }
    return readable;
  }

  /** Another track is heard now. */
  retitle(): void {
    for (const { icy } of this.#listeners) icy?.setTitle(this.#room.title());
  }

  mp3(bytes: Uint8Array, now: number): void {
    this.#mp3.push({ bytes, receivedAt: now });
    while ((this.#mp3[0]?.receivedAt ?? now) < now - burstMs) this.#mp3.shift();
    for (const listener of this.#listeners) {
      if (listener.format === "mp3") this.#write(listener, listener.icy?.write(bytes) ?? bytes);
    }
    this.#look(now);
  }

  opus(packet: Uint8Array, now: number): void {
    this.#packets.push(packet);
    if (this.#packets.length < packetsPerPage) return;
    const packets = this.#packets;
    this.#packets = [];
    for (const listener of this.#listeners) {
      if (listener.format === "ogg") this.#write(listener, listener.ogg.page(packets));
    }
    this.#look(now);
  }

  /** The stream has left the air: everybody's stream ends. */
  end(): void {
    this.#mp3 = [];
    this.#packets = [];
    for (const listener of this.#listeners) {
      if (listener.format === "ogg") this.#write(listener, listener.ogg.end());
      this.#forget(listener);
      listener.writer.close().catch(() => undefined);
    }
  }

  #write(listener: Listener, bytes: Uint8Array): void {
    listener.queuedBytes += bytes.byteLength;
    if (listener.queuedBytes > maxQueuedBytes) {
      this.#forget(listener);
      listener.writer.abort(new Error("too far behind")).catch(() => undefined);
      return;
    }
    listener.writer.write(bytes).then(
      () => {
        listener.queuedBytes -= bytes.byteLength;
        listener.lastAt = Date.now();
        listener.firstAt ??= listener.lastAt;
      },
      () => this.#forget(listener),
    );
  }

  #forget(listener: Listener): void {
    if (this.#listeners.delete(listener)) this.#room.left(listener);
  }

  /** Tells who hears. Whoever takes nothing of what waits for them has left, though the connection stands. */
  #look(now: number): void {
    if (now - this.#lookedAt < lookEveryMs) return;
    this.#lookedAt = now;
    for (const listener of this.#listeners) {
      const { key, firstAt, lastAt, queuedBytes } = listener;
      if (key === null || firstAt === null || lastAt === null) continue;
      if (queuedBytes > 0 && now - lastAt > idleMs) this.#room.left(listener);
      else if (now - firstAt >= audienceLimits.leastHeardMs || this.#room.isKnown(key))
        this.#room.hears(listener, key, firstAt);
    }
  }
}
