import { type Served, serve } from "#workers/api/serve.ts";
import { SetInput } from "../../schedule/contract/sets.ts";
import { UpcomingSetsInput } from "../../schedule/contract/upcoming.ts";
import { listUpcomingSets } from "../../schedule/list-sets.server.ts";
import { endSetTest, startSetTest } from "../audio-test.server.ts";
import {
  cancelSetCall,
  endSetCall,
  listLatestRoomSetsCall,
  listLatestSetsCall,
  openOwnSetCall,
  openPastSetsCall,
  startSetTestCall,
  updateSetCall,
} from "../calls/changes.ts";
import { openSetRecordCall } from "../calls/record.ts";
import {
  endSetTestCall,
  listMyPastSetsCall,
  listMySetsCall,
  listStageScheduleCall,
  listUpcomingSetsCall,
  listUserUpcomingSetsCall,
} from "../calls/sets.ts";
import { cancelSet, endSet, updateSet } from "../change.server.ts";
import {
  CancelSetInput,
  EndSetInput,
  PerformerSetPageInput,
  PerformerSetsInput,
  StageScheduleInput,
  StageSetsInput,
  UpdateSetInput,
} from "../contract/changes.ts";
import { openOwnSet } from "../own-set.server.ts";
import {
  listLatestRoomSets,
  listLatestSets,
  listMyPastSets,
  listMySets,
  listStageSchedule,
  listUserUpcomingSets,
  openPastSets,
} from "../played.server.ts";
import { openSetRecord } from "../record.server.ts";

export const sets: readonly Served[] = [
  serve(listUpcomingSetsCall, {
    summary: "Performers live on a profile, then every booked set that has not ended.",
    input: UpcomingSetsInput,
    run: listUpcomingSets,
  }),
  serve(openSetRecordCall, {
    summary: "One set, its tracks and its cheers.",
    input: SetInput,
    run: openSetRecord,
  }),
  serve(openOwnSetCall, {
    summary: "A set of the caller's or of a stage that they manage, even if cancelled.",
    input: SetInput,
    run: openOwnSet,
  }),
  serve(listMySetsCall, { summary: "The signed-in performer's current and upcoming sets.", run: listMySets }),
  serve(listMyPastSetsCall, {
    summary: "The signed-in performer's latest played sets.",
    run: listMyPastSets,
  }),
  serve(listUserUpcomingSetsCall, {
    summary: "A performer's current and upcoming sets.",
    input: PerformerSetsInput,
    run: listUserUpcomingSets,
  }),
  serve(listLatestSetsCall, {
    summary: "A performer's latest performances: sets that were on air, and others that can be heard again.",
    input: PerformerSetsInput,
    run: listLatestSets,
  }),
  serve(openPastSetsCall, {
    summary: "One page of a performer's past performances.",
    input: PerformerSetPageInput,
    run: openPastSets,
  }),
  serve(listLatestRoomSetsCall, {
    summary: "The latest performances that were on air on a stage.",
    input: StageSetsInput,
    run: listLatestRoomSets,
  }),
  serve(listStageScheduleCall, {
    summary: "The bookings of a stage in a time range.",
    input: StageScheduleInput,
    run: listStageSchedule,
  }),
  serve(updateSetCall, {
    summary:
      "Change a set of the caller's or of a stage that they manage; changes that others must agree to become requests.",
    input: UpdateSetInput,
    run: updateSet,
  }),
  serve(cancelSetCall, {
    summary: "Cancel a set of the caller's or of a stage that they manage.",
    input: CancelSetInput,
    run: cancelSet,
  }),
  serve(endSetCall, {
    summary: "End a current set of the caller's or of a stage that they manage.",
    input: EndSetInput,
    run: endSet,
  }),
  serve(startSetTestCall, {
    summary: "A mount and password to test the sound before the caller's own set.",
    input: SetInput,
    run: startSetTest,
  }),
  serve(endSetTestCall, { summary: "End that test.", input: SetInput, run: endSetTest }),
];
