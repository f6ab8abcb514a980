import { callApi } from "#app/api-client.ts";
import { FrameSocket } from "#app/live/frame-socket.ts";
import type { OpenTransport, TransportStatus } from "#app/live/transport.ts";
import { makeId } from "#app/ui/make-id.ts";
import { Store } from "#app/ui/store.ts";
import { getConversationCall } from "../calls/messages.ts";
import { inbox } from "./connection-inbox.ts";
import { ConversationEvent, TypingFrame, typingEveryMs } from "./conversation-protocol.ts";
import {
  applyConversationEvent,
  type ConversationState,
  stillTyping,
  type Typing,
  withOlder,
  withoutTyping,
  withTyping,
} from "./conversation-state.ts";

export interface ConversationNow {
  /** Null until it was loaded. */
  state: ConversationState | null;
  connection: TransportStatus;
  typing: Typing;
  /** State of loading older messages. */
  reading: "idle" | "busy" | "failed";
}

/** One conversation in this tab, live while it is retained. */
export class ConversationConnection {
  readonly id: string;
  readonly #open: OpenTransport | undefined;
  readonly #store: Store<ConversationNow>;
  #socket: FrameSocket | null = null;
  #lastSeq = -1;
  #readUpTo = 0;
  #typedAt = Number.NEGATIVE_INFINITY;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, initial: ConversationState | null, open?: OpenTransport) {
    this.id = id;
    this.#open = open;
    this.#store = new Store<ConversationNow>({
      state: initial,
      connection: "connecting",
      typing: {},
      reading: "idle",
    });
  }

  readonly getNow = (): ConversationNow => this.#store.get();
  readonly subscribe = (onChange: () => void): (() => void) => this.#store.subscribe(onChange);

  /** Opens the socket; the returned function closes it. */
  retain(): () => void {
    this.#lastSeq = -1;
    const socket = new FrameSocket({
      onStatus: (connection) => this.#store.change({ connection }),
      onFrame: this.#onFrame,
      ...(this.#open && { open: this.#open }),
    });
    this.#socket = socket;
    socket.open(`/realtime/conversation/${encodeURIComponent(this.id)}`);
    return () => {
      socket.close();
      clearTimeout(this.#typingTimer);
      if (this.#socket === socket) this.#socket = null;
      this.#store.change({ typing: {}, connection: "connecting" });
    };
  }

  /** Sends a message; the same `id` is the same message. Throws `RoomError`. */
  say(message: string, id: string): Promise<unknown> {
    this.#typedAt = Number.NEGATIVE_INFINITY;
    return this.#ask("chat", { message }, id);
  }

  /** Throws `RoomError`. */
  edit(messageId: string, message: string): Promise<unknown> {
    return this.#ask("edit", { messageId, message });
  }

  /** Deletes one's own message; its row stays. Throws `RoomError`. */
  deleteMessage(messageId: string): Promise<unknown> {
    return this.#ask("deleteMessage", { messageId });
  }

  /**
   * Reports, once, that the reader has read up to `upTo`. `isAgain`: report it again, since it has been marked unread.
   * Returns whether the server knows.
   */
  async markRead(upTo: number, isAgain: boolean): Promise<boolean> {
    if (upTo <= this.#readUpTo && !isAgain) return true;
    this.#readUpTo = upTo;
    try {
      await this.#ask("read", { upTo });
      return true;
    } catch {
      this.#readUpTo = 0;
      return false;
    }
  }

  /** Called while the user types; notifies the others from time to time. */
  typed(): void {
    const now = performance.now();
    if (now - this.#typedAt < typingEveryMs) return;
    this.#typedAt = now;
    this.#socket?.tell({ event: "typing", id: makeId(), data: {} });
  }

  /** Loads the page before the oldest loaded message. */
  async readOlder(): Promise<void> {
    const { state, reading } = this.getNow();
    if (state === null || reading === "busy" || state.older.idCursor === "end") return;
    this.#store.change({ reading: "busy" });
    try {
      const body = { conversation: this.id, ...state.older };
      const page = await callApi(getConversationCall, body);
      const latest = this.getNow().state;
      // A snapshot may have arrived meanwhile: then this page no longer adjoins the others.
      const isWanted = latest !== null && latest.older.idCursor === state.older.idCursor;
      this.#store.change({ reading: "idle", ...(isWanted && { state: withOlder(latest, page) }) });
    } catch {
      this.#store.change({ reading: "failed" });
    }
  }

  #ask(event: string, data: unknown, id = makeId()): Promise<unknown> {
    if (this.#socket === null) return Promise.reject(new Error("This conversation is not open."));
    return this.#socket.ask({ event, id, data });
  }

  readonly #onFrame = (frame: unknown) => {
    const typing = TypingFrame.safeParse(frame);
    if (typing.success) {
      this.#store.change({ typing: withTyping(this.getNow().typing, typing.data.data.user, Date.now()) });
      this.#watchTyping();
      return;
    }
    const read = ConversationEvent.safeParse(frame);
    // Frames that this version does not know are ignored.
    if (!read.success) return;
    const event = read.data;
    if (event.event !== "snapshot" && event.seq <= this.#lastSeq) return;
    this.#lastSeq = event.seq;
    this.#socket?.seen(event.seq);
    const state = applyConversationEvent(this.getNow().state, event);
    const writer = event.event === "chat message" ? event.data.sender?.id : undefined;
    const { typing: before } = this.getNow();
    this.#store.change({ state, typing: writer === undefined ? before : withoutTyping(before, writer) });
  };

  #watchTyping(): void {
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => {
      const typing = stillTyping(this.getNow().typing, Date.now());
      if (typing !== this.getNow().typing) this.#store.change({ typing });
      if (Object.keys(typing).length > 0) this.#watchTyping();
    }, typingEveryMs / 3);
  }
}

const known = new Map<string, ConversationConnection>();
const maxKnown = 20;
/** Conversations that were left or deleted while this page was open: data from its loader is not shown again. */
const gone = new Set<string>();

/**
 * The page's connection to a conversation: what was loaded of it is available immediately when the user returns to it.
 * On the server a temporary one.
 */
export function conversationConnection(
  id: string,
  initial: ConversationState | null,
): ConversationConnection {
  if (typeof document === "undefined") return new ConversationConnection(id, initial);
  const made = known.get(id) ?? new ConversationConnection(id, gone.has(id) ? null : initial);
  // Most recently used last; the first is removed.
  known.delete(id);
  known.set(id, made);
  for (const oldest of known.keys()) if (known.size > maxKnown) known.delete(oldest);
  return made;
}

/** Discards a conversation that is gone from the list. If it returns, it returns without earlier messages. */
export function forgetConversation(id: string): void {
  known.delete(id);
  gone.add(id);
}

// In any tab or on any device where it was left or deleted.
inbox.subscribe(() => {
  for (const [id, { conversation }] of Object.entries(inbox.getNow().heard))
    if (conversation === null) forgetConversation(id);
});
