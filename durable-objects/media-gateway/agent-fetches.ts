import { ulid } from "ulidx";
import {
  type FetchRequest,
  type FetchResult,
  fetchAnswerMs,
  fetchOffer,
} from "#app/domains/air/media/contract/fetch.ts";
import type { AgentLine } from "./agent-line.ts";

/** More than the agent makes at the same time. */
const maxPending = 64;

/** The requests to other services that the present agent was asked to make, each until it answers. */
export class AgentFetches {
  readonly #line: AgentLine;
  readonly #pending = new Map<string, (result: FetchResult) => void>();

  constructor(line: AgentLine) {
    this.#line = line;
  }

  /** Null where no agent is connected that makes requests: nothing was sent. */
  async fetch(request: Omit<FetchRequest, "type" | "id">): Promise<FetchResult | null> {
    if (!this.#line.offers(fetchOffer)) return null;
    const id = ulid();
    if (this.#pending.size >= maxPending) return { type: "unfetched", id, reason: "busy", waitMs: null };
    const { promise, resolve } = Promise.withResolvers<FetchResult>();
    this.#pending.set(id, resolve);
    // Its connection may be lost, and with it the answer.
    const timer = setTimeout(
      () => resolve({ type: "unfetched", id, reason: "unanswered", waitMs: null }),
      fetchAnswerMs,
    );
    try {
      return this.#line.send({ type: "fetch", id, ...request }) ? await promise : null;
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
    }
  }

  settle(result: FetchResult): void {
    this.#pending.get(result.id)?.(result);
  }
}
