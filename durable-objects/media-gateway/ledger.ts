import type { EncoderRecord } from "#app/domains/air/media/encoder-record.ts";
import { type TestCount, untested } from "#app/domains/air/media/rules-test-progress.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import type { KnownCredential } from "./credentials.ts";
import { noEncoder } from "./encoder.ts";
import { endTitles, ledgerTables } from "./ledger-tables.ts";
import { type ReportReader, toStreamReport } from "./stream-report.ts";
import type { StreamRow } from "./stream-row.ts";

/** A mount that an encoder has used: whose stream it is, what is kept of its encoder and of its test. */
export interface MountRow extends Pick<KnownCredential, "mount" | "expiresAt"> {
  stream: string;
  encoder: EncoderRecord;
  test: TestCount;
  /** The last route that was sent to the agent. */
  routed: string | null;
}

// Mapped types, because only these have the index signature that a result row needs.
type StoredStream = Omit<Pick<StreamRow, keyof StreamRow>, "isChecked"> & { isChecked: number };
type StoredMount = Pick<MountRow, "mount" | "stream" | "expiresAt" | "routed"> & {
  encoder: string;
  test: string;
};

/** A mount that no one uses is kept this long: who plays once a month is known before their set. */
const keptMs = 92 * 24 * 3_600_000;

