/** A participant that writes and listens on and on, whatever happens to the server. */
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";
import type { ConversationMessageView } from "#app/domains/air/messages/contract.ts";
import { ConversationFrame } from "#app/domains/air/messages/live/conversation-protocol.ts";
import type { Person } from "#tests/fixtures/people.ts";

const reconnectMs = 250;
/** Slower than the budget of one person. */
const everyMs = 600;
const answerWithinMs = 3_000;

export class Writer {
  readonly person: Person;
  /** Acknowledged messages, by the client's own id. */
  readonly acked = new Map<string, ConversationMessageView>();
  /** Received messages, by their place. */
  readonly heard = new Map<number, ConversationMessageView>();
  /** Faults that should never be: a gap, or something twice. */
  readonly faults: string[] = [];
  reconnects = 0;
  snapshots = 0;
  readonly #address: string;
  #socket: WebSocket | undefined;
  #seq: number | null = null;
  #isWanted = true;
  #answers = new Map<string, (isAck: boolean, data: unknown) => void>();

  constructor(origin: string, conversation: string, person: Person) {
    this.person = person;
    this.#address = `${origin.replace(/^http/, "ws")}/realtime/conversation/${conversation}`;
    this.#connect();
  }

  /** Writes one message after another until told to stop; each is sent again until it is acknowledged. */
  async run(isOver: () => boolean): Promise<void> {
    for (let count = 0; !isOver(); count++) {
      const clientId = `${this.person.id}-${count}`;
      while (!(await this.#ask(clientId, `Message ${count} of ${this.person.username}`))) await sleep(100);
      await sleep(everyMs);
    }
  }

  close(): void {
    this.#isWanted = false;
    this.#socket?.close();
  }

  async #ask(clientId: string, message: string): Promise<boolean> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#answers.set(clientId, (isAck, data) => {
      if (isAck) this.#note(clientId, data as ConversationMessageView);
      resolve(isAck);
    });
    socket.send(JSON.stringify({ event: "chat", id: clientId, data: { message } }));
    return Promise.race([promise, sleep(answerWithinMs, false)]);
  }

  /** The same wish always has the same answer. */
  #note(clientId: string, message: ConversationMessageView): void {
    const earlier = this.acked.get(clientId);
    if (earlier !== undefined && (earlier.seq !== message.seq || earlier.id !== message.id))
      this.faults.push(`${clientId} was acknowledged as ${earlier.seq} and as ${message.seq}`);
    this.acked.set(clientId, message);
  }

  #connect(): void {
    const since = this.#seq === null ? "" : `?since=${this.#seq}`;
    const socket = new WebSocket(`${this.#address}${since}`, {
      headers: { authorization: `Bearer ${this.person.token}` },
    });
    this.#socket = socket;
    socket.on("message", (bytes: Buffer) =>
      this.#hear(ConversationFrame.parse(JSON.parse(bytes.toString()))),
    );
    socket.on("error", () => {});
    socket.on("close", () => {
      this.reconnects++;
      if (this.#isWanted) setTimeout(() => this.#connect(), reconnectMs);
    });
  }

  #hear(frame: ConversationFrame): void {
    if (frame.event === "ack" || frame.event === "error") {
      this.#answers.get(frame.id ?? "")?.(frame.event === "ack", frame.event === "ack" ? frame.data : null);
      return;
    }
    if (frame.event === "typing") return;
    if (frame.event !== "snapshot" && frame.seq !== (this.#seq ?? Number.NaN) + 1)
      this.faults.push(`event ${frame.seq} after ${this.#seq}`);
    this.#seq = frame.seq;
    if (frame.event === "snapshot") {
      this.snapshots++;
      for (const message of frame.data.messages) this.#keep(message, true);
    } else if (frame.event === "chat message") this.#keep(frame.data, false);
  }

  #keep(message: ConversationMessageView, isAgain: boolean): void {
    const known = this.heard.get(message.seq);
    if (known !== undefined && (!isAgain || known.id !== message.id))
      this.faults.push(`message ${message.seq} came twice`);
    this.heard.set(message.seq, message);
  }
}
