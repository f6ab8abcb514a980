import { IcyWriter } from "#app/domains/media/icy.ts";
import { OggOpusWriter } from "#app/domains/media/ogg.ts";

export type ProgressiveFormat = "mp3" | "ogg";

/** A listener that leaves this much unread is dropped; about 10 s of MP3. */
const maxQueuedBytes = 400_000;
/** What a listener begins with: players start sooner with something to fill their buffer. */
const burstMs = 1_500;
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
}

interface Broadcaster {
  /** What is heard now, in one line; may be empty. */
  title(): string;
  /** A listener has come or gone. */
  counted(change: 1 | -1): void;
}

/** Streams for players that have no socket: MP3 as the agent sends it, Ogg Opus made from the live packets. */
export class Progressive {
  readonly #listeners = new Set<Listener>();
  readonly #room: Broadcaster;
  #mp3: { bytes: Uint8Array; receivedAt: number }[] = [];
  #packets: Uint8Array[] = [];

  constructor(room: Broadcaster) {
    this.#room = room;
  }

  /** The sound from now on; ends when the stream leaves the air. */
  open(format: ProgressiveFormat, hasIcy: boolean): ReadableStream<Uint8Array> {
    const { readable, writable } = new IdentityTransformStream();
    const listener: Listener = {
      format,
      writer: writable.getWriter(),
      icy: hasIcy ? new IcyWriter() : null,
      ogg: new OggOpusWriter(crypto.getRandomValues(new Uint32Array(1))[0] ?? 1),
      queuedBytes: 0,
    };
    this.#listeners.add(listener);
    this.#room.counted(1);
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
  }

  opus(packet: Uint8Array): void {
    this.#packets.push(packet);
    if (this.#packets.length < packetsPerPage) return;
    const packets = this.#packets;
    this.#packets = [];
    for (const listener of this.#listeners) {
      if (listener.format === "ogg") this.#write(listener, listener.ogg.page(packets));
    }
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
      },
      () => this.#forget(listener),
    );
  }

  #forget(listener: Listener): void {
    if (this.#listeners.delete(listener)) this.#room.counted(-1);
  }
}
