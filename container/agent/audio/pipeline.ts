/**
 * From an encoder's bytes to what listeners and performers get: numbered Opus packets and MP3 with the time of
 * their first sample, titles, levels. Lives as long as one connection; its ffmpeg may die and be replaced.
 */
import type { Codec } from "#app/domains/media/contract/control.ts";
import { packetMs, type UplinkFrame } from "#app/domains/media/contract/frames.ts";
import { log } from "../log.ts";
import type { ServerClock } from "../server-clock.ts";
import type { Stalls } from "../stall-watch.ts";
import { MediaClock } from "./media-clock.ts";
import { type MeteringListener, startMetering } from "./metering.ts";
import { type Mp3Frame, Mp3Frames } from "./mpeg-frames.ts";
import { Pacer } from "./pacer.ts";
import { type FeedFormat, SniffedSource, type SourceKind } from "./source.ts";
import { startTranscoder, type Transcoder } from "./transcoder.ts";

export interface PipelineListener extends Omit<MeteringListener, "onFirstSound"> {
  onFrame(frame: UplinkFrame): void;
  /** The first decoded sample. */
  onFirstAudio(codec: Codec): void;
  onTitle(fields: { artist: string; title: string }): void;
}

export interface Pipeline {
  push(bytes: Buffer): void;
  stop(): void;
}

/** MP3 goes to progressive players, who buffer a second: four frames a message, not one. */
const mp3FramesPerMessage = 4;
const restartDelaysMs = [50, 100, 200, 400, 800];
/** After this long without a death, the next one is not part of a series. */
const steadyMs = 10_000;

export function startPipeline(clock: ServerClock, stalls: Stalls, listener: PipelineListener): Pipeline {
  const tracks = { opus: openTrack("opus"), mp3: openTrack("mp3") };
  const metering = startMetering(clock, stalls, {
    onFirstSound: () => kind && listener.onFirstAudio(kind.codec),
    onLevel: (level, quality) => listener.onLevel(level, quality),
    onSilence: (since) => listener.onSilence(since),
    networkMs: () => listener.networkMs(),
  });
  let kind: SourceKind | undefined;
  let transcoder: Transcoder | undefined;
  let restartTimer: NodeJS.Timeout | undefined;
  let deaths = 0;
  let startedAt = 0;
  let isStopped = false;

  function openTrack(name: UplinkFrame["kind"]) {
    return startTrack(name, clock, (frame, ageMs) => {
      if (name === "opus") metering.departed(ageMs);
      listener.onFrame(frame);
    });
  }

  const source = new SniffedSource({
    onKind(found) {
      kind = found;
      start(found);
    },
    onFormat: (format) => metering.declared(format),
    onFeed: (bytes) => transcoder?.write(bytes),
    onMp3: (frame) => tracks.mp3.pushMp3(frame),
    onOpus: (packet) => tracks.opus.pushOpus(packet),
    onOpusEnd() {
      if (kind === undefined) return;
      kind = { ...kind, passesOpus: false };
      transcoder?.stop();
      start(kind);
    },
    onTitle: (fields) => listener.onTitle(fields),
  });

  function start(of: SourceKind): void {
    startedAt = clock.local();
    metering.restart();
    if (!of.passesOpus) tracks.opus.restart();
    if (of.codec !== "mp3") tracks.mp3.restart();
    const mp3 = new Mp3Frames();
    transcoder = startTranscoder({
      format: of.feed satisfies FeedFormat,
      preamble: source.preamble(),
      ...(of.passesOpus ? {} : { onOpus: (packet) => tracks.opus.pushOpus(packet) }),
      ...(of.codec === "mp3"
        ? {}
        : { onMp3: (bytes) => mp3.push(bytes).forEach((frame) => tracks.mp3.pushMp3(frame)) }),
      onSamples: (pcm) => metering.decoded(pcm),
      onExit: () => restart(of),
    });
    log("ffmpeg-started", { pid: transcoder.pid, codec: of.codec, passesOpus: of.passesOpus });
  }

  function restart(of: SourceKind): void {
    transcoder = undefined;
    if (clock.local() - startedAt > steadyMs) deaths = 0;
    const delayMs = restartDelaysMs[Math.min(deaths++, restartDelaysMs.length - 1)];
    log("ffmpeg-ended", { restartInMs: delayMs }, "warn");
    restartTimer = setTimeout(() => !isStopped && start(of), delayMs);
  }

  return {
    push(bytes) {
      metering.arrived(bytes.length);
      source.push(bytes);
    },
    stop() {
      isStopped = true;
      clearTimeout(restartTimer);
      transcoder?.stop();
      metering.stop();
      tracks.opus.stop();
      tracks.mp3.stop();
    },
  };
}

/** Numbers and dates the frames of one kind. `ageMs`: how long before it leaves a frame's sound began to arrive. */
function startTrack(
  kind: UplinkFrame["kind"],
  clock: ServerClock,
  onFrame: (frame: UplinkFrame, ageMs: number) => void,
) {
  let mediaClock = new MediaClock();
  let seq = 0;
  let isDiscontinuity = true;
  let held: Mp3Frame[] = [];
  // Dated on the local clock, and put on the server's when they leave: a correction of it is no gap in the sound.
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
    /** What follows does not continue what was. */
    restart() {
      mediaClock = new MediaClock();
      isDiscontinuity = true;
      held = [];
    },
    stop: () => pacer.stop(),
  };
}
