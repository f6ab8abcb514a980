import type { Connection } from "partyserver";
import * as z from "zod/mini";
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import { withTimeout } from "#app/with-timeout.ts";
import type { WhenDue } from "#packages/durable/due-list.ts";
import type { TapeSubject } from "../../contract.ts";
import type { Uplink, Uplinks } from "../../uplinks.ts";
import type { RoomCore } from "../core.ts";
import type { Broadcast } from "../memory.ts";
import type { Air } from "../on-air/air.ts";
import { creditOf } from "../on-air/credit.ts";
import type { SocketState } from "../roles.ts";
import { recordedAs } from "./recorded-as.ts";
import { firstRecordingDue, Recordings } from "./recordings.ts";
import { Sources } from "./sources.ts";
import { Batch } from "./tape-batch.ts";
import { TapeEnds, tapeEndsDue } from "./tape-ends.ts";
import { TapeQueue } from "./tape-queue.ts";
import type { TapedSource } from "./taped-source.ts";

/** The name of this task in the room's due list: its alarm calls `#endLeaving` for it. */
const leavingDue = "uplinks-leaving";

export type RoomUplink = Uplink<Connection<SocketState>>;

/** Interval at which arrived frames are sent to the tapes, and frames that need not be recorded are acknowledged. */
const everyMs = 5_000;
/** An encoder whose stream is no longer carried has half a minute to deliver what is to be recorded. */
const leaveWithinMs = 30_000 - everyMs;
/** Time for which the end of the room waits for the tapes. */
const finishMs = 5_000;

const number = z.optional(z.number());
const HeldText = z.object({
  event: z.literal("held"),
  data: z.object({ opus: number, mp3: number, levels: number }),
});

interface TapingDeps {
  air: Air;
  uplinks: Uplinks<Connection<SocketState>>;
  /** Histories of what was written and given during a performance. */
  histories: readonly { forgetReplay(performance: string): void }[];
}

/**
 * Collects what is heard of the stream on air, and what its encoder sends late, for the `Tape` of the performance; tells
 * encoders which frames they may forget. Only memory is used on the way of the sound: what is lost with it is sent again
 * by the encoder, which keeps every frame until it is recorded.
 */
