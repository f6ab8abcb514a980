import type { LobbyNews } from "../contract.ts";

/** No more events wait for a shard that does not respond: it reads the others when it does. */
const maxWaiting = 500;
/** A shard in which no one wants to know is not told any more after this long: until then it may be used again. */
const keptMs = 3_600_000;

interface FollowersDeps {
  /** Returns false where no one there wants to know. */
  tell(shard: number, news: LobbyNews): Promise<boolean>;
  /** A shard did not respond: `tellAgain` is to be called later. */
  failed(): void;
  waitUntil(work: Promise<void>): void;
}

interface Follower {
  /** Time of its first question, and of the last. */
  since: number;
  askedAt: number;
  waiting: LobbyNews | null;
  isTold: boolean;
}

/** The shards that are told of changes. Each gets them in their order, with one call at a time for all that wait. */
export class Followers {
  readonly #sql: SqlStorage;
  readonly #deps: FollowersDeps;
  readonly #followers = new Map<number, Follower>();

  constructor(storage: DurableObjectStorage, deps: FollowersDeps) {
    this.#sql = storage.sql;
    this.#deps = deps;
    this.#sql.exec(
      "create table if not exists followers (shard integer primary key, since integer not null) without rowid",
    );
    const stored = this.#sql.exec<{ shard: number; since: number }>("select shard, since from followers");
    for (const { shard, since } of stored.toArray())
      this.#followers.set(shard, { since, askedAt: since, waiting: null, isTold: false });
  }

  add(shard: number, now: number): void {
    const known = this.#followers.get(shard);
    if (known !== undefined) {
      known.askedAt = now;
      return;
    }
    this.#sql.exec("insert into followers (shard, since) values (?, ?)", shard, now);
    this.#followers.set(shard, { since: now, askedAt: now, waiting: null, isTold: false });
  }

  tell(news: LobbyNews): void {
    for (const [shard, follower] of this.#followers) {
      follower.waiting = follower.waiting === null ? news : joined(follower.waiting, news);
      if (!follower.isTold) this.#deps.waitUntil(this.#tell(shard, follower));
    }
  }

  async #tell(shard: number, follower: Follower): Promise<void> {
    follower.isTold = true;
    try {
      while (follower.waiting !== null) {
        const news = follower.waiting;
        follower.waiting = null;
        const toldAt = Date.now();
        const isUsed = await this.#deps.tell(shard, news).catch(() => {
          follower.waiting = follower.waiting === null ? news : joined(news, follower.waiting);
          this.#deps.failed();
          return null;
        });
        if (isUsed === null) return;
        if (!isUsed && follower.askedAt < toldAt && toldAt - follower.since > keptMs) this.#remove(shard);
      }
    } finally {
      follower.isTold = false;
    }
  }

  #remove(shard: number): void {
    this.#followers.delete(shard);
    this.#sql.exec("delete from followers where shard = ?", shard);
  }
}

function joined(before: LobbyNews, after: LobbyNews): LobbyNews {
  const counts = new Map(
    [...before.counts, ...after.counts].map((each) => [`${each.kind}/${each.id}`, each]),
  );
  return {
    seq: after.seq,
    frames: [...before.frames, ...after.frames].slice(-maxWaiting),
    counts: [...counts.values()],
    upcomingChangedAt: after.upcomingChangedAt,
    deleted: [before.deleted, after.deleted].includes("pages") ? "pages" : (after.deleted ?? before.deleted),
  };
}
