/**
 * Sends at most one title a second per mount to the gateway, which stores each one and notifies everyone. Of titles
 * that come faster, the newest is sent when its turn comes.
 */
import type { Fact } from "#app/domains/air/media/contract/control.ts";

type TitleFact = Extract<Fact, { type: "title" }>;

const everyMs = 1_000;

export class TitlePace {
  readonly #report: (fact: TitleFact) => void;
  /** Mounts that have sent a title within the last second, and the newest title that waits. */
  readonly #told = new Map<string, { waiting: TitleFact | undefined }>();

  constructor(report: (fact: TitleFact) => void) {
    this.#report = report;
  }

  tell(fact: TitleFact): void {
    const entry = this.#told.get(fact.mount);
    if (entry) entry.waiting = fact;
    else this.#send(fact);
  }

  /** Drops a title that still waits. */
  forget(mount: string): void {
    const entry = this.#told.get(mount);
    if (entry) entry.waiting = undefined;
  }

  #send(fact: TitleFact): void {
    const entry = { waiting: undefined as TitleFact | undefined };
    this.#told.set(fact.mount, entry);
    this.#report(fact);
    setTimeout(() => {
      this.#told.delete(fact.mount);
      if (entry.waiting && !isSame(entry.waiting, fact)) this.#send(entry.waiting);
    }, everyMs).unref();
  }
}

function isSame(a: TitleFact, b: TitleFact): boolean {
  return a.artist === b.artist && a.title === b.title && a.connection === b.connection;
}
