import type { Connection } from "partyserver";
import type { Facts } from "#app/domains/air/messages/facts.ts";
import {
  type ConversationEvent,
  type ConversationFrame,
  typingEveryMs,
} from "#app/domains/air/messages/live/conversation-protocol.ts";
import { roomCloseCodes } from "#app/domains/air/stages/live/close-codes.ts";
import { sendText } from "#packages/durable/sockets.ts";
import type { SocketViewer } from "../contract.ts";
import type { Happened, Happening } from "./conversation-log.ts";
import type { ConversationViews } from "./conversation-views.ts";
import type { ConversationCore } from "./core.ts";
import type { Member } from "./members.ts";
import { messagePage } from "./page.ts";

/** The stored state of a socket while the object sleeps; null once it was closed by the object. */
export type SocketState = Pick<SocketViewer, "userId" | "sessionHash"> | null;

interface AudienceDeps {
  views: ConversationViews;
  /** Every open socket, or this user's. */
  open(userId?: string): Iterable<Connection<SocketState>>;
}

/** The open pages of the participants: every event is stored, then sent to all of them. */
export class Audience {
  readonly #core: ConversationCore;
  readonly #deps: AudienceDeps;
  /** Time when someone was last shown as typing. Not worth storing. */
  readonly #typedAt = new Map<string, number>();

  constructor(core: ConversationCore, deps: AudienceDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  /** Stores the event and sends it to every participant's open pages. */
  publish(happening: Happening, at: number): void {
    const happened = this.#core.log.append(happening, at);
    const seen = JSON.stringify(this.#frame(happened));
    const unseen = JSON.stringify(unseenFrame(happened));
    const members = new Map(this.#core.members.list().map((member) => [member.userId, member]));
    for (const socket of this.#participants()) {
      const member = members.get(socket.state?.userId ?? "");
      sendText(socket, member !== undefined && canSee(member, happened) ? seen : unseen);
    }
  }

  /** Sends a page its first frames: the events it has missed since `since`, or the last messages. */
  greet(socket: Connection<SocketState>, member: Member, since: number | null): void {
    const isKnown = since !== null && since >= member.sinceEvent;
    const missed = isKnown ? this.#core.log.since(since) : null;
    const frames = missed?.map((happened) =>
      canSee(member, happened) ? this.#frame(happened) : unseenFrame(happened),
    ) ?? [this.#snapshot(member)];
    for (const frame of frames) sendText(socket, JSON.stringify(frame));
  }

  /** Sends the present state to pages that may show deleted content: this participant's, or everyone's. */
  showAnew(userId?: string): void {
    for (const socket of this.#participants(userId)) {
      const member = this.#core.members.find(socket.state?.userId ?? "");
      if (member !== undefined) sendText(socket, JSON.stringify(this.#snapshot(member)));
    }
  }

  isHere(userId: string): boolean {
    return !this.#participants(userId).next().done;
  }

  /** Whether a participant may be shown as typing again: pages that report it too often are ignored. */
  isTypingNews(userId: string, now: number): boolean {
    if (now - (this.#typedAt.get(userId) ?? 0) < typingEveryMs / 2) return false;
    this.#typedAt.set(userId, now);
    return true;
  }

  /** Shows the others that a participant is typing, except those with a block between them. */
  typing(userId: string, facts: Facts): void {
    const text = JSON.stringify({ event: "typing", data: { user: userId } } satisfies ConversationFrame);
    for (const socket of this.#participants()) {
      const otherId = socket.state?.userId ?? "";
      const isApart = facts.hasBlocked(userId, otherId) || facts.hasBlocked(otherId, userId);
      if (otherId !== userId && !isApart) sendText(socket, text);
    }
  }

  /** Closes a user's sockets, or those of one session. */
  drop(userId: string, code: keyof typeof roomCloseCodes, sessionHash?: string): void {
    for (const socket of this.#deps.open(userId)) {
      if (sessionHash !== undefined && socket.state?.sessionHash !== sessionHash) continue;
      // Frames that it has already sent are no longer accepted.
      socket.setState(null);
      socket.close(roomCloseCodes[code]);
    }
  }

  *#participants(userId?: string): Generator<Connection<SocketState>> {
    for (const socket of this.#deps.open(userId)) if (socket.state !== null) yield socket;
  }

  #frame(happened: Happened): ConversationEvent {
    const { seq, at } = happened;
    const { history, about, members, people } = this.#core;
    const { views } = this.#deps;
    switch (happened.event) {
      case "chat message":
      case "message changed": {
        const message = history.at(happened.message);
        if (message === undefined) throw new Error(`no message ${happened.message}`);
        return { event: happened.event, data: views.message(message), seq, at };
      }
      case "delivered":
      case "read":
        return { event: happened.event, data: { user: happened.user, upTo: happened.upTo }, seq, at };
      case "conversation changed": {
        const participants = members.list().flatMap(({ userId }) => people.view(userId) ?? []);
        return { event: happened.event, data: { name: about.read()?.name ?? null, participants }, seq, at };
      }
    }
  }

  #snapshot(member: Member): ConversationEvent {
    const { history, members, log } = this.#core;
    const { views } = this.#deps;
    const now = Date.now();
    const { items, dateCursor, idCursor } = messagePage(history, member, null);
    const marks = members.list();
    return {
      event: "snapshot",
      data: {
        conversation: views.conversation(member, now),
        after: member.after,
        messages: items.map((message) => views.message(message)),
        dateCursor,
        idCursor,
        delivered: marks.map(({ userId, received }) => ({ user: userId, upTo: received })),
        read: marks.map(({ userId, read }) => ({ user: userId, upTo: read })),
      },
      seq: log.lastSeq(),
      at: now,
    };
  }
}

/** A message from before they joined, or before they deleted the conversation for themselves, is hidden from them. */
function canSee({ after }: Member, happened: Happened): boolean {
  return !("message" in happened) || happened.message > after;
}

function unseenFrame({ seq, at }: Happened): ConversationEvent {
  return { event: "unseen", data: {}, seq, at };
}
