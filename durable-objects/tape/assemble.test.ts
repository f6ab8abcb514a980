import { expect, test } from "vitest";
import { concat } from "#packages/audio-formats/bytes.ts";
import { mp3DurationMs } from "#packages/audio-formats/mp3-frames.ts";
import { silentMp3Frame, silentOpusPacket } from "#packages/audio-formats/silence.ts";
import { assemble, startCursor } from "./assemble.ts";
import type { WaitingFrame } from "./waiting-frames.ts";

const frame = silentMp3Frame(Uint8Array.of(0xff, 0xfb, 0x94, 0)).bytes;
const message = concat([frame, frame, frame, frame]);
const messageMs = mp3DurationMs(message);
const startAt = 1_000_000;

interface Sent {
  at: number;
  isDiscontinuity?: boolean;
}

/** The files so far of one connection that sent these packets and these messages with MP3, ms. */
function lengths(packets: Sent[], messages: Sent[]) {
  const waiting = (sent: Sent[], isMp3: boolean) =>
    new Map(
      sent.map(({ at, isDiscontinuity = false }, seq): [number, WaitingFrame] => [
        seq,
        { batch: isMp3 ? 1 : 0, offset: 0, length: 0, at: startAt + at, isDiscontinuity },
      ]),
    );
  const connection = {
    name: "c",
    firstArrivedAt: startAt,
    held: {},
    opus: waiting(packets, false),
    mp3: waiting(messages, true),
    levels: new Map(),
  };
  const options = { now: startAt + 1e6, isFinal: false, maxPackets: 1e5, missingSince: () => 0 };
  const read = ({ batch }: WaitingFrame) => (batch === 1 ? message : silentOpusPacket);
  const { cursor, mp3 } = assemble(startCursor, [connection], { ...options, read });
  return { opus: cursor.packets * 20, mp3: mp3DurationMs(concat(mp3)) };
}

const every = (ms: number, from: number, to: number): Sent[] =>
  Array.from({ length: Math.round((to - from) / ms) }, (_, n) => ({ at: from + n * ms }));

test("MP3 of a pause of the packets that is not filled is left out: both files go on together", () => {
  const [first, ...rest] = every(20, 15_000, 30_000);
  const packets = [...every(20, 0, 10_000), { at: 15_000, ...first, isDiscontinuity: true }, ...rest];
  const { opus, mp3 } = lengths(packets, every(messageMs, 0, 30_000));
  expect(opus).toBe(25_000);
  expect(Math.abs(mp3 - opus)).toBeLessThan(2 * messageMs);
});

test("MP3 whose time has passed when a new encoder begins is left out", () => {
  const joins = 20;
  const packets = every(20, 0, joins * 2_000).map((sent) => ({
    ...sent,
    isDiscontinuity: sent.at % 2_000 === 0,
  }));
  // Each encoder makes three frames more than there is sound.
  const messages = Array.from({ length: joins }, (_, join) =>
    Array.from({ length: 22 }, (_, n) => ({ at: join * 2_000 + n * messageMs, isDiscontinuity: n === 0 })),
  ).flat();
  const { opus, mp3 } = lengths(packets, messages);
  expect(Math.abs(mp3 - opus)).toBeLessThan(2 * messageMs);
});
