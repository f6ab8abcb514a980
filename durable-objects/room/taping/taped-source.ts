import type { UplinkFrame, UplinkText } from "#app/domains/air/media/contract/frames.ts";
import { SeqRanges } from "./seq-ranges.ts";

type Kind = UplinkFrame["kind"];
type Held = Extract<UplinkText, { event: "held" }>["data"];
export type Numbers = Record<Kind, SeqRanges>;

export const kinds = ["opus", "mp3", "levels"] as const satisfies readonly Kind[];

/** Time within which a source that was asked to send again has to begin with it. */
const answerMs = 5_000;

export const noNumbers = (): Numbers => ({
  opus: new SeqRanges(),
  mp3: new SeqRanges(),
  levels: new SeqRanges(),
});

/** One connection of an encoder, over all its sockets: which of its frames wait here, and which it may forget. */
export class TapedSource {
  readonly stream: string;
  readonly connection: string;
  /** Its present socket, or null. */
  socket: WebSocket | null = null;
  /** The oldest frame of each kind that it still has, as it last said. */
  held: Held = {};
  /** Sound of it was recorded: its levels belong to that. */
  hasSound = false;
  /** Frames of it had no room here: it has to send them again. */
  isMissingSome = false;
  #askedAt = 0;
  readonly #waiting = noNumbers();
  readonly #taped = noNumbers();
  /** Recorded or not needed, and not acknowledged on its present socket. */
  readonly #unsaid = noNumbers();

  constructor(stream: string, connection: string) {
    this.stream = stream;
    this.connection = connection;
  }

  /** Everything that has arrived is recorded, or need not be. */
  get isSettled(): boolean {
    if (this.isMissingSome || Date.now() - this.#askedAt < answerMs) return false;
    return kinds.every((kind) => this.#waiting[kind].isEmpty);
  }

  get owesAcks(): boolean {
    return kinds.some((kind) => !this.#unsaid[kind].isEmpty);
  }

  /** Notes a frame that is to be recorded; false where it is known already. */
  wait({ kind, seq }: Pick<UplinkFrame, "kind" | "seq">): boolean {
    if (this.#waiting[kind].has(seq)) return false;
    if (this.#taped[kind].has(seq)) {
      this.#unsaid[kind].add(seq);
      return false;
    }
    this.#waiting[kind].add(seq);
    return true;
  }

  /** This frame need not be recorded. */
  skip({ kind, seq }: Pick<UplinkFrame, "kind" | "seq">): void {
    this.#unsaid[kind].add(seq);
  }

  /** These are recorded, or need not be. */
  settle(numbers: Numbers): void {
    for (const kind of kinds) {
      this.#waiting[kind].removeAll(numbers[kind]);
      this.#taped[kind].addAll(numbers[kind]);
      this.#unsaid[kind].addAll(numbers[kind]);
    }
  }

  /** These were dropped here: they are as if they had not arrived. */
  drop(numbers: Numbers): void {
    for (const kind of kinds) this.#waiting[kind].removeAll(numbers[kind]);
    this.isMissingSome = true;
  }

  /** Stores which frames the source still has; acknowledgements that did not reach it are repeated. */
  setHeld(held: Held): void {
    this.held = held;
    for (const kind of kinds) {
      const first = held[kind];
      if (first !== undefined) this.#unsaid[kind].addAll(this.#taped[kind].since(first));
    }
  }

  acknowledge(): void {
    for (const kind of kinds) {
      const unsaid = this.#unsaid[kind];
      for (const { from, to } of unsaid) if (!this.#say({ event: "taped", data: { kind, from, to } })) return;
      unsaid.clear();
    }
  }

  /** Asks it to send again what was not acknowledged. */
  askAgain(): void {
    if (!this.#say({ event: "resend", data: {} })) return;
    this.isMissingSome = false;
    this.#askedAt = Date.now();
  }

  #say(text: UplinkText): boolean {
    try {
      this.socket?.send(JSON.stringify(text));
      return this.socket !== null;
    } catch {
      // It is closing: the source says on its next socket what it still has.
      return false;
    }
  }
}
