/**
 * Turns an encoder's bytes into what listeners and performers get: numbered Opus packets and MP3 with the time of their
 * first sample, titles, levels. Lives as long as one connection; its ffmpeg may die and be replaced.
 */
import type { Codec } from "#app/domains/media/contract/control.ts";
import { packetMs, type UplinkFrame } from "#app/domains/media/contract/frames.ts";
import { log } from "../log.ts";
import type { ServerClock } from "../server-clock.ts";
import type { Stalls } from "../stall-watch.ts";
import { LevelTrack } from "./level-track.ts";
import { MediaClock } from "./media-clock.ts";
import { bytesPerMs, type MeteringListener, startMetering } from "./metering.ts";
import { type Mp3Frame, Mp3Frames } from "./mpeg-frames.ts";
import { Pacer } from "./pacer.ts";
import { type FeedFormat, SniffedSource, type SourceKind } from "./source.ts";
import { SourceFault, SourceRates } from "./source-limits.ts";
import { startTranscoder, type Transcoder } from "./transcoder.ts";

export interface PipelineListener extends Omit<MeteringListener, "onDecoded" | "onFirstSound" | "onPairs"> {
  onFrame(frame: UplinkFrame): void;
  /** The first decoded sample, audible or not. */
  onDecoded(codec: Codec): void;
  /** The first sound that can be heard. */
  onFirstAudio(codec: Codec): void;
  onTitle(fields: { artist: string; title: string }): void;
  /** The source exceeds a limit and has to be ended; it is no longer read. */
  onFault(fault: SourceFault): void;
}

export interface Pipeline {
  push(bytes: Buffer): void;
  stop(): void;
}

/** MP3 goes to progressive players, which buffer a second: four frames per message instead of one. */
const mp3FramesPerMessage = 4;
const restartDelaysMs = [50, 100, 200, 400, 800];
/** After this long without a death, the count of deaths starts again. */
const steadyMs = 10_000;
/** What kills one ffmpeg after another will kill the next one too. */
const maxDeaths = 10;

