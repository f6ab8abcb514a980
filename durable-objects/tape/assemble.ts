/**
 * The order in which arrived frames become one recording: pure, on a cursor that is stored with the recording. Packets
 * are put in the order of their numbers, however late they came; short pauses are filled, longer ones are noted.
 */
import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import { minGapMs, timeAt } from "#app/domains/air/replays/timeline.ts";
import { silentOpusPacket } from "#packages/audio-formats/silence.ts";
import { assembleMp3 } from "./assemble-mp3.ts";
import type { AssembleOptions, Cursor } from "./cursor.ts";
import { type ArrivedConnection, startOf, type WaitingFrame } from "./waiting-frames.ts";

/**
 * Time after a first frame in which earlier ones of the same connection may still come: the room may have started up
 * meanwhile.
 */
export const settleMs = 8_000;
/** A source keeps what was not confirmed for ten minutes: what is missing for longer will not come. */
export const missingMs = 11 * 60_000;
/** The same where the encoder has connected again since: its earlier connection sends only what it still had. */
export const replacedMs = 15_000;
/** Packets are further apart, or closer, only where the clock of the source was corrected: that is noted, not filled. */
const maxDriftMs = 40;
const driftEveryPackets = 1_000;
export const startCursor: Cursor = {
  connection: null,
  seq: null,
  packets: 0,
  expectedAt: null,
  fill: 0,
  anchors: [],
  mp3: { connection: null, seq: null, ms: 0, header: null },
  done: [],
};

export interface Assembled {
  cursor: Cursor;
  packets: Uint8Array[];
  mp3: Uint8Array[];
  /** Time when waiting for something missing is given up, epoch ms; null where nothing is waited for. */
  waitUntil: number | null;
}

/** The next packets, and the MP3 of the same time. `connections` in the order in which they began. */
export function assemble(
  from: Cursor,
  connections: readonly ArrivedConnection[],
  options: AssembleOptions,
): Assembled {
  const cursor = structuredClone(from);
  const packets: Uint8Array[] = [];
  let waitUntil: number | null = null;
  let last: Uint8Array | null = null;
  while (packets.length < options.maxPackets) {
    const step = nextStep(cursor, connections, options);
    if (step.type === "wait") {
      waitUntil = step.until;
      break;
    }
    if (step.type === "fill") packets.push(concealingPacket(last));
    else {
      last = options.read(step.frame);
      packets.push(last);
    }
  }
  const isEnd = options.isFinal && packets.length < options.maxPackets;
  const mp3 = assembleMp3(cursor, connections, { ...options, isFinal: isEnd });
  return { cursor, packets, mp3, waitUntil };
}

type Step =
  | { type: "wait"; until: number | null }
  | { type: "fill" }
  | { type: "frame"; frame: WaitingFrame };

function nextStep(cursor: Cursor, connections: readonly ArrivedConnection[], options: AssembleOptions): Step {
  if (cursor.fill > 0) {
    cursor.fill -= 1;
    cursor.packets += 1;
    return { type: "fill" };
  }
  const current = connections.find(({ name }) => name === cursor.connection);
  const next = connections.find(
    ({ name, opus }) => name !== cursor.connection && !isDone(cursor, name) && opus.size > 0,
  );
  if (current === undefined || current.opus.size === 0) return toNext(cursor, connections, next, options);
  if (cursor.seq === null) {
    const until = current.firstArrivedAt + settleMs;
    if (!options.isFinal && options.now < until) return { type: "wait", until };
    cursor.seq = minOf(current.opus.keys());
    return take(cursor, current, cursor.seq, true);
  }
  if (current.opus.has(cursor.seq)) return take(cursor, current, cursor.seq, false);
  const { seq } = cursor;
  const later = minOf([...current.opus.keys()].filter((each) => each > seq));
  if (later === Number.POSITIVE_INFINITY) return toNext(cursor, connections, next, options);
  const until = missingUntil(current, seq, next, options);
  if (!options.isFinal && options.now < until) return { type: "wait", until };
  return take(cursor, current, later, true);
}