/** The gateway's data about every stream and mount, and which rooms watch and carry them. */
export class Ledger {
  readonly #sql: SqlStorage;
  /** Levels that are newer than the stored encoders, and their versions: after an eviction the next ones follow soon. */
  readonly #levels = new Map<string, Pick<MountRow, "encoder" | "test">>();
  readonly #versions = new Map<string, number>();

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec(ledgerTables);
  }

  mount(mount: string): MountRow | undefined {
    return this.#mounts("mount = ?", mount)[0];
  }

  /** Mounts whose encoder is up, or was when the agent was last heard of. */
  presentMounts(): MountRow[] {
    return this.#mounts("encoder ->> '$.state' <> 'down'");
  }

  /** Stores a mount that an encoder has used, and its stream; one that is known keeps its encoder, whosever it is now. */
  register(credential: KnownCredential, now: number): MountRow {
    this.#sql.exec(
      `insert into streams (stream, kind, owner_id) values (?, ?, ?)
       on conflict (stream) do update set kind = excluded.kind, owner_id = excluded.owner_id`,
      credential.streamId,
      credential.kind,
      credential.ownerId,
    );
    const { mount, streamId: stream, expiresAt } = credential;
    const unused = { encoder: noEncoder, test: untested, routed: null };
    const row: MountRow = { ...unused, ...this.mount(mount), mount, stream, expiresAt };
    this.saveMount(row, now);
    return row;
  }

  saveMount(row: MountRow, now: number): void {
    this.#levels.delete(row.mount);
    this.#sql.exec(
      `insert into mounts (mount, stream, expires_at, encoder, test, routed, touched_at) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (mount) do update set expires_at = excluded.expires_at, encoder = excluded.encoder,
         test = excluded.test, touched_at = excluded.touched_at`,
      row.mount,
      row.stream,
      row.expiresAt,
      JSON.stringify(row.encoder),
      JSON.stringify(row.test),
      row.routed,
      now,
    );
  }

  setRouted(mount: string, routed: string): void {
    this.#sql.exec("update mounts set routed = ? where mount = ?", routed, mount);
  }

  removeMount(mount: string): void {
    this.#sql.exec("delete from mounts where mount = ?", mount);
  }

  mountsOf(stream: string): MountRow[] {
    return this.#mounts("stream = ?", stream);
  }

  stream(stream: string): StreamRow | undefined {
    return this.#streams("stream = ?", stream)[0];
  }

  streamsOf(performerIds: readonly string[]): StreamRow[] {
    return this.#streams(
      "streams.kind = 'performer' and streams.owner_id in (select value from json_each(?))",
      JSON.stringify(performerIds),
    );
  }

  /** The streams of one owner's own mount, or of their tests. */
  streamsOfOwner(ownerId: string, kind: StreamRow["kind"]): string[] {
    const rows = this.#streams("streams.owner_id = ? and streams.kind = ?", ownerId, kind);
    return rows.map(({ stream }) => stream);
  }

  unannounced(): string[] {
    return this.#streams("announced < changes").map(({ stream }) => stream);
  }

  /** Rooms have to be notified of this stream. */
  markChanged(stream: string): void {
    this.#sql.exec(
      "update streams set version = ?, changes = changes + 1 where stream = ?",
      this.#nextVersion(stream),
      stream,
    );
  }

  /** Only the level is new: worth a report, but no decision, and not stored. */
  setLevel({ mount, stream, encoder, test }: MountRow): void {
    this.#levels.set(mount, { encoder, test });
    this.#versions.set(stream, this.#nextVersion(stream));
  }

  /** Higher than every version before, also than those that an eviction has lost: at least the time. */
  #nextVersion(stream: string): number {
    return Math.max((this.stream(stream)?.version ?? 0) + 1, Date.now());
  }

  markAnnounced(stream: string, changes: number): void {
    this.#sql.exec("update streams set announced = max(announced, ?) where stream = ?", changes, stream);
  }

  /**
   * A stage that claims a stream ends its sound check: its performer's set has started. If a stage gives it back before
   * that start, the stream stays on standby, as the set was cancelled or moved; after it, its place is decided again,
   * unless its performer has decided.
   */
  setClaim(stream: string, room: RoomPath | null): void {
    const before = this.stream(stream)?.claimedBy ?? null;
    if (before !== null && before !== room) this.#sql.exec(endTitles, Date.now(), stream);
    this.#sql.exec(
      room === null
        ? "delete from placements where stream = ? and place <> 'off' and coalesce(starts_at, 0) <= ?"
        : "update placements set place = 'open' where stream = ? and (place = 'ended' or starts_at <= ?)",
      stream,
      Date.now(),
    );
    if (room !== null)
      this.#sql.exec(
        `update sound_checks set ended_at = ? where ended_at is null and kind = 'performer'
         and owner_id = (select owner_id from streams where stream = ?)`,
        Date.now(),
        stream,
      );
    this.#sql.exec("update streams set claimed_by = ? where stream = ?", room, stream);
    this.markChanged(stream);
  }

  claimsOf(room: RoomPath): StreamRow[] {
    return this.#streams("claimed_by = ?", room);
  }

  watch(room: RoomPath, performerIds: readonly string[]): void {
    this.#sql.exec("delete from watches where room = ?", room);
    this.#sql.exec(
      "insert or ignore into watches (performer_id, room) select value, ? from json_each(?)",
      room,
      JSON.stringify(performerIds),
    );
  }

  watchersOf(performerId: string): RoomPath[] {
    return this.#sql
      .exec<{ room: RoomPath }>("select room from watches where performer_id = ? order by room", performerId)
      .toArray()
      .map(({ room }) => room);
  }

  /** A source that must be ended: its present connection, and any that is made up to then. */
  cut(mount: string, reason: CutReason, connection: string | null, at: number): void {
    this.#sql.exec(
      `insert into cuts (mount, reason, connection, at) values (?, ?, ?, ?)
       on conflict (mount) do update set reason = excluded.reason, connection = coalesce(excluded.connection, connection), at = excluded.at`,
      mount,
      reason,
      connection,
      at,
    );
  }

  cutOf(mount: string): Cut | undefined {
    return this.#sql.exec<Cut>("select * from cuts where mount = ?", mount).toArray()[0];
  }

  cuts(): Cut[] {
    return this.#sql.exec<Cut>("select * from cuts").toArray();
  }

  removeCut(mount: string): void {
    this.#sql.exec("delete from cuts where mount = ?", mount);
  }

  mountsOfPerformer(userId: string): string[] {
    return this.#streams("streams.owner_id = ? and streams.kind <> 'stage'", userId)
      .flatMap(({ stream }) => this.mountsOf(stream))
      .map(({ mount }) => mount);
  }

  /** Deletes the streams and mounts of a deleted account. Cuts stay: the agent may not have received them. */
  forgetPerformer(userId: string): void {
    const own = "select stream from streams where owner_id = ? and kind <> 'stage'";
    for (const table of ["mounts", "placements", "title_ends", "streams"])
      this.#sql.exec(`delete from ${table} where stream in (${own})`, userId);
    this.#sql.exec("delete from watches where performer_id = ?", userId);
  }

  /** Deletes mounts that no one has used for a quarter, and streams without any. */
  sweep(now: number): void {
    this.#sql.exec(
      "delete from mounts where touched_at < ? and encoder ->> '$.state' = 'down'",
      now - keptMs,
    );
    this.#sql.exec(
      "delete from streams where claimed_by is null and announced = changes and stream not in (select stream from mounts)",
    );
    for (const table of ["placements", "title_ends"])
      this.#sql.exec(`delete from ${table} where stream not in (select stream from streams)`);
  }

  /** The mount that represents a stream: after a change of passwords the old and the new one may overlap. */
  speaker(stream: string): MountRow | undefined {
    const order = { up: 0, unknown: 1, down: 2 } as const;
    return this.mountsOf(stream).sort(
      (a, b) =>
        order[a.encoder.state] - order[b.encoder.state] ||
        (b.encoder.connectedAt ?? 0) - (a.encoder.connectedAt ?? 0),
    )[0];
  }

  report(row: StreamRow, fence: number, to: ReportReader): StreamReport {
    return toStreamReport(row, this.speaker(row.stream)?.encoder, fence, to);
  }

  #streams(where: string, ...params: SqlStorageValue[]): StreamRow[] {
    return this.#sql
      .exec<StoredStream>(
        `select stream, streams.kind, streams.owner_id as ownerId, claimed_by as claimedBy, version, changes, announced,
           (until is not null and ended_at is null) as isChecked, ended_at as checkedUntil,
           place, p.connection as placed, opened_at as openedAt, e.at as titlesEndedAt
         from streams left join sound_checks c on c.owner_id = streams.owner_id and c.kind = streams.kind
           left join placements p using (stream) left join title_ends e using (stream)
         where ${where} order by stream`,
        ...params,
      )
      .toArray()
      .map((row) => ({
        ...row,
        isChecked: row.isChecked === 1,
        version: Math.max(row.version, this.#versions.get(row.stream) ?? 0),
      }));
  }

  #mounts(where: string, ...params: SqlStorageValue[]): MountRow[] {
    return this.#sql
      .exec<StoredMount>(
        `select mount, stream, expires_at as expiresAt, encoder, test, routed from mounts where ${where} order by mount`,
        ...params,
      )
      .toArray()
      .map((row) => ({
        ...row,
        // A row that an earlier version wrote has fewer fields.
        encoder: { ...noEncoder, ...JSON.parse(row.encoder) },
        test: JSON.parse(row.test),
        ...this.#levels.get(row.mount),
      }));
  }
}

export type CutReason = "reset" | "ended" | "banned";
export type Cut = { mount: string; reason: CutReason; connection: string | null; at: number };
