import { expect, test } from "vitest";
import { concat } from "./bytes.ts";
import { OggPackets, PacketTooLarge, withFirstPacketApart } from "./ogg-packets.ts";
import { lacingOf, OggPages, pageFlags, writeOggPage } from "./ogg-pages.ts";

const packetOf = (length: number, value: number) => new Uint8Array(length).fill(value);

/** A page with these packets; the last one goes on where `isOpen`. */
function pageOf(packets: Uint8Array[], { serial = 1, flags = 0, sequence = 0, isOpen = false } = {}) {
  return writeOggPage({ serial, sequence, flags, granule: 960n }, lacingOf(packets, { isOpen }), packets);
}

function read(bytes: Uint8Array, options: ConstructorParameters<typeof OggPages>[0] = {}, piece = 7) {
  const pages = new OggPages(options);
  const found = [];
  for (let at = 0; at < bytes.length; at += piece) found.push(...pages.push(bytes.subarray(at, at + piece)));
  return found;
}

test("a page is read as it was written, also behind bytes that are none", () => {
  const page = pageOf([packetOf(255, 1), packetOf(3, 2)], { flags: pageFlags.first, sequence: 4 });
  const [found] = read(concat([new TextEncoder().encode("OggOggSx"), page]), { offset: 100 });
  expect(found).toMatchObject({ offset: 108, serial: 1, sequence: 4, granule: 960n, isAfterGap: true });
  expect(found).toMatchObject({ isFirst: true, isLast: false, isContinued: false, bytes: page });
});

test("only the pages of one stream are pages, where that is wanted", () => {
  const bytes = concat([1, 2, 1].map((serial) => pageOf([packetOf(9, serial)], { serial })));
  const serials = (stream?: number | "first") => read(bytes, { stream }).map(({ serial }) => serial);
  expect([serials(), serials("first"), serials(2)]).toEqual([[1, 2, 1], [1, 1], [2]]);
});

test("a packet over two pages ends on the second, and is left out where bytes between them are lost", () => {
  const [start, end] = [packetOf(255, 1), packetOf(20, 2)];
  const first = pageOf([start], { isOpen: true });
  const second = pageOf([end, packetOf(5, 3)], { flags: pageFlags.continued });
  const packets = new OggPackets();
  const whole = read(concat([first, second])).map((page) => packets.push(page));
  expect(whole.map((each) => each.packets)).toEqual([[], [concat([start, end]), packetOf(5, 3)]]);
  const lossy = new OggPackets();
  const rest = read(concat([first, Uint8Array.of(1, 2, 3), second])).map((page) => lossy.push(page));
  expect(rest.at(-1)).toEqual({ packets: [packetOf(5, 3)], isPartial: true });
});

test("a packet that never ends is refused, whatever pages it comes in", () => {
  const packets = new OggPackets({ maxBytes: 1_000 });
  const [page] = read(pageOf([packetOf(510, 1)], { isOpen: true, flags: pageFlags.continued }));
  const [start] = read(pageOf([packetOf(510, 1)], { isOpen: true }));
  if (page === undefined || start === undefined) throw new Error("no page");
  // A packet whose start is unknown is not kept.
  for (let count = 0; count < 5; count++) expect(packets.push(page).packets).toEqual([]);
  packets.push(start);
  expect(() => packets.push(page)).toThrow(PacketTooLarge);
});

test("the first packet gets a page of its own that ends at sample 0", () => {
  const [page] = read(pageOf([packetOf(300, 1), packetOf(10, 2)], { sequence: 3 }));
  if (page === undefined) throw new Error("no page");
  const pages = read(withFirstPacketApart(page));
  expect(pages.map(({ granule, sequence, flags }) => [granule, sequence, flags])).toEqual([
    [0n, 3, pageFlags.last],
    [960n, 3, 0],
  ]);
  const packets = new OggPackets();
  expect(pages.flatMap((each) => packets.push(each).packets)).toEqual([packetOf(300, 1), packetOf(10, 2)]);
});
