/** `history_*.nml` of Traktor. */
import { atOf, type HistoryFixture, night, preListened, type Track, times, utf8 } from "./night.ts";

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const folder = "/:Users/:dj/:Music/:";
const fileOf = (track: Track) => `${track.artist} - ${track.title}.mp3`;

const inCollection = (
  track: Track,
) => `<ENTRY MODIFIED_DATE="2026/11/1" TITLE="${escape(track.title)}" ARTIST="${escape(track.artist)}">
<LOCATION DIR="${folder}" FILE="${escape(fileOf(track))}" VOLUME="Macintosh HD" VOLUMEID="Macintosh HD"></LOCATION>
<ALBUM TITLE="${escape(track.album)}"></ALBUM><INFO BITRATE="320000" LABEL="${track.label}" PLAYTIME="${track.length}" PLAYTIME_FLOAT="${track.length}.21"></INFO>
<TEMPO BPM="124.0" BPM_QUALITY="100.0"></TEMPO></ENTRY>`;

function inHistory(track: Track): string {
  const at = new Date(atOf(track));
  const date = (at.getUTCFullYear() << 16) + ((at.getUTCMonth() + 1) << 8) + at.getUTCDate();
  const seconds = at.getUTCHours() * 3_600 + at.getUTCMinutes() * 60 + at.getUTCSeconds();
  return `<ENTRY><PRIMARYKEY TYPE="TRACK" KEY="Macintosh HD${folder}${escape(fileOf(track))}"></PRIMARYKEY>
<EXTENDEDDATA DECK="0" DURATION="330.5" EXTENDEDTYPE="HistoryData" PLAYEDPUBLIC="${track.isPlayed ? 1 : 0}" STARTDATE="${date}" STARTTIME="${seconds}"></EXTENDEDDATA></ENTRY>`;
}

export const nmlOf = (
  played: readonly Track[],
  known: readonly Track[] = played,
) => `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<!-- <NML> of Traktor > 3 -->
<NML VERSION="19"><HEAD COMPANY="www.native-instruments.com" PROGRAM="Traktor"></HEAD>
<COLLECTION ENTRIES="${known.length}">${known.map(inCollection).join("\n")}</COLLECTION>
<SETS ENTRIES="0"></SETS><PLAYLISTS><NODE TYPE="FOLDER" NAME="$ROOT"><SUBNODES COUNT="1"><NODE TYPE="PLAYLIST" NAME="HISTORY">
<PLAYLIST ENTRIES="${played.length}" TYPE="LIST" UUID="1">${played.map(inHistory).join("\n")}</PLAYLIST></NODE></SUBNODES></NODE></PLAYLISTS></NML>`;

const fixture = (about: string, text: string): HistoryFixture => ({
  about,
  name: "history_2026y11m20d_23h30m12s.nml",
  bytes: utf8(text),
  format: "traktor-nml",
  clock: "local",
  times,
});

export const traktorFiles: HistoryFixture[] = [
  fixture("with its collection", nmlOf(night)),
  fixture(
    "with tracks that were only pre-listened",
    nmlOf([...night.slice(0, 2), preListened, ...night.slice(2)]),
  ),
  fixture(
    "with short tags and single quotes",
    nmlOf(night)
      .replaceAll(/><\/(?:LOCATION|ALBUM|INFO|PRIMARYKEY|EXTENDEDDATA)>/gu, "/>")
      .replaceAll('TYPE="TRACK"', "TYPE='TRACK'"),
  ),
  fixture(
    "whose tracks are known by their file names",
    nmlOf(night.slice(0, 5).concat(night.slice(5)), night.slice(5, 7)),
  ),
];
