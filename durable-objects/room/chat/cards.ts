import { findChatCard } from "#app/domains/people/people/queries/people.ts";
import { withTimeout } from "#app/with-timeout.ts";
import { openDb } from "#db/client.ts";
import type { SocketViewer } from "../../contract.ts";

type Card = Pick<SocketViewer, "username" | "photo" | "badge" | "isPerformer">;

/** Returns the fields of a message's writer. */
export const writerOf = ({ username, badge, photo, isPerformer }: Card) => ({
  user: username,
  badge,
  profile: photo,
  ...(isPerformer === true && { dj: true }),
});

/** Time for which a writer's card is reused without reading D1. */
const freshMs = 10_000;
/** Chat does not wait longer for a database that is unavailable. */
const patienceMs = 500;
/** Number of entries above which outdated ones are removed. */
const sweepFrom = 1_000;

/**
 * The present name, photo and badge of writers, and whether they perform: a socket may be hours older than their last change. Where the database
 * is unavailable, those from when their socket was opened.
 */
export class Cards {
  readonly #env: Env;
  readonly #known = new Map<string, { card: Promise<Card | undefined>; readAt: number }>();

  constructor(env: Env) {
    this.#env = env;
  }

  async asNow(viewer: SocketViewer): Promise<SocketViewer> {
    const { userId } = viewer;
    if (userId === null) return viewer;
    const now = Date.now();
    const known = this.#known.get(userId);
    const isFresh = known !== undefined && now - known.readAt < freshMs;
    const card = isFresh ? known.card : this.#read(userId, now);
    return { ...viewer, ...(await card) };
  }

  forget(userId: string): void {
    this.#known.delete(userId);
  }

  #read(userId: string, now: number): Promise<Card | undefined> {
    const reading = findChatCard(openDb(this.#env.DB), userId);
    const card = withTimeout(patienceMs, reading).catch((error: unknown) => {
      console.warn(JSON.stringify({ event: "card-unread", user: userId, error: String(error) }));
      return undefined;
    });
    this.#known.set(userId, { card, readAt: now });
    if (this.#known.size > sweepFrom)
      for (const [id, { readAt }] of this.#known) if (now - readAt >= freshMs) this.#known.delete(id);
    return card;
  }
}
