import type { Alerts } from "./alerts.ts";
import type { Audience } from "./audience.ts";
import type { ConversationCore } from "./core.ts";
import type { ListSync } from "./list-sync.ts";
import type { Member } from "./members.ts";

interface MarksDeps {
  audience: Audience;
  alerts: Alerts;
  listSync: ListSync;
}

/** The position to which each participant has read, and their own settings of the conversation. */
export class Marks {
  readonly #core: ConversationCore;
  readonly #deps: MarksDeps;

  constructor(core: ConversationCore, deps: MarksDeps) {
    this.#core = core;
    this.#deps = deps;
    deps.listSync.onReceived((userId, upTo) => this.received(userId, upTo, Date.now()));
  }

  /** Messages up to `upTo` were sent to an open page of theirs. */
  received(userId: string, upTo: number, at: number): void {
    const member = this.#core.members.find(userId);
    if (member === undefined || member.received >= upTo) return;
    this.#core.members.change(userId, { received: upTo });
    this.#deps.audience.publish({ event: "delivered", user: userId, upTo }, at);
  }

  /** A person who writes has read everything before. */
  wrote(userId: string, seq: number, at: number): void {
    const member = this.#core.members.find(userId);
    if (member === undefined) return;
    this.#core.members.change(userId, { received: seq, read: seq, isMarkedUnread: false });
    this.#deps.alerts.drop(userId);
    // Their own message implies it too, but not for messages of others before it.
    if (member.read < seq - 1) this.#deps.audience.publish({ event: "read", user: userId, upTo: seq }, at);
  }

  /** Everything up to `upTo` has been read; null: all messages. */
  read(member: Member, upTo: number | null, at: number): void {
    const { history, members } = this.#core;
    const { audience, alerts, listSync } = this.#deps;
    const { userId } = member;
    const last = history.lastSeq();
    const read = Math.max(member.read, Math.min(upTo ?? last, last));
    if (read === member.read && !member.isMarkedUnread) return;
    members.change(userId, { read, received: Math.max(member.received, read), isMarkedUnread: false });
    if (read >= last) alerts.drop(userId);
    if (read > member.read) audience.publish({ event: "read", user: userId, upTo: read }, at);
    listSync.changed([userId]);
  }

  /** Marks the conversation as unread in their own list: no one else's marks change. */
  unread({ userId, isMarkedUnread }: Member): void {
    if (isMarkedUnread) return;
    this.#core.members.change(userId, { isMarkedUnread: true });
    this.#deps.listSync.changed([userId]);
  }

  /** `until`: epoch ms, or null for until they turn it off. */
  mute({ userId }: Member, until: number | null): void {
    this.#core.members.change(userId, { isMuted: true, mutedUntil: until });
    this.#deps.listSync.changed([userId]);
  }

  unmute({ userId }: Member): void {
    this.#core.members.change(userId, { isMuted: false, mutedUntil: null });
    this.#deps.listSync.changed([userId]);
  }

  /** Hides the conversation and its history from their list until the next message. Affects only them. */
  clear({ userId }: Member): void {
    const { history, log, members } = this.#core;
    const { audience, alerts, listSync } = this.#deps;
    const last = history.lastSeq();
    members.change(userId, {
      after: last,
      sinceEvent: log.lastSeq() + 1,
      received: last,
      read: last,
      isMarkedUnread: false,
      isHidden: true,
    });
    alerts.drop(userId);
    audience.showAnew(userId);
    listSync.changed([userId]);
  }
}
