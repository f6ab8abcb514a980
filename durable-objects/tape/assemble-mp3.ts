/** The MP3 of a recording, laid beside its packets: both files have the same positions. */
import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import { positionAt } from "#app/domains/air/replays/timeline.ts";
import { mp3DurationMs, mp3Frames } from "#packages/audio-formats/mp3-frames.ts";
import { silentMp3Frame } from "#packages/audio-formats/silence.ts";
import type { AssembleOptions, Cursor } from "./cursor.ts";
import { type ArrivedConnection, startOf } from "./waiting-frames.ts";

/** MP3 that is missing this long behind the packets was never sent. */
const mp3BehindMs = 30_000;
/** MP3 that ends earlier was lost: it is not made up. */
const maxEndSilenceMs = 20_000;
/** Half of what one message with MP3 holds. */
const maxEarlyMs = 50;

/** The MP3 up to where the packets are, with silence where there is none, so that both files have the same positions. */
export function assembleMp3(
  cursor: Cursor,
  connections: readonly ArrivedConnection[],
  options: AssembleOptions,
): Uint8Array[] {
  const { mp3 } = cursor;
  const pieces: Uint8Array[] = [];
  for (const connection of connections) {
    const isCurrent = connection.name === cursor.connection;
    const past = cursor.done.find(({ name }) => name === connection.name);
    if (!isCurrent && past === undefined) continue;
    const reachedAt = past?.endedAt ?? cursor.expectedAt ?? Number.NEGATIVE_INFINITY;
    if (connection.name !== mp3.connection) {
      mp3.connection = connection.name;
      mp3.seq = null;
    }
    /** Nothing is left of the message before: this one follows the same break. */
    let isLeftOut = false;
    for (const [seq, frame] of [...connection.mp3].toSorted(([a], [b]) => a - b)) {
      // Its packets end here: what follows of the MP3 comes with the next ones, or never.
      if (frame.at >= reachedAt) break;
      const isMissing = mp3.seq !== null && seq !== mp3.seq;
      const isAwaited = isMissing && (connection.held.mp3 ?? 0) <= (mp3.seq ?? 0);
      if (isAwaited && isCurrent && !options.isFinal && reachedAt - frame.at < mp3BehindMs) break;
      const payload = options.read(frame);
      const durationMs = mp3DurationMs(payload);
      const isBreak: boolean = mp3.seq === null || isMissing || frame.isDiscontinuity || isLeftOut;
      const at = isBreak ? startOf(connection.mp3, seq, durationMs) : frame.at;
      if (isBeforeStart(cursor, at)) continue;
      if (!isInPause(cursor, at, durationMs)) {
        const next: Uint8Array[] = isBreak
          ? [...silenceBefore(cursor, at, payload), ...withoutOverlap(cursor, at, payload)]
          : [payload];
        isLeftOut = next.length === 0;
        pieces.push(...next);
        mp3.ms += next.reduce((sum, each) => sum + mp3DurationMs(each), 0);
      }
      mp3.seq = seq + 1;
    }
  }
  if (options.isFinal) endWithPackets(cursor, pieces);
  mp3.header ??= pieces[0] === undefined ? null : [...pieces[0].subarray(0, 4)];
  return pieces;
}

/** Drops frames at the end, or adds silent ones, until the MP3 ends nearest to where the packets do. */
function endWithPackets({ mp3, packets }: Cursor, pieces: Uint8Array[]): void {
  const missingMs = () => packets * packetMs - mp3.ms;
  const like = pieces.at(-1) ?? (mp3.header && Uint8Array.from(mp3.header));
  if (like === null || missingMs() > maxEndSilenceMs) return;
  const silence = silentMp3Frame(like);
  for (; missingMs() > silence.durationMs / 2; mp3.ms += silence.durationMs) pieces.push(silence.bytes);
  while (missingMs() < -silence.durationMs / 2 && pieces.length > 0) {
    const frames = mp3Frames(pieces.pop() as Uint8Array);
    const dropped = frames.pop();
    pieces.push(...frames.map(({ bytes }) => bytes));
    mp3.ms -= dropped?.durationMs ?? 0;
  }
}

/** MP3 of before the first packet: without it both files begin with the same sound. */
const isBeforeStart = ({ anchors, mp3 }: Cursor, at: number) =>
  mp3.ms === 0 && at < (anchors[0]?.at ?? Number.NEGATIVE_INFINITY) - maxEarlyMs;

/** The packets of this time never came, and their place is not filled. */
const isInPause = ({ pauses = [] }: Cursor, at: number, durationMs: number) =>
  pauses.some(({ from, to }) => at >= from && at + durationMs / 2 < to);

/**
 * Returns what follows a break, without frames of which the time has passed: encoders fill their last frames with
 * silence.
 */
function withoutOverlap({ anchors, mp3 }: Cursor, at: number, payload: Uint8Array): Uint8Array[] {
  const overlapMs = mp3.ms - (positionAt(anchors, at) ?? mp3.ms);
  const frames = mp3Frames(payload);
  const past = Math.round(overlapMs / (frames[0]?.durationMs ?? Number.POSITIVE_INFINITY));
  return past <= 0 ? [payload] : frames.slice(past).map(({ bytes }) => bytes);
}

/** Maximum silence at once: an encoder's MP3 may start late, not by hours. */
const maxSilenceMs = 10 * 60_000;

function silenceBefore({ anchors, mp3 }: Cursor, at: number, like: Uint8Array): Uint8Array[] {
  const missing = Math.min((positionAt(anchors, at) ?? 0) - mp3.ms, maxSilenceMs);
  const { bytes, durationMs } = silentMp3Frame(like);
  return Array.from({ length: Math.max(0, Math.round(missing / durationMs)) }, () => bytes);
}
