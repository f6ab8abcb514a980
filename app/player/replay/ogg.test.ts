import fc from "fast-check";
import { expect, test } from "vitest";
import { makeFile, makePage, packetOf } from "#tests/helpers/ogg-writer.ts";
import { OggReader } from "./ogg.ts";

const all = (bytes: Uint8Array, step = bytes.length, from = 0) => {
  const reader = new OggReader(from);
  const pages = [];
  for (let at = from; at < bytes.length; at += step)
    pages.push(...reader.push(bytes.subarray(at, at + step)));
  return pages;
};

/** Quicker to compare than bytes. */
const hex = (packets: readonly Uint8Array[]) => packets.map((packet) => Buffer.from(packet).toString("hex"));

test("pages have the packets and positions that were written, however the bytes arrive", () => {
  const { bytes, packets } = makeFile({ seconds: 5, lengthOf: (index) => 30 + (index % 260) });
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 9_000 }), (step) => {
      const pages = all(bytes, step);
      expect(hex(pages.flatMap((page) => page.packets))).toEqual(hex(packets));
      expect(pages.slice(0, 5).map(({ start, end }) => [start, end])).toEqual([
        [0, 993.5],
        [993.5, 1_993.5],
        [1_993.5, 2_993.5],
        [2_993.5, 3_993.5],
        [3_993.5, 4_993.5],
      ]);
      expect(pages.map(({ isLast }) => isLast)).toEqual([false, false, false, false, false, true]);
    }),
    { numRuns: 30 },
  );
});

test("each page says where it and the next one are in the file", () => {
  const { bytes } = makeFile({ seconds: 4 });
  const pages = all(bytes, 1_000);
  for (const { offset, nextOffset } of pages) {
    expect(String.fromCharCode(...bytes.subarray(offset, offset + 4))).toBe("OggS");
    expect(all(bytes, 500, offset)[0]).toMatchObject({ offset, nextOffset });
  }
  expect(pages.at(-1)?.nextOffset).toBe(bytes.length);
});

test("a reader that starts anywhere finds the next page", () => {
  const { bytes } = makeFile({ seconds: 4 });
  const pages = all(bytes);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: bytes.length - 1 }), (from) => {
      const next = pages.filter(({ offset }) => offset >= from);
      expect(all(bytes, 700, from).map(({ offset }) => offset)).toEqual(next.map(({ offset }) => offset));
    }),
  );
});

test("packets of 255 bytes and multiples of it end where they end", () => {
  const packets = [0, 1, 254, 255, 256, 510, 765].map((length, index) => packetOf(index, length));
  const page = makePage({ granule: 7 * 960 + 312, packets });
  expect(all(page)[0]?.packets).toEqual(packets);
});

test("a packet that goes over the end of a page belongs to the page where it ends", () => {
  const long = packetOf(3, 700);
  const first = makePage({ granule: 960, packets: [packetOf(1, 100), long.subarray(0, 510)], isOpen: true });
  const second = makePage({
    granule: 3 * 960,
    packets: [long.subarray(510), packetOf(2, 90)],
    isContinued: true,
  });
  const pages = all(new Uint8Array([...first, ...second]), 33);
  expect(pages.map((page) => page.packets)).toEqual([[packetOf(1, 100)], [long, packetOf(2, 90)]]);
  // Read from the second page on, its start is missing.
  expect(all(second)[0]).toMatchObject({ isPartial: true, packets: [packetOf(2, 90)] });
});

test("bytes in a packet that look like a page are not one", () => {
  const fake = makePage({ granule: 960, packets: [packetOf(9, 40)], serial: 99 });
  const { bytes } = makeFile({ seconds: 2, inside: fake });
  const pages = all(bytes);
  const first = pages[1]?.offset ?? 0;
  const reader = new OggReader(first + 100, 7);
  const found = reader.push(bytes.subarray(first + 100));
  expect(found.map(({ offset }) => offset)).toEqual(pages.slice(2).map(({ offset }) => offset));
});
