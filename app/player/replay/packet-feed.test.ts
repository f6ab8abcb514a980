import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeFile } from "#tests/helpers/ogg-writer.ts";
import type { PlayoutBatch } from "../playout/chunk.ts";
import { type OggPage, OggReader } from "./ogg.ts";
import { PacketFeed } from "./packet-feed.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A feed of a file whose first `known` pages are in memory. */
function setUp(seconds: number, known = Number.POSITIVE_INFINITY) {
  const pages = new OggReader(0).push(makeFile({ seconds }).bytes);
  const world = { position: 0, known, isPaused: false, went: [] as number[] };
  const inMemory = () => pages.slice(0, world.known);
  const isLast = (page: OggPage) => page === pages.at(-1);
  const feed = new PacketFeed({
    file: {
      goTo: (position) => world.went.push(position),
      heard: () => {},
      pageAt: (position) => inMemory().find(({ start, end }) => start <= position && position < end),
      pageAfter: (page) =>
        isLast(page) ? "end" : inMemory().find(({ offset }) => offset === page.nextOffset),
      isPast: (position) => world.known >= pages.length && position >= (pages.at(-1)?.end ?? 0),
    },
    position: () => world.position,
    isPaused: () => world.isPaused,
  });
  const sent: PlayoutBatch[] = [];
  const port = { postMessage: (batch: PlayoutBatch) => sent.push(batch), close: () => {} };
  const listen = () => feed.listen({ listenClass: "normal", behindMs: 0 }, port as unknown as MessagePort);
  return { feed, world, sent, listen };
}

const indexes = (batch: PlayoutBatch | undefined) =>
  batch?.packets.map((packet) => new DataView(packet.buffer).getUint32(0));

test("packets are sent in order up to 15 s ahead of the ear, and more as they are heard", () => {
  const { world, sent, listen } = setUp(60);
  listen();
  expect(sent.length).toBe(16);
  expect(sent[0]).toMatchObject({ isDiscontinuity: true, seq: 0, at: -6.5, unheard: 0, jump: 1 });
  expect(sent[1]).toMatchObject({ isDiscontinuity: false, seq: 50, at: 993.5 });
  world.position = 10_000;
  vi.advanceTimersByTime(300);
  expect(sent.length).toBe(26);
  expect(sent.flatMap((batch) => indexes(batch) ?? [])).toEqual(
    Array.from({ length: 26 * 50 }, (_, index) => index),
  );
});

test("a jump starts 80 ms early, and says what is not to be heard", () => {
  const { feed, world, sent, listen } = setUp(60);
  listen();
  sent.length = 0;
  world.position = 30_500;
  expect(feed.jumpTo(30_500)).toBe(2);
  expect(world.went.at(-1)).toBe(30_420);
  const [first] = sent;
  expect(first).toMatchObject({ isDiscontinuity: true, jump: 2, unheard: 4 });
  const heardFrom = (first?.at ?? 0) + 4 * 20;
  expect(Math.abs(heardFrom - 30_500)).toBeLessThanOrEqual(10);
});

test("a jump to the first packets of a second takes the 80 ms from the second before", () => {
  const { feed, world, sent, listen } = setUp(60);
  listen();
  sent.length = 0;
  world.position = 30_010;
  feed.jumpTo(30_010);
  expect(sent[0]?.packets.length).toBeLessThan(5);
  const unheard = sent.slice(0, 2).reduce((sum, batch) => sum + (batch.unheard ?? 0), 0);
  expect(unheard).toBe(4);
  expect(sent[1]).toMatchObject({ isDiscontinuity: false });
});

test("where the network stalls, it goes on with the next packet", () => {
  const { feed, world, sent, listen } = setUp(60, 3);
  listen();
  expect(sent.length).toBe(3);
  world.known = 5;
  feed.look();
  expect(sent.map(({ seq }) => seq)).toEqual([0, 50, 100, 150, 200]);
  expect(sent.slice(1).some(({ isDiscontinuity }) => isDiscontinuity)).toBe(false);
});

test("it knows when everything was sent, and when there is nothing after a position", () => {
  const { feed, world, listen } = setUp(5);
  listen();
  expect(feed.hasSentAll).toBe(true);
  world.position = 1_000;
  feed.jumpTo(1_000);
  expect(feed.hasSentAll).toBe(true);
  feed.jumpTo(6_000);
  expect(feed.hasSentAll).toBe(true);
});

test("no engine is to blame for silence while nothing is known, or while it is paused", () => {
  const { feed, world, listen } = setUp(60, 0);
  listen();
  expect(feed.isFlowing()).toBe(false);
  world.known = 20;
  feed.look();
  expect(feed.isFlowing()).toBe(true);
  world.isPaused = true;
  expect(feed.isFlowing()).toBe(false);
});