/** Returns until when a packet that is missing between others is waited for. */
function missingUntil(
  { name, held }: ArrivedConnection,
  seq: number,
  next: ArrivedConnection | undefined,
  { missingSince }: AssembleOptions,
): number {
  if (held.opus !== undefined && held.opus > seq) return 0;
  const until = missingSince(name, seq) + missingMs;
  return next === undefined ? until : Math.min(until, next.firstArrivedAt + replacedMs);
}

/** The current connection has nothing more at present: the next one follows once nothing more can come of this one. */
function toNext(
  cursor: Cursor,
  connections: readonly ArrivedConnection[],
  next: ArrivedConnection | undefined,
  options: AssembleOptions,
): Step {
  if (next === undefined) return { type: "wait", until: null };
  const first = next.opus.get(minOf(next.opus.keys()));
  const continues =
    cursor.expectedAt !== null && first !== undefined && first.at - cursor.expectedAt < 5 * packetMs;
  const until = next.firstArrivedAt + replacedMs;
  const isOver = cursor.connection === null || continues || options.isFinal || options.now >= until;
  if (!isOver) return { type: "wait", until };
  if (cursor.connection !== null) {
    const ended = { name: cursor.connection, endedAt: cursor.expectedAt ?? 0 };
    cursor.done = [...cursor.done, ended].slice(-50);
  }
  cursor.connection = next.name;
  cursor.seq = null;
  return nextStep(cursor, connections, options);
}

/** Takes this packet, or what has to be filled in before it. */
function take(cursor: Cursor, connection: ArrivedConnection, seq: number, isBreak: boolean): Step {
  const frame = connection.opus.get(seq) as WaitingFrame;
  cursor.seq = seq;
  const isCut = isBreak || frame.isDiscontinuity || cursor.expectedAt === null;
  const at = isCut ? startOf(connection.opus, seq, packetMs) : frame.at;
  const pauseMs = at - (cursor.expectedAt ?? at);
  if (isCut && pauseMs > packetMs / 2 && pauseMs <= minGapMs) {
    cursor.fill = Math.round(pauseMs / packetMs);
    if (cursor.fill > 0) {
      // What is filled is heard as if it had been received.
      cursor.expectedAt = at;
      cursor.fill -= 1;
      cursor.packets += 1;
      return { type: "fill" };
    }
  }
  if (isCut && cursor.expectedAt !== null && pauseMs > minGapMs)
    cursor.pauses = [...(cursor.pauses ?? []), { from: cursor.expectedAt, to: at }].slice(-50);
  noteTime(cursor, at, isCut);
  cursor.expectedAt = frame.at + packetMs;
  cursor.seq = seq + 1;
  cursor.packets += 1;
  return { type: "frame", frame };
}

function noteTime(cursor: Cursor, at: number, isCut: boolean): void {
  const position = cursor.packets * packetMs;
  if (cursor.anchors.length === 0) {
    cursor.anchors.push({ position, at: Math.round(at) });
    return;
  }
  if (!isCut && cursor.packets % driftEveryPackets !== 0) return;
  if (Math.abs(at - timeAt(cursor.anchors, position)) <= maxDriftMs) return;
  cursor.anchors.push({ position, at: Math.round(at) });
}

/** Asks the decoder to conceal one packet (RFC 7845, 4.1): the first byte of the last one, without sound. */
function concealingPacket(last: Uint8Array | null): Uint8Array {
  const first = last?.[0];
  // Only where one frame is the whole packet does its first byte say 20 ms.
  return first === undefined || (first & 3) !== 0 ? silentOpusPacket : Uint8Array.of(first & 0xfc);
}

/** Whether this connection is complete. */
export const isDone = ({ done }: Pick<Cursor, "done">, connection: string): boolean =>
  done.some(({ name }) => name === connection);

function minOf(numbers: Iterable<number>): number {
  let min = Number.POSITIVE_INFINITY;
  for (const number of numbers) min = Math.min(min, number);
  return min;
}
