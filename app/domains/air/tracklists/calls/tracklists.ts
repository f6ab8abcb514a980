import { defineCall, takes } from "#app/call.ts";
import type { CorrectInput } from "../contract/correct-input.ts";
import {
  CorrectedView,
  ImportedView,
  type ImportHistoryInput,
  KnownNamesView,
  type SuggestInput,
  type TracklistInput,
  TracklistView,
} from "../contract/tracklists.ts";

export const openTracklistCall = defineCall("GET", "/tracklist/get", {
  who: "public",
  input: takes<typeof TracklistInput>(),
  answer: TracklistView,
});

export const correctTracklistCall = defineCall("POST", "/tracklist/correct", {
  who: "user",
  input: takes<typeof CorrectInput>(),
  answer: CorrectedView,
});

export const listKnownNamesCall = defineCall("GET", "/tracklist/names", {
  who: "user",
  input: takes<typeof TracklistInput>(),
  answer: KnownNamesView,
});

export const suggestTrackCall = defineCall("POST", "/tracklist/suggest", {
  who: "user",
  input: takes<typeof SuggestInput>(),
  answer: TracklistView,
});

export const importHistoryCall = defineCall("POST", "/tracklist/importHistory", {
  who: "user",
  input: takes<typeof ImportHistoryInput>(),
  answer: ImportedView,
  maxBytes: 8_500_000,
});
