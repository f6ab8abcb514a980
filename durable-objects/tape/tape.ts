import { DurableObject } from "cloudflare:workers";
import { refuseReplay } from "#app/domains/air/replays/queries/replay-deletion.ts";
import {
  beginReplay,
  findRecordingRights,
  noteReplay,
  type ReplayRights,
} from "#app/domains/air/replays/queries/replays.ts";
import { indexKey, type TapeFile, type TapeIndex } from "#app/domains/air/replays/tape-index.ts";
import { openDb } from "#db/client.ts";
import { DueList, type WhenDue } from "#packages/durable/due-list.ts";
import { Memory } from "#packages/durable/memory.ts";
import { Outbox, outboxDue } from "#packages/durable/outbox.ts";
import type { TapeBatch, TapeReceipt, TapeRpc, TapeSubject } from "../contract.ts";
import { Deletions, maxLateMs } from "./deletions.ts";
import { Joiner } from "./joiner.ts";
import { isErased } from "./memory.ts";
import { Recording } from "./recording.ts";
import { TapeBucket } from "./tape-bucket.ts";

/** Maximum wait for missing packets at the end of a broadcast: then its page is public without them. */
const endWaitMs = 45_000;
/** While it still comes, after an outage at twice the speed of sound, it is waited for longer. */
const quietMs = 15_000;
const longestEndWaitMs = 10 * 60_000;
/** Interval between checks for missing packets of an ended recording. */
const lookAgainMs = 2_000;
/** A room that sends nothing for this long is gone: its recording ends where it stopped. */
const abandonedMs = 30 * 60_000;
/** Interval at which rights are read again: a stage or an operator may change them without telling the recording. */
const rightsMs = 60_000;
/** Time after which a put that R2 has refused is repeated for the first time. */
const putAgainMs = 1_000;
/** A recording that may continue soon is not joined. */
const joinAfterMs = 10 * 60_000;
/** Time after which unused chunks are dropped: readers of an older index need them until their response is complete. */
const dropAfterMs = 60 * 60_000;
/** While a put may be unanswered, a deletion is repeated this often. */
const deleteAgainMs = 2_000;
/** Time within which something due may have been running when the object was evicted. */
const mayHaveRunMs = 5_000;

const deletedAccount = { visibility: "never", mayDownload: false, isInFeed: false, isOwn: false } as const;

/** The recording's rights, as last read. */
interface KnownRights extends ReplayRights {
  isOwn: boolean;
  readAt: number;
}

/**
 * The recording of one performance: takes batches from the room, stores them in chunks of 20 s, and puts those to R2. It
 * is never in the way of the sound: a room does not wait for it. All that is not in storage is still with its source,
 * which sends it again after an eviction.
 */
export class Tape extends DurableObject<Env> implements TapeRpc {
  readonly #memory: Memory;
  readonly #due: DueList;
  readonly #outbox: Outbox;
  readonly #bucket: TapeBucket;
  readonly #recording: Recording;
  readonly #joiner: Joiner;
  readonly #deletions: Deletions;
  /** Time until which R2 may write what the instance before this one has sent, epoch ms. */
  readonly #othersWriteUntil: number;
  readonly #id = crypto.randomUUID();
  #rights: KnownRights | undefined;
  /** Chunks that are on their way to R2. Does not reject. */
  #putting: Promise<void> | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#memory = new Memory(ctx.storage);
    this.#due = new DueList(ctx.storage);
    this.#outbox = new Outbox(ctx.storage, this.#due);
    this.#bucket = new TapeBucket(env.TAPES);
    this.#recording = new Recording(ctx.storage.sql, this.#memory, this.#bucket);
    this.#joiner = new Joiner(this.#memory, this.#bucket);
    this.#deletions = new Deletions(this.#memory, this.#bucket);
    const mayHaveRun = (name: string) => (this.#due.dueAt(name) ?? Infinity) <= Date.now() + mayHaveRunMs;
    const wasWriting = this.#recording.chunks.isWaiting || mayHaveRun("finish") || mayHaveRun("join");
    this.#othersWriteUntil = wasWriting ? Date.now() + maxLateMs : 0;
  }

