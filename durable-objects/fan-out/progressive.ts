import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import { IcyWriter } from "#packages/audio-formats/icy.ts";
import { OggOpusChain } from "#packages/audio-formats/ogg-opus.ts";
import { silentMp3Frame, silentOpusPacket } from "#packages/audio-formats/silence.ts";
import { localNetwork, networkOf } from "../listener-key.ts";
import { audienceLimits } from "./audience.ts";

export type ProgressiveFormat = "mp3" | "ogg";

/** A player's request for sound. */
export interface ProgressiveWish {
  format: ProgressiveFormat;
  hasIcy: boolean;
  /**
   * True by the stage's own address: it stays connected through handovers and pauses; otherwise it gets one stream
   * until that ends.
   */
  isFollowing: boolean;
  /** Its identity for the count, or null: served, and not counted. */
  key: string | null;
}

/** A listener that leaves this much unread is disconnected; about 10 s of MP3. */
const maxQueuedBytes = 400_000;
/** Maximum number of one key: a school may listen with the same program behind one address. */
const maxPerKey = 100;
/** Maximum number of one network, whatever its programs call themselves. */
const maxPerNetwork = 200;
/** Length of the sound that a listener starts with: players start sooner when they can fill their buffer. */
const burstMs = 1_500;
/** A listener that takes no sound for this long does not count as listening. */
const idleMs = 5_000;
const lookEveryMs = 500;
/** Packets per Ogg page: 100 ms. */
const packetsPerPage = 5;
const packetsPerSilentPage = 25;
/** Time without sound after which followers are sent silence: less than players have in their buffers. */
const pauseMs = 1_000;
const fillEveryMs = 500;
/** The maximum of silence sent in one go, after the object itself did not run for a while. */
const maxFillMs = 2_000;
/** A title is sent by then whatever the sound's own timestamps are: the agent's clock may be wrong. */
const maxTitleDelayMs = 2_000;

const silentPacket = { bytes: silentOpusPacket, durationMs: packetMs };

interface Listener {
  format: ProgressiveFormat;
  isFollowing: boolean;
  writer: WritableStreamDefaultWriter<Uint8Array>;
  icy: IcyWriter | null;
  ogg: OggOpusChain;
  queuedBytes: number;
  key: string | null;
  network: string | null;
  /** Time when it first and last took sound, or null. */
  firstAt: number | null;
  lastAt: number | null;
}

interface Broadcaster {
  /** Returns what is heard now, in one line; may be empty. */
  title(): string;
  /** Sent instead to followers where no track is known: the performer's or the stage's name. */
  name(): string;
  /** Whether someone is on air, or is expected soon. */
  isSoundExpected(now: number): boolean;
  /** Whether this listener was here a moment ago: their player is reconnecting. */
  isKnown(key: string): boolean;
  /** This listener has listened long enough to count, and still does; called repeatedly. */
  hears(listener: object, key: string, since: number): void;
  left(listener: object): void;
}

/** Streams for players without a socket: MP3 as the agent sends it, and Ogg Opus made from the live packets. */
export class Progressive {
  readonly #listeners = new Set<Listener>();
  readonly #room: Broadcaster;
  #mp3: { bytes: Uint8Array; receivedAt: number }[] = [];
  #packets: Uint8Array[] = [];
  #lookedAt = 0;
  /** The position in the sound (server time, epoch ms) of a title change that is not heard yet. */
  #titleAt: number | null = null;
  /** Time until which followers have been sent sound or silence. */
  readonly #sentUntil = { mp3: 0, ogg: 0 };
  readonly #isPaused = { mp3: true, ogg: true };
  #lastMp3: Uint8Array | null = null;
  #filling: ReturnType<typeof setInterval> | undefined;

  constructor(room: Broadcaster) {
    this.#room = room;
  }