export class Taping {
  readonly #core: RoomCore;
  readonly #deps: TapingDeps;
  readonly #sources = new Sources();
  readonly #queues = new Map<string, TapeQueue>();
  readonly #recordings: Recordings;
  readonly #ends: TapeEnds;
  /** One for each source and broadcast. */
  #batches: Batch[] = [];
  /** Sockets of streams that are no longer carried, and until when they may stay. */
  readonly #leaving = new Map<RoomUplink, number>();
  #handedOverAt = 0;
  #rewindChanged: () => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(core: RoomCore, deps: TapingDeps) {
    this.#core = core;
    this.#deps = deps;
    this.#recordings = new Recordings(core, () => this.#rewindChanged());
    this.#ends = new TapeEnds(
      core,
      (performance) => this.#queueOf(performance),
      (subject, wasRefused) => this.#confirmed(subject, wasRefused),
    );
  }

  readonly whenDue: WhenDue = {
    [tapeEndsDue]: () => this.#ends.send(),
    [firstRecordingDue]: () => this.#recordings.tell(),
    [leavingDue]: () => this.#endLeaving(),
  };

  /** Whether this performance is being recorded, and everyone may hear the recording. */
  canRewind(performance: string): boolean {
    return this.#recordings.isPublic(performance);
  }

  /** Has `changed` called whenever that has changed. */
  onRewindChange(changed: () => void): void {
    this.#rewindChanged = changed;
  }

  /** It may replace another socket of the same connection. */
  opened(uplink: RoomUplink): void {
    const { stream, connection, socket } = uplink;
    // What is settled now is acknowledged on the new socket.
    this.#sources.opened(stream, connection, socket);
    const source = this.#sources.of(uplink);
    this.#flush((batch) => batch.source === source);
  }

  /** Opens an uplink again after an eviction: what had arrived and was not recorded is lost here. */
  restored(uplink: RoomUplink): void {
    this.opened(uplink);
    this.#sources.of(uplink).askAgain();
    if (uplink.isReleased) this.#wait(uplink);
  }

  closed(uplink: RoomUplink): void {
    this.#leaving.delete(uplink);
    const source = this.#sources.of(uplink);
    // What is said on it now would not arrive.
    if (source.socket === uplink.socket) source.socket = null;
    this.#flush((batch) => batch.source === source);
    // It may not come back with what it still has.
    this.#store();
  }

  /** A text frame of the encoder. */
  text(uplink: RoomUplink, text: string): void {
    const held = readHeld(text);
    if (held === undefined) return;
    const source = this.#sources.of(uplink);
    source.setHeld(held);
    source.acknowledge();
  }

  /** A frame that was accepted. `isLive`: it is heard, if its stream is on air. */
  take(uplink: RoomUplink, frame: UplinkFrame, message: ArrayBuffer, isLive: boolean): void {
    this.#keepTime(isLive);
    const { air } = this.#deps;
    const source = this.#sources.of(uplink);
    const { broadcast: current } = air;
    const isHeard = isLive && current?.onAir.stream === uplink.stream;
    const broadcast = isHeard ? current : isLive ? null : recordedAs(air, uplink.stream, frame.at);
    if (broadcast === null) return source.skip(frame);
    if (!isHeard && !this.#queueOf(broadcast.performance).hasRoom) {
      source.isMissingSome = true;
      return;
    }
    if (!source.wait(frame)) return;
    const batch = this.#batchOf(source, broadcast);
    batch.add(frame, message);
    if (batch.isFull) this.#flush((each) => each === batch);
  }

  /** A broadcast is over: in the same tick as it is stored. */
  ended(broadcast: Broadcast, endedAt: number): void {
    this.#flush(({ subject }) => subject.broadcast === broadcast.id);
    this.#ends.note({ subject: this.#subjectOf(broadcast), endedAt });
  }

  /** The room no longer carries this stream: its sockets are closed as soon as all that has arrived is recorded. */
  release(uplink: RoomUplink): void {
    const source = this.#sources.of(uplink);
    this.#flush((batch) => batch.source === source);
    this.#store();
    if (source.isSettled) this.#end(uplink);
    else this.#wait(uplink);
  }

  /** The room carries it again. */
  keep(uplink: RoomUplink): void {
    if (!this.#leaving.delete(uplink)) return;
    this.#setReleased(uplink, false);
  }

  /** Forgets what names this user; their tapes are erased. */
  forget(userId: string): void {
    this.#ends.forget(userId);
    this.#recordings.forget(userId);
    this.#batches = this.#batches.filter(({ subject }) => subject.performerId !== userId);
    for (const queue of this.#queues.values()) queue.forget(userId);
  }

  /** The room is about to be erased: hands over what is left, if the tapes answer soon. */
  async finish(): Promise<void> {
    const { broadcast } = this.#deps.air;
    if (broadcast !== null) this.ended(broadcast, Date.now());
    clearTimeout(this.#timer);
    const works = [...this.#queues.values()].map((queue) => queue.work);
    await withTimeout(finishMs, Promise.all(works)).catch(() => undefined);
  }

  #batchOf(source: TapedSource, broadcast: Broadcast): Batch {
    const { id } = broadcast;
    const open = this.#batches.find((batch) => batch.source === source && batch.subject.broadcast === id);
    if (open !== undefined) return open;
    const batch = new Batch(source, this.#subjectOf(broadcast));
    this.#batches.push(batch);
    return batch;
  }

  #subjectOf(broadcast: Broadcast): TapeSubject {
    const { id, performance } = broadcast;
    return { broadcast: id, performance, room: this.#core.path, ...creditOf(this.#core, broadcast) };
  }

  #queueOf(performance: string): TapeQueue {
    const known = this.#queues.get(performance);
    if (known !== undefined) return known;
    for (const [id, queue] of this.#queues)
      if (queue.isIdle && id !== this.#deps.air.broadcast?.performance) this.#queues.delete(id);
    const queue = new TapeQueue(this.#core.env, performance, {
      recorded: (subject, isPublic) => {
        this.#recordings.note(subject);
        this.#recordings.setPublic(subject.performance, isPublic);
      },
      refused: (subject) => this.#recordings.setPublic(subject.performance, false),
      settled: (batch) => this.#settle(batch),
      dropped: ({ source, numbers }) => source.drop(numbers),
      idle: () => this.#sources.askAgain(),
    });
    this.#queues.set(performance, queue);
    return queue;
  }

  /** Hands over the batches that are open, or some of them. */
  #flush(isMeant: (batch: Batch) => boolean = () => true): void {
    const meant = this.#batches.filter(isMeant);
    if (meant.length === 0) return;
    this.#batches = this.#batches.filter((batch) => !meant.includes(batch));
    for (const batch of meant) {
      batch.source.hasSound ||= batch.hasSound;
      // Levels of sound that never came.
      if (batch.source.hasSound) this.#queueOf(batch.subject.performance).append(batch);
      else this.#settle(batch);
    }
  }

  /** Has the tapes store what they have received. */
  #store(): void {
    for (const queue of this.#queues.values()) queue.store();
  }

  #settle({ source, numbers }: Batch): void {
    source.settle(numbers);
    source.acknowledge();
    this.#endLeaving();
  }

  /**
   * A stream goes on, and its next frame is the clock: a timer would keep the object awake. What comes late may be the
   * last of it.
   */
  #keepTime(isLive: boolean): void {
    if (Date.now() - this.#handedOverAt >= everyMs) this.#handOver();
    if (!isLive) this.#timer ??= setTimeout(() => this.#handOver(), everyMs);
  }

  #handOver(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#handedOverAt = Date.now();
    this.#flush();
    this.#sources.acknowledge();
  }

  #wait(uplink: RoomUplink): void {
    this.#setReleased(uplink, true);
    this.#leaving.set(uplink, Date.now() + leaveWithinMs);
    void this.#core.due.scheduleBy(leavingDue, Date.now() + everyMs);
  }

  #endLeaving(): void {
    for (const [uplink, until] of this.#leaving) {
      if (this.#deps.air.wants(uplink.stream)) this.keep(uplink);
      else if (this.#sources.of(uplink).isSettled || Date.now() >= until) this.#end(uplink);
    }
    if (this.#leaving.size > 0) void this.#core.due.scheduleBy(leavingDue, Date.now() + everyMs);
  }

  #end(uplink: RoomUplink): void {
    this.#leaving.delete(uplink);
    this.#sources.of(uplink).acknowledge();
    this.#deps.uplinks.end(uplink);
  }

  #setReleased(uplink: RoomUplink, isReleased: boolean): void {
    uplink.isReleased = isReleased;
    const { socket } = uplink;
    if (socket.state?.role === "uplink") socket.setState({ ...socket.state, isReleased });
  }

  #confirmed({ performance }: TapeSubject, wasRefused: boolean): void {
    if (!wasRefused) return;
    // No one can play it again, what was recorded before is deleted: what was said during it is of no use.
    this.#recordings.remove(performance);
    for (const history of this.#deps.histories) history.forgetReplay(performance);
  }
}

function readHeld(text: string): z.infer<typeof HeldText>["data"] | undefined {
  try {
    return HeldText.safeParse(JSON.parse(text)).data?.data;
  } catch {
    return undefined;
  }
}
