import { describeLineCall } from "#app/domains/tracklists/calls/exports.ts";
import {
  correctTracklistCall,
  importHistoryCall,
  listKnownNamesCall,
  openTracklistCall,
  suggestTrackCall,
} from "#app/domains/tracklists/calls/tracklists.ts";
import { CorrectInput } from "#app/domains/tracklists/contract/correct-input.ts";
import { DescribeInput } from "#app/domains/tracklists/contract/describe-input.ts";
import {
  ImportHistoryInput,
  SuggestInput,
  TracklistInput,
} from "#app/domains/tracklists/contract/tracklists.ts";
import { correctTracklist, suggestTrack } from "#app/domains/tracklists/correct.server.ts";
import { describeLine } from "#app/domains/tracklists/describe.server.ts";
import { importHistory } from "#app/domains/tracklists/import-history.server.ts";
import { listKnownNames } from "#app/domains/tracklists/known-names.server.ts";
import { openTracklist } from "#app/domains/tracklists/open.server.ts";
import { type Served, serve } from "./serve.ts";

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