  /** The sound from now on; ends when the stream leaves the air, for followers when no one is expected any more. */
  open({ format, hasIcy, isFollowing, key }: ProgressiveWish, now: number): ReadableStream<Uint8Array> {
    const { readable, writable } = new IdentityTransformStream();
    const network = key === null ? null : networkOf(key);
    this.#makeRoom(maxPerKey, (other) => other.key === key);
    if (network !== null && network !== localNetwork)
      this.#makeRoom(maxPerNetwork, (other) => other.network === network);
    const title = this.#titleFor(isFollowing);
    const listener: Listener = {
      format,
      isFollowing,
      writer: writable.getWriter(),
      icy: hasIcy ? new IcyWriter() : null,
      ogg: new OggOpusChain(title),
      queuedBytes: 0,
      key,
      network,
      firstAt: null,
      lastAt: null,
    };
    this.#listeners.add(listener);
    listener.writer.closed.catch(() => this.#forget(listener));
    listener.icy?.setTitle(title);
    if (format === "ogg") this.#write(listener, listener.ogg.head());
    else for (const { bytes } of this.#mp3) this.#writeMp3(listener, bytes);
    if (isFollowing) this.#beginToFill(now);
    return readable;
  }

  /** Closes the oldest of these listeners to make room for one more. */
  #makeRoom(max: number, isMeant: (listener: Listener) => boolean): void {
    const open = [...this.#listeners].filter(isMeant);
    for (const oldest of open.slice(0, Math.max(0, open.length + 1 - max))) this.#close(oldest);
  }

  /** Another track is heard from this position in the sound (server time, epoch ms). */
  retitle(at: number): void {
    this.#titleAt = at;
  }

  /** Whole frames; `at`: the time of their first sample. */
  mp3(bytes: Uint8Array, at: number, now: number): void {
    this.#reach(at, now);
    this.#mp3.push({ bytes, receivedAt: now });
    while ((this.#mp3[0]?.receivedAt ?? now) < now - burstMs) this.#mp3.shift();
    this.#lastMp3 = bytes;
    this.#noteSound("mp3", now);
    for (const listener of this.#listeners) if (listener.format === "mp3") this.#writeMp3(listener, bytes);
    this.#look(now);
  }

  /** `at`: the time of the packet's first sample. */
  opus(packet: Uint8Array, at: number, now: number): void {
    this.#reach(at, now);
    this.#packets.push(packet);
    this.#noteSound("ogg", now);
    if (this.#packets.length < packetsPerPage) return;
    this.#flushPackets();
    this.#look(now);
  }

  /** The stream has left the air: ends the response of everyone who does not follow. */
  end(): void {
    this.#flushPackets();
    this.#mp3 = [];
    this.#titleAt = null;
    for (const listener of this.#listeners) if (!listener.isFollowing) this.#close(listener);
    this.#notifyTitles();
  }

  #noteSound(format: ProgressiveFormat, now: number): void {
    this.#sentUntil[format] = now;
    this.#isPaused[format] = false;
  }

  #flushPackets(): void {
    const packets = this.#packets;
    this.#packets = [];
    if (packets.length === 0) return;
    for (const listener of this.#listeners)
      if (listener.format === "ogg") this.#write(listener, listener.ogg.page(packets));
  }

  // Titles

  /** The sound of this time is about to be sent: the title changes with it, and not before. */
  #reach(at: number, now: number): void {
    const titleAt = this.#titleAt;
    if (titleAt === null || (at < titleAt && now < titleAt + maxTitleDelayMs)) return;
    this.#titleAt = null;
    // What is heard before the change belongs to the previous title.
    this.#flushPackets();
    this.#notifyTitles();
  }

  #notifyTitles(): void {
    for (const listener of this.#listeners) {
      const title = this.#titleFor(listener.isFollowing);
      listener.icy?.setTitle(title);
      const change = listener.format === "ogg" ? listener.ogg.retitle(title) : null;
      if (change !== null) this.#write(listener, change);
    }
  }

  #titleFor(isFollowing: boolean): string {
    return this.#room.title() || (isFollowing ? this.#room.name() : "");
  }

  // Pauses

  #beginToFill(now: number): void {
    if (this.#filling !== undefined) return;
    for (const format of ["mp3", "ogg"] as const)
      this.#sentUntil[format] = Math.max(this.#sentUntil[format], now - burstMs);
    this.#filling = setInterval(() => this.#fill(Date.now()), fillEveryMs);
    this.#fill(now);
  }

  /** Sends followers silence for as long as there is no sound, in real time. */
  #fill(now: number): void {
    const isExpected = this.#room.isSoundExpected(now);
    const followers = [...this.#listeners].filter(({ isFollowing }) => isFollowing);
    if (followers.length === 0 || !isExpected) {
      clearInterval(this.#filling);
      this.#filling = undefined;
      for (const listener of followers) this.#close(listener);
      return;
    }
    for (const format of ["mp3", "ogg"] as const) {
      const missingMs = now - this.#sentUntil[format];
      if (missingMs < (this.#isPaused[format] ? packetMs : pauseMs)) continue;
      if (!this.#isPaused[format] && format === "ogg") this.#flushPackets();
      this.#isPaused[format] = true;
      const { bytes, durationMs } = format === "mp3" ? silentMp3Frame(this.#lastMp3) : silentPacket;
      const count = Math.floor(Math.min(missingMs, maxFillMs) / durationMs);
      // The rest that does not fill a frame is sent with the next one.
      this.#sentUntil[format] = missingMs > maxFillMs ? now : this.#sentUntil[format] + count * durationMs;
      const frames = Array.from({ length: count }, () => bytes);
      for (const listener of followers) {
        if (listener.format !== format || count === 0) continue;
        if (format === "mp3") for (const frame of frames) this.#writeMp3(listener, frame);
        else
          for (let i = 0; i < count; i += packetsPerSilentPage)
            this.#write(listener, listener.ogg.page(frames.slice(i, i + packetsPerSilentPage)));
      }
    }
    this.#forgetIdle(now);
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

  #writeMp3(listener: Listener, bytes: Uint8Array): void {
    this.#write(listener, listener.icy?.write(bytes) ?? bytes);
  }

  #close(listener: Listener): void {
    if (listener.format === "ogg") this.#write(listener, listener.ogg.end());
    this.#forget(listener);
    listener.writer.close().catch(() => undefined);
  }

  #forget(listener: Listener): void {
    if (this.#listeners.delete(listener)) this.#room.left(listener);
  }

  /** Reports who listens, while there is something to hear. */
  #look(now: number): void {
    if (now - this.#lookedAt < lookEveryMs) return;
    this.#lookedAt = now;
    for (const listener of this.#listeners) {
      const { key, firstAt } = listener;
      if (key === null || firstAt === null || isIdle(listener, now)) continue;
      if (now - firstAt >= audienceLimits.minHeardMs || this.#room.isKnown(key))
        this.#room.hears(listener, key, firstAt);
    }
    this.#forgetIdle(now);
  }

  /** A client that takes none of the waiting data has left, even if its connection is open. */
  #forgetIdle(now: number): void {
    for (const listener of this.#listeners) if (isIdle(listener, now)) this.#room.left(listener);
  }
}

const isIdle = ({ queuedBytes, lastAt }: Listener, now: number) =>
  queuedBytes > 0 && lastAt !== null && now - lastAt > idleMs;
