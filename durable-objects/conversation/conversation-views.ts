import type { ConversationMessageView, ConversationView } from "#app/domains/air/messages/contract.ts";
import type { ListedConversation } from "#app/domains/air/messages/queries/messages.ts";
import {
  previewOf,
  type StoredMessage,
  toConversationView,
  toMessageView,
} from "#app/domains/air/messages/views.ts";
import type { ConversationCore } from "./core.ts";
import type { Member } from "./members.ts";

/** The conversation as its participants, and their lists in D1, see it. */
export class ConversationViews {
  readonly #core: ConversationCore;

  constructor(core: ConversationCore) {
    this.#core = core;
  }

  message(message: StoredMessage): ConversationMessageView {
    return toMessageView(message, this.#core.people.view);
  }

  /** Returns the conversation as this participant sees it. */
  conversation(viewer: Member, now: number): ConversationView {
    const { id, about, history, people } = this.#core;
    const last = history.lastWritten(viewer.after);
    const hasRead = this.#readers();
    const seen = {
      id,
      name: about.read()?.name ?? null,
      participants: this.#core.members.list().flatMap((member) => {
        const person = people.view(member.userId);
        const isBlocked = people.hasBlocked(viewer.userId, member.userId);
        const { isMarkedUnread } = member;
        return person === null ? [] : [{ person, hasRead: hasRead(member), isMarkedUnread, isBlocked }];
      }),
      last: last === undefined ? null : { message: previewOf(last), senderId: last.senderId },
      lastAt: last?.at ?? viewer.joinedAt,
      isMuted: viewer.isMuted,
      mutedUntil: viewer.mutedUntil,
    };
    return toConversationView(seen, viewer.userId, now);
  }

  isUnread(member: Member): boolean {
    return member.isMarkedUnread || !this.#readers()(member);
  }

  /** Its rows in D1. */
  listed(): ListedConversation | undefined {
    const { id, about, history, members } = this.#core;
    const begun = about.read();
    if (begun === undefined) return undefined;
    const { name, isDirect, version, beganAt } = begun;
    const last = history.lastWritten(0);
    const hasRead = this.#readers();
    return {
      id,
      name,
      isDirect,
      version,
      createdAt: beganAt,
      lastSeq: last?.seq ?? 0,
      lastAt: last?.at ?? beganAt,
      lastMessage: last === undefined ? "" : previewOf(last),
      lastUserId: last?.senderId ?? null,
      members: members.list().map((member) => ({
        userId: member.userId,
        position: member.position,
        joinedAt: member.joinedAt,
        afterSeq: member.after,
        hasRead: hasRead(member),
        isMarkedUnread: member.isMarkedUnread,
        isMuted: member.isMuted,
        mutedUntil: member.mutedUntil,
        isHidden: member.isHidden,
      })),
    };
  }

  /** Whether a participant has read to the end; lines about the conversation need not be read. */
  #readers(): (member: Member) => boolean {
    const end = this.#core.history.lastWritten(0)?.seq ?? 0;
    return ({ read, after }) => Math.max(read, after) >= end;
  }
}
