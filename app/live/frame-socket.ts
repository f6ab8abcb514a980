import { RoomReply } from "../domains/air/stages/live/protocol.ts";
import { openTransport } from "./open-transport.ts";
import { PendingMessages } from "./pending.ts";
import { readFrames } from "./read-frames.ts";
import { socketUrl } from "./socket-url.ts";
import type { ListenOptions, OpenTransport, Transport, TransportStatus } from "./transport.ts";

interface ClientFrame {
  id: string;
  event: string;
  data?: unknown;
}

/** The errors of frames that get no response. */
interface NoResponseTexts {
  timeout: string;
  left: string;
  /** The session is over; without this text the frame fails by its timeout. */
  ended?: string;
}

const defaultTexts: NoResponseTexts = {
  timeout: "No response. Check your connection.",
  left: "This page was left.",
};

/**
 * A socket whose frames get responses: frames without one are sent again after a reconnect, under the same id, and
 * events resume where they stopped.
 */
export class FrameSocket {
  readonly #pending: PendingMessages;
  readonly #onStatus: (status: TransportStatus) => void;
  readonly #onFrame: (frame: unknown) => void;
  readonly #openTransport: OpenTransport;
  readonly #texts: NoResponseTexts;
  #transport: Transport | null = null;
  #isOpen = false;

  constructor({
    onStatus,
    onFrame,
    open = openTransport,
    texts = defaultTexts,
  }: {
    onStatus: (status: TransportStatus) => void;
    /** Called with every frame that is not a response to a frame of this socket. */
    onFrame: (frame: unknown) => void;
    open?: OpenTransport;
    texts?: NoResponseTexts;
  }) {
    this.#onStatus = onStatus;
    this.#onFrame = onFrame;
    this.#openTransport = open;
    this.#texts = texts;
    this.#pending = new PendingMessages(texts.timeout);
  }

  /** Connects, until `close`. What was asked before is sent then. */
  open(path: `/realtime/${string}`): void {
    this.#transport ??= this.#openTransport(socketUrl(path).href, {
      onStatus: this.#onTransportStatus,
      onText: this.#onText,
    });
  }

  /** Resolves with the data of the acknowledgement. Throws `RoomError`. */
  ask(frame: ClientFrame): Promise<unknown> {
    const { text, answer } = this.#pending.add(frame);
    this.#transport?.send(text);
    return answer;
  }

  /** Sends a frame without a response, now or not at all. */
  tell(frame: ClientFrame): void {
    if (this.#isOpen) this.#transport?.send(JSON.stringify(frame));
  }

  /** Requests the sound, now and after each reconnect; batches of packets go straight to `port`. */
  listen(options: ListenOptions, port: MessagePort): void {
    this.#transport?.listen(options, port);
  }

  unlisten(): void {
    this.#transport?.unlisten();
  }

  /** A reconnect resumes after this event. */
  seen(seq: number): void {
    this.#transport?.seen(seq);
  }

  /** Reconnects as the user who has logged in; the present connection continues meanwhile. */
  renew(): void {
    this.#transport?.renew();
  }

  close(): void {
    this.#transport?.close();
    this.#transport = null;
    this.#isOpen = false;
    this.#pending.rejectAll(this.#texts.left, "left");
  }

  readonly #onTransportStatus = (status: TransportStatus) => {
    this.#isOpen = status === "open";
    if (this.#isOpen) for (const text of this.#pending.unanswered()) this.#transport?.send(text);
    if (status === "ended" && this.#texts.ended !== undefined)
      this.#pending.rejectAll(this.#texts.ended, "authorization");
    this.#onStatus(status);
  };

  readonly #onText = (text: string) => {
    for (const frame of readFrames(text)) {
      const reply = RoomReply.safeParse(frame);
      // A refusal without an id is not a response to anything: it revokes an earlier response.
      if (reply.success && reply.data.id !== null) this.#pending.settle(reply.data);
      else this.#onFrame(frame);
    }
  };
}
