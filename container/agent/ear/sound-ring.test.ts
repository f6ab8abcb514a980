import { expect, test } from "vitest";
import { createRing, pieceSamples, RingReader, RingWriter, slots } from "./sound-ring.ts";

/** Pieces of 100 ms, both channels with this value. */
const pieces = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(new Int16Array(2 * pieceSamples).fill(value).buffer)));

test("sound comes out as it went in, one channel, with the time of each piece, however it is cut", () => {
  const memory = createRing();
  const [writer, reader] = [new RingWriter(memory), new RingReader(memory)];
  const sound = pieces(16_384, -8_192);
  let at = 1_000;
  const stamp = (ms: number) => (at += ms);
  for (let from = 0; from < sound.length; from += 7_001)
    writer.push(sound.subarray(from, from + 7_001), stamp);
  const [first, second] = [reader.read(), reader.read()];
  expect([first?.at, second?.at]).toEqual([1_100, 1_200]);
  expect(new Set(first?.samples)).toEqual(new Set([0.5]));
  expect(new Set(second?.samples)).toEqual(new Set([-0.25]));
  expect(second?.samples).toHaveLength(pieceSamples);
  expect(reader.read()).toBeUndefined();
});

test("what the reader has no room for is dropped and counted, and the writer goes on", () => {
  const memory = createRing();
  const [writer, reader] = [new RingWriter(memory), new RingReader(memory)];
  let at = 0;
  for (let piece = 0; piece < slots + 6; piece++) writer.push(pieces(piece), () => at++);
  expect([reader.lostMs, reader.waitingMs]).toEqual([600, 100 * slots]);
  let count = 0;
  while (reader.read() !== undefined) count += 1;
  expect(count).toBe(slots);
  writer.push(pieces(1), () => 99);
  expect(reader.read()?.at).toBe(99);
});
