import type { ChosenMessagesInput } from "#app/domains/air/stages/contract/moderation.ts";
import type { ChatMessage } from "#app/domains/air/stages/live/protocol.ts";
import type { RoomCore } from "../core.ts";
import type { Air } from "../on-air/air.ts";
import type { RoomJournal } from "../room-journal.ts";

/** Maximum of messages of a performance: more than anyone reads along with one replay. */
const maxMessages = 5_000;

/** The messages of a broadcast, for its replay. Kept longer than the chat shows it, and deleted with it. */
export class ChatHistory {
  readonly #messages: RoomJournal;
  readonly #core: RoomCore;

  constructor(core: RoomCore, air: Air) {
    this.#core = core;
    this.#messages = core.messages;
    this.#messages.setPerformance(() => air.broadcast?.performance ?? null);
  }

  /** Returns messages, oldest first. */
  read(performance: string): ChatMessage[] {
    return this.#messages.select("performance = ? order by at, seq limit ?", performance, maxMessages);
  }

  /** Returns a message that is still shown, in the chat or in a replay. */
  find(messageId: string): ChatMessage | undefined {
    const isOfReplay = "id = ? and performance is not null";
    return this.#core.journal.find(messageId) ?? this.#messages.select(isOfReplay, messageId)[0];
  }

  /** Returns this user's messages in replays, oldest first. */
  messagesOf(userId: string): ChatMessage[] {
    return this.#messages.select("user_id = ? and performance is not null order by at, seq", userId);
  }

  forgetReplay(performance: string): void {
    this.#messages.forgetPerformance(performance);
  }

  /** Deletes what this user has written since `since`. */
  deleteOf(userId: string, since = 0): void {
    this.#messages.delete("user_id = ? and at >= ?", userId, since);
  }

  /** Deletes these messages where the chat no longer shows them. Returns their writers, one id per message. */
  deleteChosen({ messageIds, user }: ChosenMessagesInput): string[] {
    return messageIds == null
      ? this.#messages.delete("user_id = ?", user ?? "")
      : this.#messages.delete("id in (select value from json_each(?))", JSON.stringify(messageIds));
  }
}
