import { defineCall, takes } from "#app/call.ts";
import {
  type ArtistInput,
  ArtistProfileView,
  type LabelInput,
  LabelProfileView,
  type TrackInput,
  TrackProfileView,
} from "../contract/records.ts";

export const openTrackCall = defineCall("POST", "/trackHistory/trackProfile", {
  who: "user",
  input: takes<typeof TrackInput>(),
  answer: TrackProfileView,
});

export const openArtistCall = defineCall("POST", "/records/artistProfile", {
  who: "user",
  input: takes<typeof ArtistInput>(),
  answer: ArtistProfileView,
});

export const openLabelCall = defineCall("POST", "/records/labelProfile", {
  who: "user",
  input: takes<typeof LabelInput>(),
  answer: LabelProfileView,
});