  async append(batch: TapeBatch): ReturnType<TapeRpc["append"]> {
    const rights = await this.#readRights(batch.subject);
    if (rights !== undefined && !this.#mayKeep(rights)) {
      await this.#refuse();
      return { keeps: false, isPublic: false };
    }
    const now = Date.now();
    const wasEmpty = this.#recording.state === undefined;
    const hadEnded = this.#recording.state?.endedAt != null;
    if (this.#recording.append(batch, now)) {
      if (wasEmpty) this.#memory.set(isErased, false);
      if (wasEmpty || (hadEnded && this.#recording.state?.endedAt === null)) this.#noteBegin();
      await this.#plan(now);
    }
    const isPublic = rights !== undefined && rights.visibility !== "me";
    return { keeps: true, isPublic, receipt: this.#receipt };
  }

  async end({ broadcast }: TapeSubject, endedAt: number): Promise<TapeReceipt> {
    this.#recording.end(broadcast, endedAt);
    if (this.#recording.state?.endedAt != null) {
      await this.#due.cancel("abandoned");
      await this.#due.scheduleBy("finish", Date.now());
    }
    return this.#receipt;
  }

  async store(): Promise<TapeReceipt> {
    this.#recording.store();
    return this.#receipt;
  }

  async index(): Promise<TapeIndex | null> {
    return this.#recording.index(Date.now());
  }

  async readChunk(n: number, file: TapeFile): Promise<Uint8Array | null> {
    return this.#recording.read(n, file, Date.now());
  }

  async rightsChanged(): Promise<void> {
    const { state } = this.#recording;
    // What is complete is kept from others by the rule of its rights, and deleted by its owner.
    if (state === undefined || state.isComplete) return;
    this.#rights = undefined;
    const rights = await this.#readRights(state.subject);
    if (rights !== undefined && !this.#mayKeep(rights)) await this.#refuse();
  }

  async erase(): Promise<void> {
    this.#memory.set(isErased, true);
    this.#rights = undefined;
    await this.#deleteRecorded();
  }

  override async alarm(): Promise<void> {
    await this.#due.runDue(Date.now(), this.#whenDue);
  }

  readonly #whenDue: WhenDue = {
    [outboxDue]: () => this.#outbox.drain(this.env.DB),
    put: async () => {
      if (!(await this.#deleteFiles())) return this.#due.schedule("put", Date.now() + deleteAgainMs);
      const { state } = this.#recording;
      if (state !== undefined) await this.#recording.chunks.putWaiting(state.subject.broadcast);
    },
    finish: () => this.#finish(),
    abandoned: async () => {
      const { state } = this.#recording;
      if (state === undefined || state.endedAt !== null) return;
      this.#recording.end(state.broadcast, state.cursor.expectedAt ?? state.startedAt);
      await this.#due.scheduleBy("finish", Date.now());
    },
    delete: async () => {
      if (!(await this.#deleteFiles())) await this.#due.schedule("delete", Date.now() + deleteAgainMs);
    },
    join: () => this.#join(),
    drop: async () => {
      const index = this.#recording.index(Date.now());
      if (index?.joined !== undefined) await this.#joiner.dropJoined(index);
    },
  };

  get #receipt(): TapeReceipt {
    return { tape: this.#id, ...this.#recording.receipt };
  }

  async #plan(now: number): Promise<void> {
    const { state, chunks } = this.#recording;
    if (chunks.isWaiting) this.#put();
    if (state?.endedAt != null) return this.#due.scheduleBy("finish", now);
    // Not with every batch: that would be a row each.
    const isPlanned = (this.#due.dueAt("abandoned") ?? 0) > now + abandonedMs / 2;
    if (!isPlanned) await this.#due.schedule("abandoned", now + abandonedMs);
  }

  /**
   * Puts chunks to R2 without an alarm, which would write six rows for each of them. If the object ends meanwhile, the
   * next batch or the end of the recording repeats it.
   */
  #put(): void {
    const isRetried = this.#due.dueAt("put") !== null;
    const { state, chunks } = this.#recording;
    if (this.#putting !== undefined || isRetried || state === undefined) return;
    // The files of an earlier recording have the same names: the alarm deletes them first.
    if (!this.#deletions.isEmpty) return void this.#due.scheduleBy("put", Date.now());
    this.#putting = chunks
      .putWaiting(state.subject.broadcast)
      .catch(() => this.#due.schedule("put", Date.now() + putAgainMs))
      .catch(() => {})
      .finally(() => {
        this.#putting = undefined;
      });
  }

  // Rights

  /**
   * Returns rights as read within the last minute; undefined while D1 does not answer: then what arrives is kept until
   * it does.
   */
  async #readRights(subject: TapeSubject): Promise<KnownRights | undefined> {
    const now = Date.now();
    if (this.#rights !== undefined && now - this.#rights.readAt < rightsMs && this.#mayKeep(this.#rights))
      return this.#rights;
    try {
      const rights = await findRecordingRights(openDb(this.env.DB), subject);
      this.#rights = { ...(rights ?? deletedAccount), readAt: now };
    } catch (error) {
      console.warn(JSON.stringify({ event: "tape-rights-unknown", error: String(error) }));
    }
    return this.#rights;
  }

  /** True where it may be kept; what was deleted is recorded again only if its owner chooses rights for it anew. */
  #mayKeep({ visibility, isOwn }: KnownRights): boolean {
    return visibility !== "never" && (isOwn || !this.#memory.get(isErased));
  }

  // The end

  async #finish(): Promise<void> {
    const now = Date.now();
    const { state } = this.#recording;
    if (state === undefined || state.endedAt === null) return;
    if (!state.isComplete) {
      const rights = await this.#readRights(state.subject);
      if (rights !== undefined && !this.#mayKeep(rights)) return this.#refuse();
      const waitsUntil = this.#recording.waitsUntil(now);
      const isComing = now < Math.min(this.#recording.changedAt + quietMs, state.endedAt + longestEndWaitMs);
      if (waitsUntil !== null && (now < state.endedAt + endWaitMs || isComing))
        return this.#due.schedule("finish", now + lookAgainMs);
      this.#recording.complete(now);
    }
    const { broadcast } = state.subject;
    if (!(await this.#deleteFiles())) return this.#due.schedule("finish", now + deleteAgainMs);
    await this.#recording.chunks.putWaiting(broadcast);
    const index = this.#recording.index(now);
    if (index === null) return;
    await this.#bucket.put(indexKey(broadcast), JSON.stringify(index));
    this.#note(index, "ready", now);
    if (index.joined !== index.chunks.length)
      await this.#due.schedule("join", Math.max(now, (index.endedAt ?? now) + joinAfterMs));
  }

  /** One step: a large recording takes several alarms. */
  async #join(): Promise<void> {
    const now = Date.now();
    const index = this.#recording.index(now);
    // It continues: its next end joins it.
    if (index === null || index.endedAt === null) return this.#joiner.abandon();
    if (!(await this.#joiner.step(index))) return this.#due.schedule("join", now);
    this.#recording.noteJoined(index.chunks.length);
    await this.#bucket.put(indexKey(index.id), JSON.stringify(this.#recording.index(now)));
    await this.#due.schedule("drop", now + dropAfterMs);
  }

  // D1

  #noteBegin(): void {
    const { state } = this.#recording;
    if (state === undefined) return;
    const { subject, startedAt } = state;
    const { broadcast: id, performance, room, stageId, performerId, setId } = subject;
    const begun = { id, performance, room, stageId, performerId, setId, startedAt };
    const writes = beginReplay(openDb(this.env.DB), begun, Date.now());
    void this.#outbox.enqueue(`begin:${state.broadcast}:${Date.now()}`, writes, "replay");
  }

  #note({ id, chunks, durationMs, endedAt, version }: TapeIndex, status: "ready", now: number): void {
    const sum = (of: "opusBytes" | "mp3Bytes") => chunks.reduce((total, chunk) => total + chunk[of], 0);
    const sizes = { opusBytes: sum("opusBytes"), mp3Bytes: sum("mp3Bytes") };
    const noted = { id, status, endedAt, durationMs, ...sizes, changedAt: now };
    void this.#outbox.enqueue(`note:${version}`, noteReplay(openDb(this.env.DB), noted), "replay");
  }

  // Deleting

  /** Nothing of this performance may be recorded: deletes what is, and its row, with which its chat goes. */
  async #refuse(): Promise<void> {
    const { state } = this.#recording;
    await this.#deleteRecorded();
    if (state === undefined) return;
    const now = Date.now();
    const writes = refuseReplay(openDb(this.env.DB), state.subject.broadcast, now);
    void this.#outbox.enqueue(`refuse:${state.subject.broadcast}:${now}`, writes, "replay");
  }

  /** Deletes what is recorded: here at once, in R2 as soon as that is possible. */
  async #deleteRecorded(): Promise<void> {
    const { state } = this.#recording;
    if (state === undefined) return;
    const { count } = this.#recording.chunks.totals();
    const { subject, joined } = state;
    const deletion = {
      id: subject.broadcast,
      count,
      ...(joined !== undefined && { joined }),
      at: Date.now(),
    };
    this.#deletions.add(deletion, { mayArrive: Date.now() < this.#othersWriteUntil });
    this.#recording.clear();
    await this.#due.cancel("put");
    await this.#due.cancel("finish");
    await this.#due.cancel("abandoned");
    await this.#due.cancel("join");
    await this.#due.cancel("drop");
    await this.#due.scheduleBy("delete", Date.now());
  }

  /** Deletes in R2 what is deleted here. Returns whether nothing of it can appear there any more. */
  async #deleteFiles(): Promise<boolean> {
    if (this.#deletions.isEmpty) return true;
    await this.#joiner.abandon();
    return this.#deletions.run();
  }
}
