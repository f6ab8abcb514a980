/** The set that the demo performer plays: six songs, from an early morning to the way home. */
import type { Song } from "./song.ts";
import { ferrisWheel } from "./songs/ferris-wheel.ts";
import { glassMorning } from "./songs/glass-morning.ts";
import { homeBeforeBlue } from "./songs/home-before-blue.ts";
import { lanternsOnTheCanal } from "./songs/lanterns-on-the-canal.ts";
import { line4LastStop } from "./songs/line-4-last-stop.ts";
import { slackWater } from "./songs/slack-water.ts";

export const songs: readonly Song[] = [
  glassMorning,
  lanternsOnTheCanal,
  line4LastStop,
  slackWater,
  ferrisWheel,
  homeBeforeBlue,
];
