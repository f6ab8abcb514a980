import {
  banFromChatCall,
  deleteStageMessageCall,
  deleteStageMessagesCall,
  getModerationCall,
  liftRestrictionCall,
  timeOutCall,
  updateChatSettingsCall,
} from "#app/domains/stages/calls/moderation.ts";
import {
  ChatSettingsInput,
  ChatterInput,
  StageMessageInput,
  StageMessagesInput,
  TimeoutInput,
} from "#app/domains/stages/contract/moderation.ts";
import { StageInput } from "#app/domains/stages/contract/stages.ts";
import {
  banFromChat,
  deleteStageMessage,
  deleteStageMessages,
  getModeration,
  liftRestriction,
  timeOut,
  updateChatSettings,
} from "#app/domains/stages/moderation.server.ts";
import { type Served, serve } from "./serve.ts";

export const moderation: readonly Served[] = [
  serve(getModerationCall, {
    summary: "How the chat of a stage of one's own is kept.",
    input: StageInput,
    run: getModeration,
  }),
  serve(updateChatSettingsCall, {
    summary: "Slow mode, blocked words and links of a stage's chat.",
    input: ChatSettingsInput,
    run: updateChatSettings,
  }),
  serve(deleteStageMessageCall, {
    summary: "Take a message off a stage's chat.",
    input: StageMessageInput,
    run: deleteStageMessage,
  }),
  serve(deleteStageMessagesCall, {
    summary: "Take several messages, or all of one person, off a stage's chat.",
    input: StageMessagesInput,
    run: deleteStageMessages,
  }),
  serve(timeOutCall, {
    summary: "Let somebody not write in a stage's chat for a while.",
    input: TimeoutInput,
    run: timeOut,
  }),
  serve(banFromChatCall, {
    summary: "Let somebody not write in a stage's chat until it is lifted.",
    input: ChatterInput,
    run: banFromChat,
  }),
  serve(liftRestrictionCall, {
    summary: "Let somebody write in a stage's chat again.",
    input: ChatterInput,
    run: liftRestriction,
  }),
];
