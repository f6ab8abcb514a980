import { openArtistCall, openLabelCall, openTrackCall } from "#app/domains/tracks/calls/records.ts";
import { ArtistInput, LabelInput, TrackInput } from "#app/domains/tracks/contract/records.ts";
import { openArtist, openLabel, openTrack } from "#app/domains/tracks/records.server.ts";
import { type Served, serve } from "./serve.ts";

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
