/** The night that all history files of the tests tell of. */
import type { HistoryClock, HistoryFormat } from "#app/domains/air/tracklists/history/history-file.ts";

export interface Track {
  artist: string;
  title: string;
  album: string;
  label: string;
  isrc: string;
  composer: string;
  /** Seconds. */
  length: number;
  /** Seconds from the first track. */
  from: number;
  /** Heard by the audience; the others were only pre-listened. */
  isPlayed: boolean;
}

export interface HistoryFixture {
  /** Description of its special feature. */
  about: string;
  /** The name of the file. */
  name: string;
  bytes: Uint8Array;
  format: HistoryFormat;
  clock: HistoryClock;
  /** Starts as the file tells them, ms; null: it has none. */
  times: number[] | null;
  /** The times are offsets from the beginning. */
  isRelative?: true;
  /** Artist and title of each entry; those of the night unless said otherwise. */
  names?: string[];
}

type FixtureFacts = Pick<HistoryFixture, "name" | "format" | "clock" | "times"> & Partial<HistoryFixture>;
export const fixture = (about: string, bytes: Uint8Array, facts: FixtureFacts): HistoryFixture => ({
  about,
  bytes,
  ...facts,
});

/** 2026-11-20, 23:30:12 in UTC: the night goes on after midnight. */
export const firstAt = Date.UTC(2026, 10, 20, 23, 30, 12);

const names = [
  ["Ana Ríos", "Nachtbus"],
  ["Bo & Céleste", "Rain on Tape (Dub Mix)"],
  ["DJ Ælfgifu", "99 Steps"],
  ["東京ナイト", "夜のバス"],
  ["Мира", "Снег"],
  ['Kofi "K" Mensah', "Don't Stop, Move"],
  ["Lou; Reed", "Walk <On> Water"],
  ["Ana Ríos", "Nachtbus II"],
] as const;

export const night: readonly Track[] = names.map(([artist, title], index) => ({
  artist,
  title,
  album: `Album ${index}`,
  label: index % 2 === 0 ? "Night Bus Records" : "Rain Tapes",
  isrc: `DEA12260000${index}`,
  composer: `Writer ${index}`,
  length: 240 + 13 * index,
  from: 347 * index,
  isPlayed: true,
}));

/** Loaded, and never heard. */
export const preListened: Track = {
  ...(night[0] as Track),
  title: "Only in the Headphones",
  from: 500,
  isPlayed: false,
};

export const atOf = ({ from }: Track) => firstAt + from * 1_000;
export const nameOf = ({ artist, title }: Track) => `${artist} - ${title}`;
export const times = night.map(atOf);
/** Times to the minute, as software without seconds writes them. */
export const minutes = times.map((at) => at - (at % 60_000));
/** Times on the day of 1970 from which times without a date count. */
export const timesOfDay = times.map((at) => at - Date.UTC(2026, 10, 20));
export const offsets = night.map(({ from }) => from * 1_000);

export const utf8 = (text: string) => new TextEncoder().encode(text);
export const utf16le = (text: string, mark = "\uFEFF") => new Uint8Array(Buffer.from(mark + text, "utf16le"));
export const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
/** `mm:ss`, with as many minutes as there are. */
export const clockOf = (seconds: number) => `${two(seconds / 60)}:${two(seconds % 60)}`;
/** `HH:MM` of an instant in UTC. */
export const hourOf = (at: number) => new Date(at).toISOString().slice(11, 16);
