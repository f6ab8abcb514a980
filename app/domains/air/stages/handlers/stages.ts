import { type Served, serve } from "#workers/api/serve.ts";
import { openRoomViewCall } from "../../sets/calls/room.ts";
import { openRoomView } from "../../sets/room.server.ts";
import { openStageConnectionCall, resetStageConnectionCall } from "../calls/connection.ts";
import {
  archiveStageCall,
  deleteStageCall,
  listStageLogCall,
  restoreStageCall,
  updateStageCall,
} from "../calls/manage.ts";
import {
  cheerCall,
  getLineupCall,
  getRoomLineupCall,
  listManagersCall,
  listManagingCall,
  listStagesCall,
  listSubscribedCall,
  openOwnStageCall,
  searchStagesCall,
  subscribeCall,
  toggleStageAlertCall,
  unsubscribeCall,
} from "../calls/stages.ts";
import { cheer } from "../cheer.server.ts";
import { openStageConnection, resetStageConnection } from "../connection.server.ts";
import { CheerInput } from "../contract/cheers.ts";
import {
  CreateStageInput,
  DeleteStageInput,
  StageAlertInput,
  StageSearchInput,
  UpdateStageInput,
} from "../contract/manage.ts";
import { StageInput } from "../contract/stages.ts";
import { archiveStage, deleteStage, restoreStage } from "../end.server.ts";
import { searchStages, toggleStageAlert } from "../find.server.ts";
import { listLineup, listManagers, listManaging, listStages, listSubscribed } from "../list-stages.server.ts";
import { listStageLog, openOwnStage, updateStage } from "../manage.server.ts";
import { subscribe, unsubscribe } from "../subscriptions.server.ts";

/** The calls spell a stage `room`; below this edge it is a stage. */
export const stages: readonly Served[] = [
  serve(listStagesCall, { summary: "Every stage, live ones first.", run: listStages }),
  serve(listSubscribedCall, {
    summary: "The stages that the signed-in user subscribes to.",
    run: listSubscribed,
  }),
  serve(listManagingCall, { summary: "The stages that the signed-in user manages.", run: listManaging }),
  serve(openRoomViewCall, {
    summary: "A stage with its lineup, people and awards, and for its managers its requests.",
    input: StageInput,
    run: openRoomView,
  }),
  serve(getRoomLineupCall, {
    summary: "What is now or next on a stage.",
    input: StageInput,
    run: listLineup,
  }),
  serve(getLineupCall, { summary: "What is now or next on a stage.", input: StageInput, run: listLineup }),
  serve(listManagersCall, { summary: "Who manages a stage.", input: StageInput, run: listManagers }),
  serve(subscribeCall, { summary: "Subscribe to a stage.", input: StageInput, run: subscribe }),
  serve(unsubscribeCall, { summary: "Unsubscribe from a stage.", input: StageInput, run: unsubscribe }),
  serve(toggleStageAlertCall, {
    summary: "Switch alerts of a subscribed stage on or off.",
    input: StageAlertInput,
    run: toggleStageAlert,
  }),
  serve(searchStagesCall, {
    summary: "Booking stages by name, genre or description.",
    input: StageSearchInput,
    run: searchStages,
  }),
  serve(updateStageCall, {
    summary: "Change or convert a stage that the caller manages.",
    input: UpdateStageInput,
    run: updateStage,
  }),
  serve(openOwnStageCall, {
    summary: "A new stage; managers only.",
    input: CreateStageInput,
    run: openOwnStage,
  }),
  serve(archiveStageCall, {
    summary:
      "Archive a stage that the caller manages: it leaves the lists and the air, and its bookings end.",
    input: StageInput,
    run: archiveStage,
  }),
  serve(restoreStageCall, {
    summary: "Restore an archived stage that the caller manages.",
    input: StageInput,
    run: restoreStage,
  }),
  serve(deleteStageCall, {
    summary: "Delete a stage that the caller manages, permanently; takes its name as confirmation.",
    input: DeleteStageInput,
    run: deleteStage,
  }),
  serve(listStageLogCall, {
    summary: "The log of a stage that the caller manages, newest first.",
    input: StageInput,
    run: listStageLog,
  }),
  serve(resetStageConnectionCall, {
    summary: "A new mount and password for a stage that the caller manages; the old ones stop working.",
    input: StageInput,
    run: resetStageConnection,
  }),
  serve(openStageConnectionCall, {
    summary: "The mount and password of an on-demand stage that the caller manages.",
    input: StageInput,
    run: openStageConnection,
  }),
  serve(cheerCall, {
    summary: "Cheer the performer on air, once in three minutes.",
    input: CheerInput,
    run: cheer,
  }),
];
