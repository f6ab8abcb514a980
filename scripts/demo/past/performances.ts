/** The finished sets of the demo: who played which of its songs where, how fast, and what listeners made of it. */
import { identifyTrack, identityVersion } from "#app/domains/music/tracks/identity.ts";
import type { DemoPerformance } from "#db/demo-performances.ts";
import { secondsOf } from "../music/perform.ts";
import type { Song } from "../music/song.ts";
import { songs } from "../music/songs.ts";

type Person = DemoPerformance["listeners"][number];

interface Played extends Pick<DemoPerformance, "name" | "set" | "stage" | "performer" | "listeners"> {
  /** Places in the list of songs. */
  songs: readonly number[];
  /** Speed as of a turntable's pitch: 1 is as it was recorded. */
  speed: number;
  /** Number of days before the first start, and the minute of the UTC day. */
  daysAgo: number;
  minuteOfDay: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const played: readonly Played[] = [
  {
    name: "PANES01",
    set: {
      name: "Rain on the panes",
      description: "A short one between two showers, recorded under the roof of the Glasshouse.",
    },
    stage: "glasshouse",
    performer: "ada",
    songs: [0, 3, 1, 4, 2, 5],
    speed: 1,
    daysAgo: 1,
    minuteOfDay: 20 * 60,
    listeners: ["nell", "theo", "aoi", "layla"],
  },
  {
    name: "ATT1C02",
    set: { name: "Three flights up", description: "Everything a little slower than the label says." },
    stage: "attic",
    performer: "juno",
    songs: [5, 1, 0, 3, 2, 4],
    speed: 0.9,
    daysAgo: 2,
    minuteOfDay: 18 * 60,
    listeners: ["nell", "eleni", "aoi", "ada"],
  },
  {
    name: "FERRY03",
    set: null,
    stage: "ferry",
    performer: null,
    songs: [2, 4, 1, 3, 0, 5],
    speed: 1.06,
    daysAgo: 3,
    minuteOfDay: 22 * 60 + 15,
    listeners: ["nell", "layla", "eleni"],
  },
  {
    name: "H0ME004",
    set: null,
    stage: null,
    performer: "juno",
    songs: [3, 5, 0, 1, 4],
    speed: 0.94,
    daysAgo: 5,
    minuteOfDay: 9 * 60 + 40,
    listeners: ["ada", "nell", "theo"],
  },
];

const songsOf = (each: Played): Song[] => each.songs.flatMap((place) => songs[place] ?? []);

/** Returns the performances with their times, for a copy that is started for the first time at `now`. */
export function pastPerformances(now: number): DemoPerformance[] {
  return played.map((each) => {
    const startsAt = now - (now % dayMs) - each.daysAgo * dayMs + each.minuteOfDay * minuteMs;
    let endsAt = startsAt;
    const plays = songsOf(each).map((song) => {
      const playedAt = endsAt;
      endsAt += Math.round((secondsOf(song) / each.speed) * 1_000);
      const { key, artist, title, artists } = identifyTrack(song.artist, song.title);
      return { track: { key, keyVersion: identityVersion, artist, title }, artists, playedAt };
    });
    const { name, set, stage, performer, listeners } = each;
    const lengthMs = endsAt - startsAt;
    const reactions = {
      cheers: cheersOf(listeners, startsAt, lengthMs),
      favorites: [] as [Person, number][],
    };
    for (const [index, person] of listeners.entries())
      reactions.favorites.push([person, startsAt + Math.round(lengthMs * (0.12 + 0.23 * index))]);
    return { name, set, stage, performer, startsAt, endsAt, plays, listeners, ...reactions };
  });
}

/** More of them where a set is at its height, two thirds into it. */
function cheersOf(listeners: readonly Person[], startsAt: number, lengthMs: number): [Person, number][] {
  const places = [0.08, 0.21, 0.22, 0.38, 0.5, 0.58, 0.61, 0.63, 0.64, 0.66, 0.67, 0.69, 0.8, 0.97];
  return places.flatMap((place, index) => {
    const person = listeners[index % listeners.length];
    return person === undefined
      ? []
      : [[person, startsAt + Math.round(lengthMs * place)] as [Person, number]];
  });
}
