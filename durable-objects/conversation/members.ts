/** One participant, and how far they have read. */
export interface Member {
  userId: string;
  /** The lowest is the first who joined. */
  position: number;
  joinedAt: number;
  /** They see messages after this position: they joined there, or have deleted what was before. */
  after: number;
  /** A socket that resumes from before this event starts with a snapshot instead. */
  sinceEvent: number;
  /** Positions of the last messages that they have received and read. */
  received: number;
  read: number;
  isMarkedUnread: boolean;
  isHidden: boolean;
  isMuted: boolean;
  mutedUntil: number | null;
}

interface MemberRow extends Record<string, SqlStorageValue> {
  user_id: string;
  position: number;
  joined_at: number;
  after: number;
  since_event: number;
  received: number;
  read: number;
  is_marked_unread: number;
  is_hidden: number;
  is_muted: number;
  muted_until: number | null;
}

const columns = {
  after: "after",
  sinceEvent: "since_event",
  received: "received",
  read: "read",
  isMarkedUnread: "is_marked_unread",
  isHidden: "is_hidden",
  isMuted: "is_muted",
  mutedUntil: "muted_until",
} as const satisfies Partial<Record<keyof Member, string>>;

type Change = Partial<Pick<Member, keyof typeof columns>>;

/** The participants of the conversation now, and those who left voluntarily and so are not added again. */
export class Members {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#sql.exec(`create table if not exists members (
      user_id text primary key,
      position integer not null,
      joined_at integer not null,
      after integer not null,
      since_event integer not null,
      received integer not null,
      read integer not null,
      is_marked_unread integer not null default 0,
      is_hidden integer not null default 0,
      is_muted integer not null default 0,
      muted_until integer
    ) without rowid`);
    this.#sql.exec("create table if not exists leavers (user_id text primary key) without rowid");
  }

  /** Returns members in the order in which they joined. */
  list(): Member[] {
    return this.#sql.exec<MemberRow>("select * from members order by position").toArray().map(toMember);
  }

  find(userId: string): Member | undefined {
    const [row] = this.#sql.exec<MemberRow>("select * from members where user_id = ?", userId).toArray();
    return row === undefined ? undefined : toMember(row);
  }

  /** They see messages from now on. */
  add(userId: string, now: { at: number; seq: number; event: number }): void {
    this.#sql.exec(
      `insert into members (user_id, position, joined_at, after, since_event, received, read)
       select ?1, coalesce(max(position), 0) + 1, ?2, ?3, ?4, ?3, ?3 from members where true
       on conflict do nothing`,
      userId,
      now.at,
      now.seq,
      now.event,
    );
  }

  remove(userId: string, { isByThemselves }: { isByThemselves: boolean }): boolean {
    if (isByThemselves)
      this.#sql.exec("insert into leavers (user_id) values (?) on conflict do nothing", userId);
    return this.#sql.exec("delete from members where user_id = ?", userId).rowsWritten > 0;
  }

  hasLeft(userId: string): boolean {
    return this.#sql.exec("select 1 from leavers where user_id = ?", userId).toArray().length > 0;
  }

  /** Removes a deleted account. Returns whether they were a participant. */
  forget(userId: string): boolean {
    this.#sql.exec("delete from leavers where user_id = ?", userId);
    return this.remove(userId, { isByThemselves: false });
  }

  change(userId: string, change: Change): void {
    const entries = Object.entries(change) as [keyof Change, Member[keyof Change]][];
    this.#sql.exec(
      `update members set ${entries.map(([key]) => `${columns[key]} = ?`).join()} where user_id = ?`,
      ...entries.map(([, value]) => (typeof value === "boolean" ? Number(value) : value)),
      userId,
    );
  }

  /** A new message returns the conversation to the list of people who had deleted it. */
  showToAll(): void {
    this.#sql.exec("update members set is_hidden = 0 where is_hidden");
  }
}

function toMember(row: MemberRow): Member {
  return {
    userId: row.user_id,
    position: row.position,
    joinedAt: row.joined_at,
    after: row.after,
    sinceEvent: row.since_event,
    received: row.received,
    read: row.read,
    isMarkedUnread: row.is_marked_unread === 1,
    isHidden: row.is_hidden === 1,
    isMuted: row.is_muted === 1,
    mutedUntil: row.muted_until,
  };
}
