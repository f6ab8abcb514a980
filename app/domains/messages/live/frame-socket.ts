import { openTransport } from "../../stages/live/open-transport.ts";
import { PendingMessages } from "../../stages/live/pending.ts";
import { RoomReply } from "../../stages/live/protocol.ts";
import { socketUrl } from "../../stages/live/socket-url.ts";
import type { OpenTransport, RoomTransport, TransportStatus } from "../../stages/live/transport.ts";

interface ClientFrame {
  id: string;
  event: string;
  data: unknown;
}

/**
 * A socket whose frames are answered: what has no answer yet goes out again after a reconnect, under the same id, and
 * the events go on where they stopped.
 */
export class FrameSocket {
  readonly #pending = new PendingMessages("No response. Check your connection.");
  readonly #transport: RoomTransport;
  #isOpen = false;

  constructor(
    path: `/realtime/${string}`,
    {
      onStatus,
      onFrame,
      open = openTransport,
    }: {
      onStatus: (status: TransportStatus) => void;
      /** Every frame that answers nothing, as it was read. */
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

  /** Says what no one answers, now or not at all. */
  tell(frame: ClientFrame): void {
    if (this.#isOpen) this.#transport.send(JSON.stringify(frame));
  }

  /** A reconnect goes on after this event. */
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
