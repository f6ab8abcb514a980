/**
 * Turns an encoder's bytes into what listeners and performers get: numbered Opus packets and MP3 with the time of their
 * first sample, titles, levels. Lives as long as one connection; its ffmpeg may die and be replaced.
 */
import type { Codec } from "#app/domains/air/media/contract/control.ts";
import { levelMs, packetMs } from "#app/domains/air/media/contract/frames.ts";
import type { Mp3Frame } from "#packages/audio-formats/mp3-frames.ts";
import type { ServerClock } from "../server-clock.ts";
import type { Stalls } from "../stall-watch.ts";
import type { RoutedUplink } from "../uplink/routed-uplink.ts";
import { LevelTrack } from "./level-track.ts";
import { bytesPerMs, Metering, type MeteringListener } from "./metering.ts";
import { SniffedSource } from "./source.ts";
import { SourceFault, SourceRates } from "./source-limits.ts";
import type { SourceKind } from "./source-port.ts";
import { Timeline } from "./timeline.ts";
import { Track } from "./track.ts";
import { Transcoder } from "./transcoder.ts";

export interface PipelineListener
  extends Omit<MeteringListener, "onDecoded" | "onFirstSound" | "onPairs" | "networkMs"> {
  /** The first decoded sample, audible or not. */
  onDecoded(codec: Codec): void;
  /** The first sound that can be heard. */
  onFirstAudio(codec: Codec): void;
  onTitle(fields: { artist: string; title: string }): void;
  /** Decoded samples in the meter's format. Must not throw, nor take long. */
  onSamples(pcm: Buffer): void;
  /** The samples from here on do not continue those before. */
  onSamplesRestart(): void;
  /** The source exceeds a limit and has to be ended; it is no longer read. */
  onFault(fault: SourceFault): void;
}

/** The output of one ffmpeg so far, ms of sound: the beginning of each is the beginning of the same sound. */
interface Made {
  /** The position of that beginning in the source. */
  from: number;
  opus: number;
  mp3: number;
  levels: number;
}

const nothingMade = (from: number): Made => ({ from, opus: 0, mp3: 0, levels: 0 });

export class Pipeline {
  readonly #clock: ServerClock;
  readonly #stalls: Stalls;
  readonly #listener: PipelineListener;
  readonly #rates: SourceRates;
  readonly #metering: Metering;
  readonly #opus: Track;
  readonly #mp3: Track;
  readonly #levels: LevelTrack;
  /** Timeline of the source's own packets where those are sent on, otherwise of the Opus that ffmpeg makes. */
  #timeline = new Timeline();
  #made = nothingMade(0);
  /** Start of the input of the next ffmpeg, where the source's own packets say it. */
  #changesAt: number | undefined;
  #kind: SourceKind | undefined;
  /** Undefined after the end, so that its memory is freed. */
  #source: SniffedSource | undefined;
  #transcoder: Transcoder | undefined;
  #stopTranscoder = () => {};
  #stopMetering = () => {};
  #isStopped = false;

