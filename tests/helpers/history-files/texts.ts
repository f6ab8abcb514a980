/** Lists of files, of VirtualDJ, cue sheets and plain text, with the layouts of the software that writes them. */
import {
  atOf,
  clockOf,
  fixture,
  type HistoryFixture,
  hourOf,
  minutes,
  nameOf,
  night,
  offsets,
  type Track,
  times,
  two,
  utf8,
} from "./night.ts";

const list = (
  about: string,
  name: string,
  lines: string[],
  encode = utf8,
  rest: Partial<HistoryFixture> = {},
) => fixture(about, encode(lines.join("\n")), { name, format: "m3u", clock: null, times: null, ...rest });
const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const ascii = night.filter(({ artist }) => artist.startsWith("Ana"));

export const m3us: HistoryFixture[] = [
  list("of Mixxx", "history.m3u8", [
    "#EXTM3U",
    ...night.flatMap((track) => [`#EXTINF:${track.length},${nameOf(track)}`, `/music/${track.isrc}.mp3`]),
  ]),
  list(
    "with paths alone",
    "list.m3u8",
    night.slice(0, 3).map((track, index) => `D:\\Music\\0${index + 1}. ${nameOf(track)}.flac`),
    utf8,
    { names: night.slice(0, 3).map(nameOf) },
  ),
  list(
    "with addresses",
    "list.m3u",
    [
      "#EXTM3U",
      ...night.slice(0, 5).map((track) => `file:///music/${encodeURIComponent(nameOf(track))}.mp3`),
    ],
    utf8,
    { names: night.slice(0, 5).map(nameOf) },
  ),
  list(
    "in Windows-1252",
    "list.m3u",
    ["#EXTM3U", ...ascii.flatMap((track) => [`#EXTINF:-1,${nameOf(track)}`, "x.mp3"])],
    latin,
    { names: ascii.map(nameOf) },
  ),
];

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const virtualDj = (
  about: string,
  tags: (track: Track, index: number) => string,
  rest: Partial<HistoryFixture> = {},
) =>
  fixture(
    about,
    utf8(
      [
        "#EXTM3U",
        ...night.flatMap((track, index) => [
          `#EXTVDJ:${tags(track, index)}<filesize>8123456</filesize><artist>${escape(track.artist)}</artist><title>${escape(track.title)}</title>`,
          `F:\\Music\\${track.isrc}.mp3`,
        ]),
      ].join("\r\n"),
    ),
    { name: "2026-11-20.m3u", format: "virtualdj-m3u", clock: "utc", times, ...rest },
  );
const timeTag = (track: Track) => `<time>${hourOf(atOf(track) + 3_600_000)}</time>`;
const playedTag = (track: Track) => `<lastplaytime>${atOf(track) / 1_000}</lastplaytime>`;

export const virtualDjs: HistoryFixture[] = [
  virtualDj("with seconds", (track) => timeTag(track) + playedTag(track)),
  virtualDj(
    "with milliseconds",
    (track) => `<lastplaytime>${atOf(track)}</lastplaytime><songlength>245.3</songlength>`,
  ),
  virtualDj(
    "where some plays have only a time of day",
    (track, index) => timeTag(track) + (index % 3 === 0 ? playedTag(track) : ""),
    {
      times: times.map((at, index) => (index % 3 === 0 ? at : at - (at % 60_000))),
    },
  ),
  virtualDj(
    "with times of the day alone",
    (track) => `<time>${hourOf(atOf(track))}</time><lastplaytime>0</lastplaytime>`,
    {
      clock: "time-of-day",
      times: minutes.map((at) => at - Date.UTC(2026, 10, 20)),
    },
  ),
  fixture(
    "tracklist.txt with the days before",
    utf8(
      [
        "VirtualDJ History 2026/11/13",
        "------------------------------",
        "21:00 : Someone - Last Week",
        "VirtualDJ History 2026/11/20",
        "------------------------------",
        ...night.map((track) => `${hourOf(atOf(track))} : ${nameOf(track)}`),
      ].join("\r\n"),
    ),
    {
      name: "tracklist.txt",
      format: "virtualdj-text",
      clock: "local",
      times: [Date.UTC(2026, 10, 13, 21), ...minutes],
      names: ["Someone - Last Week", ...night.map(nameOf)],
    },
  ),
];

const frames = (seconds: number) => `${clockOf(seconds)}:37`;
const cueOf = (files: (index: number) => string) =>
  [
    'PERFORMER "Ana"',
    'TITLE "Friday"',
    ...night.flatMap((track, index) => [
      files(index),
      `  TRACK ${String(index + 1).padStart(2, "0")} AUDIO`,
      `    TITLE "${track.title}"`,
      `    PERFORMER "${track.artist}"`,
      `    ISRC ${track.isrc}`,
      `    INDEX 01 ${frames(track.from)}`,
    ]),
  ]
    .filter((line) => line !== "")
    .join("\r\n");

