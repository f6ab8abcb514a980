import { ResumableLog } from "./resumable-log.ts";
import { readSince, sendText } from "./sockets.ts";

/** One event as it goes over a socket. */
export interface LoggedEvent {
  event: string;
  data: unknown;
  seq: number;
  at: number;
}

interface EventRow extends Record<string, SqlStorageValue> {
  seq: number;
  at: number;
  event: string;
  data: string;
}

/** The last events of an object, with consecutive numbers, so that `?since=` can resume without gaps or repeats. */
export class EventLog {
  readonly #sql: SqlStorage;
  readonly #log: ResumableLog<EventRow>;

  constructor(storage: DurableObjectStorage, keep: number) {
    this.#sql = storage.sql;
    const columns = "at integer not null, event text not null, data text not null";
    this.#log = new ResumableLog(storage.sql, { table: "events", columns, keep });
  }

  /** The number of the last event; 0 before the first. */
  lastSeq(): number {
    return this.#log.lastSeq();
  }

  append(event: string, data: unknown, at: number): LoggedEvent {
    const seq = this.lastSeq() + 1;
    this.#log.append({ seq, at, event, data: JSON.stringify(data) });
    return { event, data, seq, at };
  }

  /** Returns when the last event of this name was sent, epoch ms; null where none is kept. */
  lastAt(event: string): number | null {
    return this.#sql
      .exec<{ at: number | null }>("select max(at) as at from events where event = ?", event)
      .one().at;
  }

  /** The number of the last event that names `id`, or null. */
  lastNaming(id: string): number | null {
    return this.#sql
      .exec<{ seq: number | null }>("select max(seq) as seq from events where instr(data, ?)", id)
      .one().seq;
  }

  /**
   * Deletes every event up to `seq`: a client that resumes from before starts with a snapshot. Where that is all of
   * them, `next` first appends another, so that numbers continue and none is used twice.
   */
  forget(seq: number, next: () => void): void {
    if (seq === this.lastSeq()) next();
    this.#log.deleteUpTo(seq);
  }

  /** Replaces the events of these names that contain `text` by this one's content. */
  rewrite(
    names: readonly string[],
    text: string,
    { event, data }: Pick<LoggedEvent, "event" | "data">,
  ): void {
    this.#sql.exec(
      `update events set event = ?, data = ?
       where event in (select value from json_each(?)) and instr(data, ?)`,
      event,
      JSON.stringify(data),
      JSON.stringify(names),
      text,
    );
  }

  /** Every event after `since` as frames, oldest first; null when some are gone (or `since` is not from here). */
  since(since: number): string[] | null {
    const rows = this.#log.since(since);
    if (rows === null) return null;
    return rows.map(
      ({ seq, at, event, data }) =>
        `{"event":${JSON.stringify(event)},"data":${data},"seq":${seq},"at":${at}}`,
    );
  }
}

/**
 * Sends a socket its first frames: the events it has missed since `?since=`, or the snapshot where that is not
 * possible.
 */
export function greet(
  socket: Pick<WebSocket, "send">,
  request: Request,
  log: EventLog,
  snapshot: () => LoggedEvent,
): void {
  const since = readSince(request);
  const missed = since === null ? null : log.since(since);
  for (const frame of missed ?? [JSON.stringify(snapshot())]) sendText(socket, frame);
}
