/** Sessions of Serato to version 3, as it writes them: big-endian, tag, length, value. */
import { atOf, type HistoryFixture, nameOf, night, preListened, type Track, times } from "./night.ts";

const uint32 = (number: number) => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
};
const text = (value: string) => new Uint8Array(Buffer.from(`${value}\0`, "utf16le").swap16());
const join = (parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const chunk = (tag: Uint8Array, content: Uint8Array) => join([tag, uint32(content.length), content]);
const named = (tag: string, content: Uint8Array) => chunk(new Uint8Array(Buffer.from(tag)), content);
const field = (number: number, content: Uint8Array) => chunk(uint32(number), content);

const version = named("vrsn", text("1.0/Serato Scratch LIVE Review").subarray(0, -2));

function entry(track: Track, row: number, extra: Uint8Array[] = []): Uint8Array {
  const startedAt = atOf(track) / 1_000;
  const fields = [
    field(1, uint32(row)),
    field(2, text(`/Users/dj/Music/${track.artist} - ${track.title}.mp3`)),
    field(6, text(track.title)),
    field(7, text(track.artist)),
    field(8, text(track.album)),
    field(10, text(`0${Math.floor(track.length / 60)}:${String(track.length % 60).padStart(2, "0")}.21`)),
    field(15, uint32(124)),
    field(21, text(track.label)),
    field(22, text(track.composer)),
    field(28, uint32(startedAt)),
    field(29, uint32(startedAt + 330)),
    field(31, uint32(1 + (row % 2))),
    field(45, uint32(330)),
    ...extra,
  ];
  return named("oent", named("adat", join(fields)));
}

const played = (isPlayed: boolean) => field(50, new Uint8Array([isPlayed ? 1 : 0]));
const fixture = (about: string, parts: Uint8Array[], rest: Partial<HistoryFixture> = {}): HistoryFixture => ({
  about,
  name: "812.session",
  bytes: join([version, ...parts]),
  format: "serato-session",
  clock: "utc",
  times,
  ...rest,
});
const all = (extra: (track: Track) => Uint8Array[]) =>
  night.map((track, index) => entry(track, index + 1, extra(track)));

/** Returns a row without tags: only the path says what it was. */
function untagged(track: Track, row: number): Uint8Array {
  const fields = [
    field(1, uint32(row)),
    field(2, text(`C:\\Music\\${row} ${track.artist} - Untagged.mp3`)),
    field(28, uint32(atOf(track) / 1_000)),
  ];
  return named("oent", named("adat", join(fields)));
}

export const seratoSessions: HistoryFixture[] = [
  fixture(
    "with played flags",
    all(() => [played(true)]),
  ),
  fixture(
    "of a version without played flags",
    all(() => []),
  ),
  fixture("with tracks that were only loaded", [
    ...all(() => [played(true)]),
    entry(preListened, 90, [played(false)]),
  ]),
  fixture("whose rows were written again with every change", [
    ...night.map((track, index) => entry({ ...track, title: "?" }, index + 1, [played(false)])),
    ...all(() => [played(true)]),
  ]),
  fixture(
    "with the deck in field 63, newest first",
    all(() => [played(true), field(63, text("1"))]).toReversed(),
    { name: "history.bin" },
  ),
  fixture(
    "without tags",
    night.slice(0, 3).map((track, index) => untagged(track, index + 10)),
    {
      times: times.slice(0, 3),
      names: night
        .slice(0, 3)
        .map((track, index) => `${index + 10} ${nameOf({ ...track, title: "Untagged" })}`),
    },
  ),
];
