import { RoomReply } from "../domains/stages/live/protocol.ts";
import { openTransport } from "./open-transport.ts";
import { PendingMessages } from "./pending.ts";
import { socketUrl } from "./socket-url.ts";
import type { OpenTransport, Transport, TransportStatus } from "./transport.ts";

interface ClientFrame {
  id: string;
  event: string;
  data: unknown;
}

/**
 * A socket whose frames get responses: frames without one are sent again after a reconnect, under the same id, and
 * events resume where they stopped.
 */
export class FrameSocket {
  readonly #pending = new PendingMessages("No response. Check your connection.");
  readonly #transport: Transport;
  #isOpen = false;

  constructor(
    path: `/realtime/${string}`,
    {
      onStatus,
      onFrame,
      open = openTransport,
    }: {
      onStatus: (status: TransportStatus) => void;
      /** Called with every frame that is not a response. */
      onFrame: (frame: unknown) => void;
      open?: OpenTransport;
    },
  ) {
    this.#transport = open(socketUrl(path).href, {
      onStatus: (status) => {
        this.#isOpen = status === "open";
        if (this.#isOpen) for (const text of this.#pending.unanswered()) this.#transport.send(text);
        onStatus(status);
      },
      onText: (text) => {
        const frame = parse(text);
        const reply = RoomReply.safeParse(frame);
        if (reply.success) this.#pending.settle(reply.data);
        else if (frame !== undefined) onFrame(frame);
      },
    });
  }

  /** Resolves with the data of the acknowledgement. Throws `RoomError`. */
  ask(frame: ClientFrame): Promise<unknown> {
    const { text, answer } = this.#pending.add(frame);
    this.#transport.send(text);
    return answer;
  }

  /** Sends a frame without a response, now or not at all. */
  tell(frame: ClientFrame): void {
    if (this.#isOpen) this.#transport.send(JSON.stringify(frame));
  }

  /** A reconnect resumes after this event. */
  seen(seq: number): void {
    this.#transport.seen(seq);
  }

  close(): void {
    this.#transport.close();
    this.#pending.rejectAll("This page was left.", "left");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
