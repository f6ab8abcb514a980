import type { DownlinkFrame, PacketBatch } from "../domains/air/media/contract/frames.ts";
import type { ClientFrame } from "../domains/air/stages/live/client-frame.ts";
import type { RoomReply } from "../domains/air/stages/live/protocol.ts";
import type { ListenOptions } from "./transport.ts";

/** A page's request for a room's sound, over as many connections as it takes. */
export class SoundRequest {
  readonly #options: ListenOptions;
  readonly #port: MessagePort;
  /** The newest packet received, or null before the first. */
  #lastSeq: number | null = null;
  /**
   * The frame that the server has not acknowledged. Until then packets are of the request before, and would be newer
   * than those with which this one starts.
   */
  #unanswered: string | null = null;

  constructor(options: ListenOptions, port: MessagePort) {
    this.#options = options;
    this.#port = port;
  }

  /** Returns the frame to send on a new connection: it continues after the last packet. */
  toFrame(id: string): ClientFrame {
    const { listenClass, behindMs, isPast } = this.#options;
    if (this.#lastSeq === null) this.#unanswered = id;
    return {
      event: "listen",
      id,
      data: {
        class: listenClass,
        pings: true,
        answers: true,
        ...(this.#lastSeq !== null && { resume: this.#lastSeq }),
        ...(behindMs > 0 && { behind: behindMs }),
        ...(isPast && { past: true }),
      },
    };
  }

  /** Notes a text that has come, which may be the acknowledgement. */
  note(text: string): void {
    if (this.#unanswered !== null && isAcknowledged(text, this.#unanswered)) this.#unanswered = null;
  }

  /** Hands the packets of a message over. Returns false where it has none of this request. */
  pass(data: ArrayBuffer, { isDiscontinuity, seq, at, packets }: DownlinkFrame): boolean {
    if (packets.length === 0 || this.#unanswered !== null) return false;
    this.#lastSeq = (seq + packets.length - 1) >>> 0;
    this.#port.postMessage({ isDiscontinuity, seq, at, packets } satisfies PacketBatch, [data]);
    return true;
  }

  close(): void {
    this.#port.close();
  }
}

/** Whether `text` is the server's acknowledgement of the frame `id`. */
function isAcknowledged(text: string, id: string): boolean {
  if (!text.includes(id)) return false;
  const frame = JSON.parse(text) as Partial<RoomReply>;
  return frame.event === "ack" && frame.id === id;
}
