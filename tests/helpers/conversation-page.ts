/** A participant's open page: it keeps what it received, and records an inconsistent history as a fault. */
import type { ConversationMessageView } from "#app/domains/air/messages/contract.ts";
import { ConversationFrame } from "#app/domains/air/messages/live/conversation-protocol.ts";
import type { RoomReply } from "#app/domains/air/stages/live/protocol.ts";
import { openSocket, viewer } from "./socket.ts";

type Stub = Parameters<typeof openSocket>[0];

export class Page {
  readonly userId: string;
  /** The number of the last event. */
  seq: number | null = null;
  readonly messages = new Map<number, ConversationMessageView>();
  readonly marks = { delivered: new Map<string, number>(), read: new Map<string, number>() };
  readonly typing: string[] = [];
  /** Faults in what it received. */
  readonly faults: string[] = [];
  closedWith: number | null = null;
  /** No message up to this position may arrive. */
  #after = 0;
  #socket: WebSocket | null = null;
  #replies = new Map<string, (reply: RoomReply) => void>();
  #count = 0;

  constructor(userId: string) {
    this.userId = userId;
  }

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  /** Opens the socket, or resumes after the last event. */
  async open(stub: Stub): Promise<void> {
    const since = this.seq === null ? "" : `?since=${this.seq}`;
    const path = `/realtime/conversation/x${since}`;
    const { raw, closed } = await openSocket(stub, path, viewer(this.userId), ConversationFrame);
    this.#socket = raw;
    this.closedWith = null;
    raw.addEventListener("message", ({ data }) => {
      if (this.#socket === raw) this.#hear(ConversationFrame.parse(JSON.parse(String(data))));
    });
    void closed.then((code) => {
      if (this.#socket !== raw) return;
      this.#socket = null;
      this.closedWith = code;
    });
  }

  close(): void {
    this.#socket?.close(1000);
    this.#socket = null;
  }

  /** Sends a message and returns its reply; a frame with the same `id` is a repetition. */
  ask(event: string, data: object, id = `${this.userId}-${this.#count++}`): Promise<RoomReply> {
    const { promise, resolve } = Promise.withResolvers<RoomReply>();
    this.#replies.set(id, resolve);
    this.#socket?.send(JSON.stringify({ event, data, id }));
    return promise;
  }

  #hear(frame: ConversationFrame): void {
    if (frame.event === "ack" || frame.event === "error") {
      this.#replies.get(frame.id ?? "")?.(frame);
      return;
    }
    if (frame.event === "typing") {
      this.typing.push(frame.data.user);
      return;
    }
    if (frame.event !== "snapshot" && frame.seq !== (this.seq ?? Number.NaN) + 1)
      this.faults.push(`${frame.event} ${frame.seq} after ${this.seq}`);
    this.seq = frame.seq;
    switch (frame.event) {
      case "snapshot":
        this.#after = frame.data.after;
        this.messages.clear();
        for (const message of frame.data.messages) this.messages.set(message.seq, message);
        for (const mark of frame.data.delivered) this.marks.delivered.set(mark.user, mark.upTo);
        for (const mark of frame.data.read) this.marks.read.set(mark.user, mark.upTo);
        return;
      case "chat message":
        if (this.messages.has(frame.data.seq)) this.faults.push(`message ${frame.data.seq} twice`);
        if (frame.data.seq <= this.#after) this.faults.push(`message ${frame.data.seq} of another time`);
        this.messages.set(frame.data.seq, frame.data);
        return;
      case "message changed":
        if (!this.messages.has(frame.data.seq)) this.faults.push(`change of ${frame.data.seq}, unknown here`);
        this.messages.set(frame.data.seq, frame.data);
        return;
      case "delivered":
      case "read":
        this.marks[frame.event].set(frame.data.user, frame.data.upTo);
        return;
      case "conversation changed":
      case "unseen":
        return;
    }
  }
}