export const cues: HistoryFixture[] = [
  fixture("of one recording", utf8(cueOf((index) => (index === 0 ? 'FILE "set.wav" WAVE' : ""))), {
    name: "set.cue",
    format: "cue",
    clock: null,
    times: offsets.map((at) => at + 493),
    isRelative: true,
  }),
  fixture(
    "with a mark, named as a text",
    utf8(`\uFEFF${cueOf((index) => (index === 0 ? 'FILE "set.mp3" MP3' : ""))}`),
    {
      name: "set.txt",
      format: "cue",
      clock: null,
      times: offsets.map((at) => at + 493),
      isRelative: true,
    },
  ),
  fixture("of a recording in parts", utf8(cueOf((index) => `FILE "part ${index}.wav" WAVE`)), {
    name: "set.cue",
    format: "cue",
    clock: null,
    times: null,
  }),
];

const rekordboxCue = (index: (track: Track) => string) =>
  [
    "REM DATE 2026-11-20 11:30 PM",
    'REM RECORDED_BY "rekordbox-dj"',
    'TITLE "REC-2026-11-20"',
    'PERFORMER "Ana"',
    'FILE "01 REC-2026-11-20.wav" WAVE',
    ...night.flatMap((track, number) => [
      `\tTRACK ${String(number + 1).padStart(2, "0")} AUDIO`,
      `\t\tTITLE "${track.title}"`,
      `\t\tPERFORMER "${track.artist}"`,
      `\t\tFILE "/Users/ana/Music/${track.isrc}.mp3" WAVE`,
      `\t\tINDEX 01 ${index(track)}`,
    ]),
  ].join("\r\n");
const cueFacts = { name: "set.cue", format: "cue", clock: null, times: offsets, isRelative: true } as const;

export const rekordboxCues: HistoryFixture[] = [
  fixture("of rekordbox, in frames", utf8(rekordboxCue(({ from }) => `${clockOf(from)}:00`)), cueFacts),
  fixture(
    "of rekordbox, in hours",
    utf8(rekordboxCue(({ from }) => `${two(from / 3_600)}:${clockOf(from % 3_600)}`)),
    cueFacts,
  ),
  fixture("in minutes and seconds", utf8(rekordboxCue(({ from }) => clockOf(from))), cueFacts),
];

export const audacityLabels: HistoryFixture[] = [
  fixture(
    "with regions",
    utf8(
      night
        .map(
          (track) => `${track.from}.000000\t${track.from + 300}.500000\t${nameOf(track)}\n\\\t20.0\t4000.0`,
        )
        .join("\n"),
    ),
    { name: "labels.txt", format: "audacity-labels", clock: null, times: offsets, isRelative: true },
  ),
];

export const jsonFiles: HistoryFixture[] = [
  fixture(
    "with fields of their own",
    utf8(JSON.stringify({ set: "Friday", tracks: night.map(({ artist, title }) => ({ artist, title })) })),
    { name: "set.json", format: "json", clock: null, times: null },
  ),
];

const plain = (about: string, lines: string[], rest: Partial<HistoryFixture>) =>
  fixture(about, utf8(lines.join("\n")), {
    name: "tracklist.txt",
    format: "text",
    clock: null,
    times: null,
    ...rest,
  });
const relative = { times: offsets, isRelative: true } as const;
const hours = (seconds: number) => `${Math.floor(seconds / 3_600)}:${clockOf(seconds % 3_600)}`;

export const plainTexts: HistoryFixture[] = [
  plain(
    "with minutes and seconds",
    night.map((track) => `${clockOf(track.from)} ${nameOf(track)}`),
    relative,
  ),
  plain(
    "with hours in brackets, below a heading",
    ["Friday at the Bus Stop", "", ...night.map((track) => `[${hours(track.from)}] ${nameOf(track)}`)],
    relative,
  ),
  plain(
    "with numbers and times",
    night.map((track, index) => `${index + 1}. (${clockOf(track.from)}) ${nameOf(track)}`),
    relative,
  ),
  plain(
    "with times of the day",
    night.map((track) => `${hourOf(atOf(track))} - ${nameOf(track)}`),
    {
      clock: "time-of-day",
      times: minutes.map((at) => at - Date.UTC(2026, 10, 20)),
    },
  ),
  plain(
    "with numbers alone",
    night.map((track, index) => `${index + 1}) ${track.artist} – ${track.title}`),
    {},
  ),
];
