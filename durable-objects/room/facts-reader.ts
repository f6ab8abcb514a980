import type { Restriction } from "#app/domains/air/stages/live/moderation-rules.ts";
import { AppError } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import { isSame } from "../is-same.ts";
import type { Blocked } from "./chat/blocked.ts";
import type { Moderation } from "./chat/moderation.ts";
import type { RoomCore } from "./core.ts";
import { notifyTotals } from "./counting/stage-totals.ts";
import { type FreshFacts, type RoomFacts, readProfileFacts, readStageFacts } from "./facts.ts";
import type { KnownFacts } from "./known-facts.ts";
import type { Director } from "./on-air/director.ts";

const maxAgeMs = 60_000;

interface FactsReaderDeps {
  facts: KnownFacts;
  blocked: Blocked;
  moderation: Moderation;
  director: Director;
}

/** Reads what D1 has of the room, and hands it on to everyone here whom it concerns. */
export class FactsReader {
  readonly #core: RoomCore;
  readonly #deps: FactsReaderDeps;
  #reading: Promise<boolean> | undefined;

  constructor(core: RoomCore, deps: FactsReaderDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  /**
   * Loads the facts, if the stage or person exists. Stored facts are enough to start; old ones are read again soon.
   * @throws AppError `unavailable` where nothing is stored and D1 is unavailable.
   */
  async ready(): Promise<RoomFacts | null> {
    const { facts } = this.#deps;
    if (facts.current === null) await this.read();
    else if (Date.now() - facts.current.readAt > maxAgeMs) {
      void this.#core.due.scheduleBy("facts", Date.now());
    }
    return facts.current;
  }

  /** Reads D1 again and decides anew. False while D1 is unavailable: the stored facts are kept. */
  read(): Promise<boolean> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Reads the facts as of this call: a read that is running may have started before the change. */
  async refresh(): Promise<boolean> {
    await this.#reading?.catch(() => undefined);
    return this.read();
  }

  /** The owner of this profile has blocked or unblocked someone: applied immediately, then as D1 has it. */
  async setBlocked(userId: string, isBlocked: boolean): Promise<void> {
    const { facts, blocked } = this.#deps;
    // A room without facts reads the whole list before anything else.
    if (facts.current === null && this.#reading === undefined) return;
    blocked.set(userId, isBlocked);
    await this.refresh();
  }

  /** A manager has restricted someone in the chat, or lifted that (null): applied immediately, then as D1 has it. */
  async restrict(userId: string, restriction: Restriction | null): Promise<void> {
    this.#deps.moderation.restrict(userId, restriction);
    await this.refresh();
  }

  async #read(): Promise<boolean> {
    const { env, journal, due, kind, id, path } = this.#core;
    const { facts: known, blocked, moderation, director } = this.#deps;
    const readFacts = kind === "stage" ? readStageFacts : readProfileFacts;
    let fresh: FreshFacts | null;
    try {
      fresh = await readFacts(openDb(env.DB), id, Date.now());
    } catch (cause) {
      if (known.current === null) throw new AppError("unavailable", { cause });
      console.warn(JSON.stringify({ event: "facts-unread", room: path, error: String(cause) }));
      return false;
    }
    director.forgetClaims();
    if (fresh === null) {
      known.keep(null);
      return true;
    }
    const { blockedIds, moderation: kept, ...facts } = fresh;
    known.keep(facts);
    blocked.replace(blockedIds);
    if (kept !== null) moderation.replace(kept);
    const { state } = journal;
    journal.amend({
      name: facts.name,
      // Rows of the latest cheers may still be on their way to D1.
      cheerCount: Math.max(state.cheerCount, facts.cheerCount),
      favoriteCount: state.name === "" ? facts.favoriteCount : state.favoriteCount,
    });
    notifyTotals(this.#core, facts);
    this.#notifyChatRules();
    void due.schedule("watch", Date.now());
    director.decide();
    return true;
  }

  #notifyChatRules(): void {
    const { journal, publish } = this.#core;
    const { slowSeconds, hasLinks } = this.#deps.moderation.settings;
    const data = { slowSeconds, hasLinks };
    const told = journal.state.chatRules ?? { slowSeconds: 0, hasLinks: true };
    if (!isSame(data, told)) publish({ event: "chat rules", data }, Date.now());
  }
}
