/**
 * Sends at most one title a second per mount to the gateway, which stores each one and notifies everyone. Of titles
 * that come faster, the newest is sent when its turn comes.
 */
import type { Fact } from "#app/domains/media/contract/control.ts";

type TitleFact = Extract<Fact, { type: "title" }>;

const everyMs = 1_000;

export interface TitlePace {
  tell: (fact: TitleFact) => void;
  /** Drops a title that still waits. */
  forget: (mount: string) => void;
}

export function createTitlePace(report: (fact: TitleFact) => void): TitlePace {
  /** Mounts that have sent a title within the last second, and the newest title that waits. */
  const told = new Map<string, { waiting: TitleFact | undefined }>();

  function send(fact: TitleFact): void {
    const entry = { waiting: undefined as TitleFact | undefined };
    told.set(fact.mount, entry);
    report(fact);
    setTimeout(() => {
      told.delete(fact.mount);
      if (entry.waiting && !isSame(entry.waiting, fact)) send(entry.waiting);
    }, everyMs).unref();
  }

  return {
    tell(fact) {
      const entry = told.get(fact.mount);
      if (entry) entry.waiting = fact;
      else send(fact);
    },
    forget(mount) {
      const entry = told.get(mount);
      if (entry) entry.waiting = undefined;
    },
  };
}

function isSame(a: TitleFact, b: TitleFact): boolean {
  return a.artist === b.artist && a.title === b.title && a.connection === b.connection;
}
