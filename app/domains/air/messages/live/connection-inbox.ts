import { callApi, leaveEndedSession } from "#app/api-client.ts";
import { FrameSocket } from "#app/live/frame-socket.ts";
import type { OpenTransport, TransportStatus } from "#app/live/transport.ts";
import { makeId } from "#app/ui/make-id.ts";
import { Store } from "#app/ui/store.ts";
import { getConversationsCall } from "../calls/messages.ts";
import { ConversationView } from "../contract.ts";
import { applyInboxEvent, emptyInbox, type InboxState, withConversation, withList } from "./inbox-state.ts";
import { InboxEvent, type Notice } from "./protocol.ts";

export interface InboxNow extends InboxState {
  connection: TransportStatus;
  /** The conversation that is being read in this tab: its messages are not missed. */
  lookedAt: string | null;
}

const nothing: InboxNow = { ...emptyInbox, connection: "connecting", lookedAt: null };

/**
 * The signed-in user's inbox in this tab: one socket for everything that shows something of it. Connected while
 * retained.
 */
export class InboxConnection {
  readonly #open: OpenTransport | undefined;
  readonly #noticeReaders = new Set<(notices: readonly Notice[]) => void>();
  readonly #store = new Store(nothing);
  #socket: FrameSocket | null = null;
  #holders = 0;
  #lastSeq = -1;
  /** The newest server time that this page has received. */
  #serverAt = 0;

  constructor(open?: OpenTransport) {
    this.#open = open;
  }

  readonly getNow = this.#store.get;
  readonly subscribe = this.#store.subscribe;

  /** Passes on notices that arrive from now on, and those of a snapshot, oldest first. */
  readonly readNotices = (onNotices: (notices: readonly Notice[]) => void): (() => void) => {
    this.#noticeReaders.add(onNotices);
    return () => this.#noticeReaders.delete(onNotices);
  };

  /** Keeps the socket open until the returned function is called. */
  retain(): () => void {
    this.#holders += 1;
    this.#socket ??= new FrameSocket({
      onStatus: this.#onStatus,
      onFrame: this.#onFrame,
      ...(this.#open && { open: this.#open }),
    });
    this.#socket.open("/realtime/inbox");
    return () => {
      this.#holders -= 1;
      if (this.#holders > 0) return;
      this.#socket?.close();
      this.#socket = null;
      // The next user who signs in in this tab starts empty.
      this.#lastSeq = -1;
      this.#store.change(nothing);
    };
  }

  /** The list of conversations as the server read it at `readAt` (server time, epoch ms). */
  setList(list: NonNullable<InboxState["list"]>): void {
    this.#serverAt = Math.max(this.#serverAt, list.readAt);
    this.#store.change(withList(this.getNow(), list));
  }

  /** A conversation from the response of a call. */
  setConversation(conversation: ConversationView): void {
    this.#store.change(withConversation(this.getNow(), conversation, this.#serverAt));
  }

  lookAt(conversation: string | null): void {
    if (conversation !== this.getNow().lookedAt) this.#store.change({ lookedAt: conversation });
  }

  /** Marks the notices as read on all devices. Without a connection they stay unread. */
  markNoticesRead(upTo: number): void {
    const frame = { event: "readNotices", id: makeId(), data: { upTo } };
    this.#socket?.ask(frame).catch(() => {});
  }

  readonly #onStatus = (connection: TransportStatus) => {
    this.#store.change({ connection });
    if (connection === "ended") leaveEndedSession();
  };

  readonly #onFrame = (frame: unknown) => {
    const read = InboxEvent.safeParse(frame);
    // Frames that this version does not know are ignored.
    if (!read.success) return;
    const event = read.data;
    if (event.event !== "snapshot" && event.seq <= this.#lastSeq) return;
    this.#lastSeq = event.seq;
    this.#serverAt = Math.max(this.#serverAt, event.at);
    this.#socket?.seen(event.seq);
    this.#store.change(applyInboxEvent(this.getNow(), event));
    if (event.event === "notice") this.#passOn([{ ...event.data, seq: event.seq }]);
    if (event.event === "snapshot") {
      this.#passOn(event.data.notices.toReversed());
      // A snapshot does not contain the conversations that have changed since the list was read.
      if (this.getNow().list !== null) void this.readList().catch(() => {});
    }
  };

  /** Reads the list of conversations again. Throws `ApiFailure`. */
  async readList(): Promise<void> {
    const readAt = this.#serverAt;
    this.setList({ readAt, conversations: await callApi(getConversationsCall) });
  }

  #passOn(notices: readonly Notice[]): void {
    for (const onNotices of this.#noticeReaders) onNotices(notices);
  }
}

/** The page's only one. On the server it is never retained, so it holds no one's data. */
export const inbox = new InboxConnection();
