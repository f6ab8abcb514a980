import { CursorInput } from "#app/paging.ts";
import { type Served, serve } from "#workers/api/serve.ts";
import {
  deleteReplayCall,
  listOwnReplaysCall,
  listReplayEventsCall,
  openReplayCall,
  openReplaysCall,
  updateReplayCall,
} from "../calls.ts";
import { ReplayInput, UpdateReplayInput } from "../contract.ts";
import { listReplayEvents } from "../events.server.ts";
import { openReplays } from "../latest.server.ts";
import { openReplay } from "../open.server.ts";
import { deleteReplay, listOwnReplays, updateReplay } from "../own.server.ts";

export const replays: readonly Served[] = [
  serve(openReplayCall, {
    summary: "A broadcast that can be played again, by its own id or that of its set.",
    input: ReplayInput,
    run: openReplay,
  }),
  serve(openReplaysCall, {
    summary: "The replays that everyone may hear, newest first, page by page.",
    input: CursorInput,
    run: openReplays,
  }),
  serve(listReplayEventsCall, {
    summary: "Its chat, hearts and cheers, by their position in the recording.",
    input: ReplayInput,
    run: listReplayEvents,
  }),
  serve(listOwnReplaysCall, { summary: "The caller's own replays, newest first.", run: listOwnReplays }),
  serve(updateReplayCall, {
    summary:
      "Change who may hear, download and find a replay of the caller's; also of a set before it starts.",
    input: UpdateReplayInput,
    run: updateReplay,
  }),
  serve(deleteReplayCall, {
    summary: "Delete a replay of the caller's.",
    input: ReplayInput,
    run: deleteReplay,
  }),
];
