import { ResumableLog } from "./resumable-log.ts";
import { readSince, sendText } from "./sockets.ts";

/** One event as it goes over a socket. */
export interface LoggedEvent {
  event: string;
  data: unknown;
  seq: number;
  at: number;
}

/** The name of an event and its data, as JSON. */
interface Content {
  event: string;
  data: string;
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
  #present: (kept: Content) => Content = (kept) => kept;

  constructor(storage: DurableObjectStorage, keep: number) {
    this.#sql = storage.sql;
    const columns = "at integer not null, event text not null, data text not null";
    this.#log = new ResumableLog(storage.sql, { table: "events", columns, keep });
  }

  /** The number of the last event; 0 before the first. */
  lastSeq(): number {
    return this.#log.lastSeq();
  }

  /** `kept`: what is stored of the data, where `onResume` supplies the rest. */
  append(event: string, data: unknown, at: number, kept: unknown = data): LoggedEvent {
    const seq = this.lastSeq() + 1;
    this.#log.append({ seq, at, event, data: JSON.stringify(kept) });
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

  /** Events are sent to those who resume as `present` returns them, not as they were stored. */
  onResume(present: (kept: Content) => Content): void {
    this.#present = present;
  }

  /** Every event after `since` as frames, oldest first; null when some are gone (or `since` is not from here). */
  since(since: number): string[] | null {
    const rows = this.#log.since(since);
    if (rows === null) return null;
    return rows.map(({ seq, at, ...kept }) => {
      const { event, data } = this.#present(kept);
      return `{"event":${JSON.stringify(event)},"data":${data},"seq":${seq},"at":${at}}`;
    });
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
