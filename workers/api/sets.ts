import { SetInput } from "#app/domains/schedule/contract/sets.ts";
import { UpcomingSetsInput } from "#app/domains/schedule/contract/upcoming.ts";
import { listUpcomingSets } from "#app/domains/schedule/list-sets.server.ts";
import { endSetTest, startSetTest } from "#app/domains/sets/audio-test.server.ts";
import {
  cancelSetCall,
  endSetCall,
  listLatestRoomSetsCall,
  listLatestSetsCall,
  openOwnSetCall,
  openPastSetsCall,
  startSetTestCall,
  updateSetCall,
} from "#app/domains/sets/calls/changes.ts";
import { openSetRecordCall } from "#app/domains/sets/calls/record.ts";
import {
  endSetTestCall,
  listMyPastSetsCall,
  listMySetsCall,
  listStageScheduleCall,
  listUpcomingSetsCall,
  listUserUpcomingSetsCall,
} from "#app/domains/sets/calls/sets.ts";
import { cancelSet, endSet, updateSet } from "#app/domains/sets/change.server.ts";
import {
  CancelSetInput,
  EndSetInput,
  PerformerSetPageInput,
  PerformerSetsInput,
  StageScheduleInput,
  StageSetsInput,
  UpdateSetInput,
} from "#app/domains/sets/contract/changes.ts";
import { openOwnSet } from "#app/domains/sets/own-set.server.ts";
import {
  listLatestRoomSets,
  listLatestSets,
  listMyPastSets,
  listMySets,
  listStageSchedule,
  listUserUpcomingSets,
  openPastSets,
} from "#app/domains/sets/played.server.ts";
import { openSetRecord } from "#app/domains/sets/record.server.ts";
import { type Served, serve } from "./serve.ts";

export const sets: readonly Served[] = [
  serve(listUpcomingSetsCall, {
    summary: "Who is live on a profile, then every booked set that has not ended.",
    input: UpcomingSetsInput,
    run: listUpcomingSets,
  }),
  serve(openSetRecordCall, {
    summary: "One set, its tracks and its cheers.",
    input: SetInput,
    run: openSetRecord,
  }),
  serve(openOwnSetCall, {
    summary: "A set of one's own or of a stage of one's own, also a cancelled one.",
    input: SetInput,
    run: openOwnSet,
  }),
  serve(listMySetsCall, { summary: "What the signed-in performer plays now or next.", run: listMySets }),
  serve(listMyPastSetsCall, {
    summary: "The signed-in performer's latest played sets.",
    run: listMyPastSets,
  }),
  serve(listUserUpcomingSetsCall, {
    summary: "What a performer plays now or next.",
    input: PerformerSetsInput,
    run: listUserUpcomingSets,
  }),
  serve(listLatestSetsCall, {
    summary: "A performer's latest sets that were on air.",
    input: PerformerSetsInput,
    run: listLatestSets,
  }),
  serve(openPastSetsCall, {
    summary: "A page of the sets that a performer has played.",
    input: PerformerSetPageInput,
    run: openPastSets,
  }),
  serve(listLatestRoomSetsCall, {
    summary: "The latest sets that were on air on a stage.",
    input: StageSetsInput,
    run: listLatestRoomSets,
  }),
  serve(listStageScheduleCall, {
    summary: "What is booked on a stage in a span of time.",
    input: StageScheduleInput,
    run: listStageSchedule,
  }),
  serve(updateSetCall, {
    summary:
      "Change a set of one's own or of a stage of one's own; what others have to agree to is asked of them.",
    input: UpdateSetInput,
    run: updateSet,
  }),
  serve(cancelSetCall, {
    summary: "Cancel a set of one's own or of a stage of one's own.",
    input: CancelSetInput,
    run: cancelSet,
  }),
  serve(endSetCall, {
    summary: "End a set of one's own or of a stage of one's own that is on now.",
    input: EndSetInput,
    run: endSet,
  }),
  serve(startSetTestCall, {
    summary: "A mount and password to test the sound before a set of one's own.",
    input: SetInput,
    run: startSetTest,
  }),
  serve(endSetTestCall, { summary: "End that test.", input: SetInput, run: endSetTest }),
];
