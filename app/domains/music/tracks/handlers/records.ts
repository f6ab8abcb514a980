import { type Served, serve } from "#workers/api/serve.ts";
import { openArtistCall, openLabelCall, openTrackCall } from "../calls/records.ts";
import { ArtistInput, LabelInput, TrackInput } from "../contract/records.ts";
import { openArtist, openLabel, openTrack } from "../records.server.ts";

export const records: readonly Served[] = [
  serve(openTrackCall, {
    summary: "A song with its artists, its counts and its latest plays.",
    input: TrackInput,
    run: openTrack,
  }),
  serve(openArtistCall, {
    summary: "An artist, by id or name, with their songs.",
    input: ArtistInput,
    run: openArtist,
  }),
  serve(openLabelCall, {
    summary: "A label with its songs and the label that it belongs to.",
    input: LabelInput,
    run: openLabel,
  }),
];
