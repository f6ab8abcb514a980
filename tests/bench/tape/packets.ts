/** The packets of a recording, as whoever downloads it gets them. */
import { samplesPerPacket } from "#packages/audio-formats/ogg-opus.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import { type OggPage, readPages } from "#tests/helpers/tapes.ts";
import { fileOf } from "../replay/tones.ts";

/** The first two pages have no sound. */
const headPages = 2;
/** Maximum length of a packet in the place of one that is missing: it asks the decoder to conceal it. */
const longestFilled = 3;

export async function recordedPages(cue: CueInstance, id: string): Promise<OggPage[]> {
  return readPages(await fileOf(cue, id, "opus")).slice(headPages);
}

export function wrongGranules(pages: readonly OggPage[]): number {
  let packets = 0;
  return pages.filter((page) => {
    packets += page.packets.length;
    return page.granule !== packets * samplesPerPacket;
  }).length;
}

/** The places of packets that were filled in, counted from 0. */
export function filledPackets(pages: readonly OggPage[]): number[] {
  const packets = pages.flatMap((page) => page.packets);
  return packets.flatMap(({ byteLength }, place) => (byteLength <= longestFilled ? [place] : []));
}

/** Counts the packets that are the same as the one before. */
export function repeatedPackets(pages: readonly OggPage[]): number {
  const packets = pages.flatMap((page) => page.packets.map((packet) => Buffer.from(packet)));
  return packets.filter(
    (packet, place) => packet.byteLength > longestFilled && packets[place - 1]?.equals(packet),
  ).length;
}
