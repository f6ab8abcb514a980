import { type Served, serve } from "#workers/api/serve.ts";
import {
  banFromChatCall,
  deleteStageMessageCall,
  deleteStageMessagesCall,
  getModerationCall,
  liftRestrictionCall,
  timeOutCall,
  updateChatSettingsCall,
} from "../calls/moderation.ts";
import {
  ChatSettingsInput,
  ChatterInput,
  StageMessageInput,
  StageMessagesInput,
  TimeoutInput,
} from "../contract/moderation.ts";
import { StageInput } from "../contract/stages.ts";
import {
  banFromChat,
  deleteStageMessage,
  deleteStageMessages,
  getModeration,
  liftRestriction,
  timeOut,
  updateChatSettings,
} from "../moderation.server.ts";

export const moderation: readonly Served[] = [
  serve(getModerationCall, {
    summary: "The chat settings of a stage that the caller manages.",
    input: StageInput,
    run: getModeration,
  }),
  serve(updateChatSettingsCall, {
    summary: "Set slow mode, blocked words and links of a stage's chat.",
    input: ChatSettingsInput,
    run: updateChatSettings,
  }),
  serve(deleteStageMessageCall, {
    summary: "Delete a message from a stage's chat.",
    input: StageMessageInput,
    run: deleteStageMessage,
  }),
  serve(deleteStageMessagesCall, {
    summary: "Delete several messages, or all by one user, from a stage's chat.",
    input: StageMessagesInput,
    run: deleteStageMessages,
  }),
  serve(timeOutCall, {
    summary: "Time a user out of a stage's chat.",
    input: TimeoutInput,
    run: timeOut,
  }),
  serve(banFromChatCall, {
    summary: "Ban a user from a stage's chat.",
    input: ChatterInput,
    run: banFromChat,
  }),
  serve(liftRestrictionCall, {
    summary: "End a user's time-out or ban.",
    input: ChatterInput,
    run: liftRestriction,
  }),
];
