import type { RoomReply } from "../domains/air/stages/live/protocol.ts";

/** Time without a response, over any number of sockets, after which a message counts as failed. */
const answerMs = 20_000;

/** The refusal of a message. `retryAfterMs` says when to retry, where waiting helps. */
export class RoomError extends Error {
  readonly code: string;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, code: string, retryAfterMs?: number) {
    super(message);
    this.name = "RoomError";
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

interface Waiting {
  text: string;
  timer: ReturnType<typeof setTimeout>;
  resolve: (data: unknown) => void;
  reject: (error: RoomError) => void;
}

/** Messages without a response yet. Sending one again under its id stores nothing twice, so all are sent again. */
export class PendingMessages {
  readonly #waiting = new Map<string, Waiting>();
  readonly #noAnswer: string;

  /** `noAnswer` is the error for a message that gets no response. */
  constructor(noAnswer: string) {
    this.#noAnswer = noAnswer;
  }

  /** Resolves with the data of the acknowledgement; rejects with a RoomError. */
  add(frame: { id: string; event: string; data?: unknown }): { text: string; answer: Promise<unknown> } {
    const text = JSON.stringify(frame);
    const answer = new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(frame.id);
        reject(new RoomError(this.#noAnswer, "timeout"));
      }, answerMs);
      this.#waiting.set(frame.id, { text, timer, resolve, reject });
    });
    return { text, answer };
  }

  /** Frames to send on a new socket, oldest first. */
  unanswered(): string[] {
    return [...this.#waiting.values()].map(({ text }) => text);
  }

  settle(reply: RoomReply): void {
    const waiting = reply.id === null ? undefined : this.#waiting.get(reply.id);
    if (waiting === undefined || reply.id === null) return;
    this.#waiting.delete(reply.id);
    clearTimeout(waiting.timer);
    if (reply.event === "ack") waiting.resolve(reply.data);
    else waiting.reject(new RoomError(reply.error, reply.code, reply.retryAfterMs));
  }

  /** The room was left, or its session has ended. */
  rejectAll(message: string, code: string): void {
    for (const { timer, reject } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new RoomError(message, code));
    }
    this.#waiting.clear();
  }
}
