import { type Served, serve } from "#workers/api/serve.ts";
import { describeLineCall } from "../calls/exports.ts";
import {
  correctTracklistCall,
  importHistoryCall,
  listKnownNamesCall,
  openTracklistCall,
  suggestTrackCall,
} from "../calls/tracklists.ts";
import { CorrectInput } from "../contract/correct-input.ts";
import { DescribeInput } from "../contract/describe-input.ts";
import { ImportHistoryInput, SuggestInput, TracklistInput } from "../contract/tracklists.ts";
import { correctTracklist, suggestTrack } from "../correct.server.ts";
import { describeLine } from "../describe.server.ts";
import { importHistory } from "../import-history.server.ts";
import { listKnownNames } from "../known-names.server.ts";
import { openTracklist } from "../open.server.ts";

export const tracklists: readonly Served[] = [
  serve(openTracklistCall, {
    summary: "The tracklist of a set: each line with its source and how sure it is.",
    input: TracklistInput,
    run: openTracklist,
  }),
  serve(correctTracklistCall, {
    summary: "Correct lines of a tracklist, as its performer or a manager of the stage.",
    input: CorrectInput,
    run: correctTracklist,
  }),
  serve(listKnownNamesCall, {
    summary: "Names for a tracklist: what its performer has played before, and what is in their crate.",
    input: TracklistInput,
    run: listKnownNames,
  }),
  serve(suggestTrackCall, {
    summary: "Suggest a name for a span that no one has named.",
    input: SuggestInput,
    run: suggestTrack,
  }),
  serve(importHistoryCall, {
    summary: "Lay a history file of DJ software onto one's own set.",
    input: ImportHistoryInput,
    run: importHistory,
  }),
  serve(describeLineCall, {
    summary: "Set what is reported of a track in a set of one's own: ISRC, composer, label and others.",
    input: DescribeInput,
    run: describeLine,
  }),
];
