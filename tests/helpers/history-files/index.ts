/** History files of all formats, with the variants that are met. */
import { databases } from "./databases.ts";
import type { HistoryFixture } from "./night.ts";
import { seratoSessions } from "./serato.ts";
import { csvs, rekordboxTexts } from "./tables.ts";
import { audacityLabels, cues, jsonFiles, m3us, plainTexts, rekordboxCues, virtualDjs } from "./texts.ts";
import { traktorFiles } from "./traktor.ts";

export const historyFixtures = (): HistoryFixture[] => [
  ...seratoSessions,
  ...databases(),
  ...rekordboxTexts,
  ...traktorFiles,
  ...virtualDjs,
  ...m3us,
  ...csvs,
  ...cues,
  ...rekordboxCues,
  ...audacityLabels,
  ...jsonFiles,
  ...plainTexts,
];
