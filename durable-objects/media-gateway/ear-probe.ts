import { ulid } from "ulidx";
import { type EarProbed, earOffer, probeAnswerMs } from "#app/domains/air/media/contract/heard.ts";
import type { AgentLine } from "./agent-line.ts";

/** A result is as good as a new one for this long. */
const freshMs = 60_000;
/** Maximum wait for the ear; then the last result is the answer, if it is not older than that. */
const waitMs = 2_500;
const staleMs = 3 * 60_000;

/** Whether the ear of the present agent recognizes what it must: asked for real, at most once a minute. */
export class EarProbe {
  readonly #line: AgentLine;
  #last = { at: Number.NEGATIVE_INFINITY, isWorking: false };
  #running: Promise<boolean> | undefined;
  #asked: { id: string; settle: (answer: boolean) => void } | undefined;

  constructor(line: AgentLine) {
    this.#line = line;
  }

  /** Asks an agent that has just connected, so that the first visitor of the status page need not wait. */
  begin(): void {
    this.#last = { at: Number.NEGATIVE_INFINITY, isWorking: false };
    this.#running = undefined;
    void this.#ask();
  }

  async isWorking(now: number): Promise<boolean> {
    if (!this.#line.offers(earOffer)) return false;
    if (now - this.#last.at < freshMs) return this.#last.isWorking;
    const last = now - this.#last.at < staleMs && this.#last.isWorking;
    return Promise.race([this.#ask(), after(waitMs, last)]);
  }

  settle({ id, isRecognized }: EarProbed): void {
    if (this.#asked?.id === id) this.#asked.settle(isRecognized);
  }

  #ask(): Promise<boolean> {
    this.#running ??= this.#probe().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #probe(): Promise<boolean> {
    if (!this.#line.offers(earOffer)) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const asked = { id: ulid(), settle: resolve };
    this.#asked = asked;
    this.#line.send({ type: "probe", id: asked.id });
    const isWorking = await Promise.race([promise, after(probeAnswerMs, false)]);
    if (this.#asked === asked) this.#last = { at: Date.now(), isWorking };
    return isWorking;
  }
}

const after = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => {
    setTimeout(() => resolve(value), ms);
  });
