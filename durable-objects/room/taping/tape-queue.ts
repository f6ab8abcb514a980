import { sleep } from "#app/domains/base/time/sleep.ts";
import { withTimeout } from "#app/with-timeout.ts";
import type { TapeAnswer, TapeReceipt, TapeSubject } from "../../contract.ts";
import { tape } from "../../stubs.ts";
import type { Batch } from "./tape-batch.ts";

/** 60 s of Opus packets. */
const maxPackets = 3_000;
/** 60 s of both renditions at the highest bit rate. */
const maxBytes = 4 * 1_024 * 1_024;
const answerMs = 30_000;
const retryBaseMs = 250;
const retryMaxMs = 8_000;
/** Interval at which the tape is asked whether it may record again, where nothing may be recorded. */
const askEveryMs = 20_000;

interface Ending {
  subject: TapeSubject;
  endedAt: number;
  done: (wasRefused: boolean) => void;
}
type Task = { batch: Batch } | { ending: Ending } | { kind: "store" };

/** A batch that a tape has received. */
interface ReceivedBatch {
  batch: Batch;
  receipt: TapeReceipt;
}

export interface TapeQueueEvents {
  /** The tape has received a batch of this broadcast, which everyone may hear or not. */
  recorded(subject: TapeSubject, isPublic: boolean): void;
  /** Nothing of this broadcast may be recorded. */
  refused(subject: TapeSubject): void;
  /** The frames of a batch are recorded, or may not be. */
  settled(batch: Batch): void;
  /** There was no room for a batch, or the tape has lost it. */
  dropped(batch: Batch): void;
  /** Nothing waits any more. */
  idle(): void;
}

/**
 * Messages that one tape still has to be told, in order: one call at a time, each repeated until the tape has answered.
 */
export class TapeQueue {
  readonly #env: Env;
  readonly #performance: string;
  readonly #events: TapeQueueEvents;
  #tasks: Task[] = [];
  /** Batches that the tape has received and not stored. */
  #received: ReceivedBatch[] = [];
  /** The first task is on its way. */
  #isSending = false;
  #work: Promise<void> | null = null;
  #failures = 0;
  /** Time when the tape is asked again, since nothing may be recorded; null while it records. */
  #askAt: number | null = null;

  constructor(env: Env, performance: string, events: TapeQueueEvents) {
    this.#env = env;
    this.#performance = performance;
    this.#events = events;
  }

  get isIdle(): boolean {
    return this.#work === null && this.#received.length === 0;
  }

  /** The running work, for which the object has to stay awake. */
  get work(): Promise<void> {
    return this.#work ?? Promise.resolve();
  }

  /** Whether a frame that can be sent again later still fits. */
  get hasRoom(): boolean {
    return this.#fits({ packets: 0, bytes: 0 });
  }

  append(batch: Batch): void {
    if (this.#askAt !== null && Date.now() < this.#askAt) return this.#events.settled(batch);
    while (!this.#fits(batch) && this.#dropOldest());
    this.#add({ batch });
  }

  /** Adds the end after everything that was appended before. */
  end(ending: Ending): void {
    this.#add({ ending });
  }

  /** Has the tape store all that was appended before. */
  store(): void {
    if (!this.isIdle) this.#add({ kind: "store" });
  }

  /** Forgets what waits of this performer. */
  forget(userId: string): void {
    const isTheirs = (task: Task) =>
      !("kind" in task) && ("batch" in task ? task.batch : task.ending).subject.performerId === userId;
    this.#tasks = this.#tasks.filter((task, i) => !isTheirs(task) || (i === 0 && this.#isSending));
    this.#received = this.#received.filter((each) => !isTheirs(each));
  }

  #add(task: Task): void {
    this.#tasks.push(task);
    this.#work ??= this.#run();
  }

  async #run(): Promise<void> {
    // Never in the same turn as the sound.
    await Promise.resolve();
    for (let task = this.#tasks[0]; task !== undefined; task = this.#tasks[0]) {
      this.#isSending = true;
      const isDone = await this.#try(task);
      this.#isSending = false;
      if (isDone) this.#tasks.shift();
      else await sleep(Math.min(retryMaxMs, retryBaseMs * 2 ** this.#failures++));
    }
    this.#work = null;
    this.#events.idle();
  }

  async #try(task: Task): Promise<boolean> {
    try {
      if ("batch" in task) await this.#send(task.batch);
      else if ("ending" in task) await this.#sendEnd(task.ending);
      else this.#settle(await withTimeout(answerMs, tape(this.#env, this.#performance).store()));
      this.#failures = 0;
      return true;
    } catch (error) {
      const { failures, performance } = { failures: this.#failures, performance: this.#performance };
      if (failures === 0)
        console.warn(JSON.stringify({ event: "tape-unavailable", performance, error: String(error) }));
      return false;
    }
  }

  async #send(batch: Batch): Promise<void> {
    if (this.#askAt !== null && Date.now() < this.#askAt) return this.#events.settled(batch);
    const stub = tape(this.#env, this.#performance);
    const answer = await withTimeout<TapeAnswer>(answerMs, stub.append(batch.toTapeBatch()));
    this.#askAt = answer.keeps ? null : Date.now() + askEveryMs;
    batch.release();
    if (answer.keeps) {
      this.#events.recorded(batch.subject, answer.isPublic);
      this.#received.push({ batch, receipt: answer.receipt });
      this.#settle(answer.receipt);
    } else {
      this.#events.refused(batch.subject);
      for (const { batch } of this.#received.splice(0)) this.#events.settled(batch);
      this.#events.settled(batch);
    }
  }

  async #sendEnd({ subject, endedAt, done }: Ending): Promise<void> {
    this.#settle(await withTimeout(answerMs, tape(this.#env, this.#performance).end(subject, endedAt)));
    done(this.#askAt !== null);
  }

  /** Settles the batches that are stored; those that another instance of the tape had received are lost. */
  #settle({ tape: id, stored }: TapeReceipt): void {
    const isLost = ({ receipt }: ReceivedBatch) => receipt.tape !== id;
    const isStored = ({ receipt }: ReceivedBatch) => receipt.received <= stored;
    const received = this.#received;
    this.#received = received.filter((each) => !isLost(each) && !isStored(each));
    for (const each of received) {
      if (isLost(each)) this.#events.dropped(each.batch);
      else if (isStored(each)) this.#events.settled(each.batch);
    }
  }

  #fits({ packets, bytes }: Pick<Batch, "packets" | "bytes">): boolean {
    for (const task of this.#tasks)
      if ("batch" in task) {
        packets += task.batch.packets;
        bytes += task.batch.bytes;
      }
    return packets <= maxPackets && bytes <= maxBytes;
  }

  /** False where nothing can be dropped. */
  #dropOldest(): boolean {
    const index = this.#tasks.findIndex((task, i) => "batch" in task && !(i === 0 && this.#isSending));
    const task = this.#tasks[index];
    if (task === undefined || !("batch" in task)) return false;
    this.#tasks.splice(index, 1);
    this.#events.dropped(task.batch);
    return true;
  }
}
