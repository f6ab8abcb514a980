/** Text with columns: the exports of rekordbox in several languages, and CSV. */
import {
  atOf,
  clockOf,
  fixture,
  type HistoryFixture,
  night,
  type Track,
  times,
  timesOfDay,
  utf8,
  utf16le,
} from "./night.ts";

const tab = (header: string, row: (track: Track, index: number) => (string | number)[]) =>
  [header.replaceAll("|", "\t"), ...night.map((track, index) => row(track, index).join("\t"))].join("\r\n");
const rekordbox = (about: string, bytes: Uint8Array) =>
  fixture(about, bytes, {
    name: "HISTORY 2026-11-20.txt",
    format: "rekordbox-text",
    clock: null,
    times: null,
  });
const full = (header: string) =>
  tab(header, (track, index) => {
    const { title, artist, album, length, label } = track;
    return [index + 1, "", title, artist, album, "House", "124.00", "*****", clockOf(length), "4A", label];
  });

export const rekordboxTexts: HistoryFixture[] = [
  rekordbox(
    "in English",
    utf16le(full("#|Artwork|Track Title|Artist|Album|Genre|BPM|Rating|Time|Key|Label")),
  ),
  rekordbox(
    "without a mark",
    utf16le(full("#|Artwork|Track Title|Artist|Album|Genre|BPM|Rating|Time|Key|Label"), ""),
  ),
  rekordbox(
    "in German, UTF-8",
    utf8(full("#|Artwork|Track-Titel|Interpret|Album|Genre|BPM|Wertung|Zeit|Tonart|Label")),
  ),
  rekordbox(
    "in Japanese",
    utf16le(
      full(
        "#|アートワーク|トラックタイトル|アーティスト|アルバム|ジャンル|BPM|レーティング|時間|キー|レーベル",
      ),
    ),
  ),
  rekordbox(
    "in French",
    utf16le(full("#|Pochette|Titre du morceau|Artiste|Album|Genre|BPM|Note|Durée|Ton.|Label")),
  ),
  rekordbox(
    "in Spanish",
    utf16le(
      full(
        "#|Portada|Título de la pista|Artista|Álbum|Género|BPM|Valoración|Tiempo|Clave|Sello discográfico",
      ),
    ),
  ),
  rekordbox(
    "with two columns in another order, UTF-8 with a mark",
    utf8(`\uFEFF${tab("#|Artist|Track Title", ({ artist, title }, index) => [index + 1, artist, title])}`),
  ),
];

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
const american = (at: number) =>
  new Date(at).toLocaleTimeString("en-US", { timeZone: "UTC" }).replace("\u202F", " ");

export const csvs: HistoryFixture[] = [
  fixture(
    "of Mixxx",
    utf8(
      ["Artist,Title,Album,Duration,Date Added,Timestamp"]
        .concat(
          night.map((track) =>
            [
              quote(track.artist),
              quote(track.title),
              track.album,
              clockOf(track.length),
              "",
              isoOf(track, " "),
            ].join(","),
          ),
        )
        .join("\n"),
    ),
    { name: "History.csv", format: "csv", clock: "local", times },
  ),
  fixture(
    "of Serato, with a row for the night and a clock of twelve hours",
    utf8(
      [
        "name,artist,start time,end time,playtime,deck",
        '"11/20/2026","","11:30:12 PM","1:40:00 AM","02:10:00",""',
      ]
        .concat(
          night.map((track) =>
            [quote(track.title), quote(track.artist), quote(american(atOf(track))), "", "00:05:30", "1"].join(
              ",",
            ),
          ),
        )
        .join("\r\n"),
    ),
    // The rows after midnight have the evening's date: the step back by a day says so.
    { name: "20-11-2026.csv", format: "csv", clock: "local", times },
  ),
  fixture(
    "with semicolons and German dates, newest first",
    utf8(
      ["Interpret;Titel;Gespielt am"]
        .concat(
          night
            .map((track) => {
              const [date = "", time = ""] = isoOf(track, " ").split(" ");
              return [
                quote(track.artist),
                quote(track.title),
                `${date.split("-").toReversed().join(".")} ${time}`,
              ].join(";");
            })
            .toReversed(),
        )
        .join("\n"),
    ),
    { name: "liste.csv", format: "csv", clock: "local", times },
  ),
  fixture(
    "with true times",
    utf8(
      ["title,artist,isrc,played at"]
        .concat(
          night.map((track) =>
            [quote(track.title), quote(track.artist), track.isrc, `${isoOf(track, "T")}Z`].join(","),
          ),
        )
        .join("\n"),
    ),
    { name: "plays.csv", format: "csv", clock: "utc", times },
  ),
  fixture(
    "with date and time in two columns, in a file without an ending",
    utf8(
      ["Date\tTime Played\tArtist\tTitle"]
        .concat(night.map((track) => [...isoOf(track, " ").split(" "), track.artist, track.title].join("\t")))
        .join("\n"),
    ),
    { name: "export", format: "csv", clock: "local", times },
  ),
  fixture(
    "with times of the day",
    utf8(
      ["Start Time,Artist,Title"]
        .concat(
          night.map((track) =>
            [isoOf(track, " ").slice(11), quote(track.artist), quote(track.title)].join(","),
          ),
        )
        .join("\n"),
    ),
    { name: "list.csv", format: "csv", clock: "time-of-day", times: timesOfDay },
  ),
];

function isoOf(track: Track, between: string): string {
  return new Date(atOf(track)).toISOString().slice(0, 19).replace("T", between);
}