  constructor(
    clock: ServerClock,
    stalls: Stalls,
    { uplink, listener }: { uplink: RoutedUplink; listener: PipelineListener },
  ) {
    this.#clock = clock;
    this.#stalls = stalls;
    this.#listener = listener;
    this.#rates = new SourceRates(() => clock.local());
    this.#metering = this.#createMetering(stalls, uplink);
    this.#opus = new Track("opus", clock, (frame, ageMs) => {
      this.#metering.departed(ageMs);
      uplink.send(frame);
    });
    this.#mp3 = new Track("mp3", clock, (frame) => uplink.send(frame));
    this.#levels = new LevelTrack(clock, (frame) => uplink.send(frame));
    this.#source = this.#createSource();
  }

  start(): () => void {
    this.#stopMetering = this.#metering.start();
    return () => this.#stop();
  }

  push(bytes: Buffer): void {
    if (this.#isStopped) return;
    this.#metering.arrived(bytes.length);
    this.#guard(() => this.#source?.push(bytes));
  }

  #createMetering(stalls: Stalls, uplink: RoutedUplink): Metering {
    const listener = this.#listener;
    return new Metering(this.#clock, stalls, {
      onDecoded: () => this.#kind && listener.onDecoded(this.#kind.codec),
      onFirstSound: () => this.#kind && listener.onFirstAudio(this.#kind.codec),
      onLevel: (level, quality) => listener.onLevel(level, quality),
      onPairs: (pairs) => this.#pushLevels(pairs),
      onSilence: (since) => listener.onSilence(since),
      networkMs: () => uplink.delayMs(),
    });
  }

  #createSource(): SniffedSource {
    return new SniffedSource(
      {
        onKind: (kind) => this.#begin(kind),
        onFormat: (format) => this.#metering.declared(format),
        onFeed: (bytes) => this.#transcoder?.write(bytes),
        onMp3: (frame) => {
          this.#rates.count("passedMs", frame.durationMs);
          this.#mp3.pushMp3(frame, this.#timeline.add(frame.durationMs, this.#clock.local()));
        },
        onOpus: (packet) => {
          this.#rates.count("passedMs", packetMs);
          this.#opus.pushOpus(packet, this.#timeline.add(packetMs, this.#clock.local()));
        },
        onChange: (kind) => this.#change(kind),
        onTitle: (fields) => this.#listener.onTitle(fields),
      },
      this.#rates,
    );
  }

  #begin(kind: SourceKind): void {
    this.#kind = kind;
    this.#transcoder = new Transcoder(kind, {
      clock: this.#clock,
      stalls: this.#stalls,
      preamble: () => this.#source?.preamble() ?? new Uint8Array(),
      onLaunch: (of, isContinuing) => this.#restart(of, isContinuing),
      onOpus: (packet) => this.#pushOpus(packet),
      onMp3: (frame) => this.#pushMp3(frame),
      onSamples: (pcm) => this.#guard(() => this.#measure(pcm)),
      onBusy: () => this.#fail(new SourceFault("flood", "decoding takes too much of the processor")),
      onUnreadable: () => this.#fail(new SourceFault("unreadable", "ffmpeg cannot read it")),
    });
    this.#stopTranscoder = this.#transcoder.start();
  }

  #change(kind: SourceKind): void {
    this.#rates.count("changes", 1);
    this.#changesAt = this.#isTimedBySource() ? this.#timeline.position : undefined;
    this.#kind = kind;
    this.#transcoder?.change(kind);
  }

  #restart({ codec, passesOpus }: SourceKind, isContinuing: boolean): void {
    this.#metering.restart();
    if (!isContinuing) {
      // How much sound was lost is known only where the source's own packets are counted.
      if (!this.#isTimedBySource()) this.#timeline = new Timeline();
      this.#listener.onSamplesRestart();
    }
    this.#made = nothingMade(this.#changesAt ?? this.#timeline.position);
    this.#changesAt = undefined;
    this.#levels.restart();
    if (!passesOpus) this.#opus.restart();
    if (codec !== "mp3") this.#mp3.restart();
  }

  #isTimedBySource(): boolean {
    return this.#kind?.codec === "mp3" || this.#kind?.passesOpus === true;
  }

  #pushOpus(packet: Uint8Array): void {
    const made = this.#made;
    if (!this.#isTimedBySource()) this.#timeline.add(packetMs, this.#clock.local());
    this.#opus.pushOpus(packet, this.#timeline.timeAt(made.from + made.opus));
    made.opus += packetMs;
  }

  #pushMp3(frame: Mp3Frame): void {
    const made = this.#made;
    const before = made.mp3;
    made.mp3 += frame.durationMs;
    if (this.#timeline.position > 0) this.#mp3.pushMp3(frame, this.#timeline.timeAt(made.from + before));
  }

  #pushLevels(pairs: Uint8Array): void {
    const made = this.#made;
    const before = made.levels;
    made.levels += (pairs.length / 2) * levelMs;
    if (this.#timeline.position > 0) this.#levels.push(pairs, this.#timeline.timeAt(made.from + before));
  }

  #measure(pcm: Buffer): void {
    this.#rates.count("decodedMs", pcm.length / bytesPerMs);
    this.#metering.decoded(pcm);
    this.#listener.onSamples(pcm);
  }

  /** An error caused by one source must not stop the agent, which carries all the others. */
  #guard(read: () => void): void {
    try {
      read();
    } catch (error) {
      this.#fail(error instanceof SourceFault ? error : new SourceFault("unreadable", String(error)));
    }
  }

  #fail(fault: SourceFault): void {
    if (this.#isStopped) return;
    this.#stop();
    this.#listener.onFault(fault);
  }

  #stop(): void {
    this.#isStopped = true;
    this.#source = undefined;
    this.#stopTranscoder();
    this.#transcoder = undefined;
    this.#stopMetering();
    this.#opus.end();
    this.#mp3.end();
  }
}