export function startPipeline(clock: ServerClock, stalls: Stalls, listener: PipelineListener): Pipeline {
  const tracks = { opus: openTrack("opus"), mp3: openTrack("mp3") };
  const levels = new LevelTrack(clock, (frame) => listener.onFrame(frame));
  const metering = startMetering(clock, stalls, {
    onDecoded: () => kind && listener.onDecoded(kind.codec),
    onFirstSound: () => kind && listener.onFirstAudio(kind.codec),
    onLevel: (level, quality) => listener.onLevel(level, quality),
    onPairs: (pairs) => levels.push(pairs),
    onSilence: (since) => listener.onSilence(since),
    networkMs: () => listener.networkMs(),
  });
  let kind: SourceKind | undefined;
  let transcoder: Transcoder | undefined;
  let restartTimer: NodeJS.Timeout | undefined;
  let deaths = 0;
  let startedAt = 0;
  let isStopped = false;
  const rates = new SourceRates(() => clock.local());

  function openTrack(name: UplinkFrame["kind"]) {
    return startTrack(name, clock, (frame, ageMs) => {
      if (name === "opus") metering.departed(ageMs);
      listener.onFrame(frame);
    });
  }

  /** Undefined after the end, so that its memory is freed. */
  let source: SniffedSource | undefined = new SniffedSource(
    {
      onKind(found) {
        kind = found;
        start(found);
      },
      onFormat: (format) => metering.declared(format),
      onFeed: (bytes) => transcoder?.write(bytes),
      onMp3(frame) {
        rates.count("passedMs", frame.durationMs);
        tracks.mp3.pushMp3(frame);
      },
      onOpus(packet) {
        rates.count("passedMs", packetMs);
        tracks.opus.pushOpus(packet);
      },
      onOpusEnd() {
        if (kind === undefined) return;
        kind = { ...kind, passesOpus: false };
        transcoder?.stop();
        start(kind);
      },
      onTitle: (fields) => listener.onTitle(fields),
    },
    rates,
  );

  function start(of: SourceKind): void {
    startedAt = clock.local();
    metering.restart();
    levels.restart();
    if (!of.passesOpus) tracks.opus.restart();
    if (of.codec !== "mp3") tracks.mp3.restart();
    const mp3 = new Mp3Frames();
    transcoder = startTranscoder({
      format: of.feed satisfies FeedFormat,
      preamble: source?.preamble() ?? Buffer.alloc(0),
      ...(of.passesOpus ? {} : { onOpus: (packet) => tracks.opus.pushOpus(packet) }),
      ...(of.codec === "mp3"
        ? {}
        : { onMp3: (bytes) => mp3.push(bytes).forEach((frame) => tracks.mp3.pushMp3(frame)) }),
      onSamples: (pcm) =>
        guard(() => {
          rates.count("decodedMs", pcm.length / bytesPerMs);
          metering.decoded(pcm);
        }),
      onExit: () => restart(of),
      onBusy: () => fail(new SourceFault("flood", "decoding takes too much of the processor")),
    });
    log("ffmpeg-started", { pid: transcoder.pid, codec: of.codec, passesOpus: of.passesOpus });
  }

  function restart(of: SourceKind): void {
    transcoder = undefined;
    if (clock.local() - startedAt > steadyMs) deaths = 0;
    if (deaths >= maxDeaths) return fail(new SourceFault("unreadable", "ffmpeg cannot read it"));
    const delayMs = restartDelaysMs[Math.min(deaths++, restartDelaysMs.length - 1)];
    log("ffmpeg-ended", { restartInMs: delayMs }, "warn");
    restartTimer = setTimeout(() => !isStopped && start(of), delayMs);
  }

  /** An error caused by one source must not stop the agent, which carries all the others. */
  function guard(read: () => void): void {
    try {
      read();
    } catch (error) {
      fail(error instanceof SourceFault ? error : new SourceFault("unreadable", String(error)));
    }
  }

  function fail(fault: SourceFault): void {
    if (isStopped) return;
    stop();
    listener.onFault(fault);
  }

  function stop(): void {
    isStopped = true;
    source = undefined;
    clearTimeout(restartTimer);
    transcoder?.stop();
    transcoder = undefined;
    metering.stop();
    tracks.opus.stop();
    tracks.mp3.stop();
  }

  return {
    push(bytes) {
      if (isStopped) return;
      metering.arrived(bytes.length);
      guard(() => source?.push(bytes));
    },
    stop,
  };
}

/**
 * Numbers and timestamps the frames of one kind. `ageMs`: how long before sending a frame's sound started to arrive.
 */
function startTrack(
  kind: UplinkFrame["kind"],
  clock: ServerClock,
  onFrame: (frame: UplinkFrame, ageMs: number) => void,
) {
  let mediaClock = new MediaClock();
  let seq = 0;
  let isDiscontinuity = true;
  let held: Mp3Frame[] = [];
  // Timestamps use the local clock, and are converted to the server's on sending: a clock correction is no gap in the
  // sound.
  const pacer = new Pacer<UplinkFrame>(
    (frame) => {
      const local = clock.local();
      onFrame({ ...frame, at: frame.at + clock.now() - local }, local - frame.at);
    },
    () => clock.local(),
  );
  const push = (payload: Uint8Array, durationMs: number) => {
    const at = mediaClock.stamp(clock.local(), durationMs);
    pacer.push({ kind, isDiscontinuity, seq, at, payload }, at);
    seq = (seq + 1) >>> 0;
    isDiscontinuity = false;
  };
  return {
    pushOpus: (packet: Buffer) => push(packet, packetMs),
    pushMp3(frame: Mp3Frame) {
      held.push(frame);
      if (held.length < mp3FramesPerMessage) return;
      const durationMs = held.reduce((sum, { durationMs }) => sum + durationMs, 0);
      push(Buffer.concat(held.map(({ bytes }) => bytes)), durationMs);
      held = [];
    },
    /** The sound from here on does not continue the sound before. */
    restart() {
      mediaClock = new MediaClock();
      isDiscontinuity = true;
      held = [];
    },
    stop: () => pacer.stop(),
  };
}
