/** The rooms of a local copy, which also take the chat of broadcasts that are over, and which benches can end. */
import type { ChatMessage } from "#app/domains/air/stages/live/protocol.ts";
import { ProfileRoom } from "./profile-room.ts";
import { StageRoom } from "./stage-room.ts";

export interface LocalRoomRpc {
  keepReplayChat(performance: string, messages: readonly ChatMessage[]): Promise<void>;
  /** Ends this instance at once, as where its machine fails. The call rejects. */
  abort(): Promise<void>;
}

export class LocalStageRoom extends StageRoom implements LocalRoomRpc {
  async keepReplayChat(performance: string, messages: readonly ChatMessage[]): Promise<void> {
    for (const message of messages) this.keepMessage(performance, message);
  }

  async abort(): Promise<void> {
    this.ctx.abort("ended by a test");
  }
}

export class LocalProfileRoom extends ProfileRoom implements LocalRoomRpc {
  async keepReplayChat(performance: string, messages: readonly ChatMessage[]): Promise<void> {
    for (const message of messages) this.keepMessage(performance, message);
  }

  async abort(): Promise<void> {
    this.ctx.abort("ended by a test");
  }
}
