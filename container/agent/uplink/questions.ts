/** Questions to the gateway whether a password opens a mount, each until it is answered or has waited too long. */
import { ulid } from "ulidx";
import type { Verdict } from "../authorizer.ts";

export interface Question {
  id: string;
  mount: string;
  password: string;
}

const answerWithinMs = 5_000;

export class Questions {
  readonly #open = new Map<string, { question: Question; settle: (verdict: Verdict) => void }>();

  /** Returns the question to send, and its verdict: "unavailable" when there is none within five seconds. */
  ask(mount: string, password: string): { question: Question; verdict: Promise<Verdict> } {
    const question = { id: ulid(), mount, password };
    const { promise: verdict, resolve } = Promise.withResolvers<Verdict>();
    const settle = (answer: Verdict) => {
      clearTimeout(timer);
      this.#open.delete(question.id);
      resolve(answer);
    };
    const timer = setTimeout(() => settle("unavailable"), answerWithinMs);
    this.#open.set(question.id, { question, settle });
    return { question, verdict };
  }

  /** Those without an answer. */
  all(): Question[] {
    return [...this.#open.values()].map(({ question }) => question);
  }

  settle(id: string, verdict: Verdict): void {
    this.#open.get(id)?.settle(verdict);
  }

  /** No answers will come any more. */
  giveUp(): void {
    for (const { settle } of this.#open.values()) settle("unavailable");
  }
}
