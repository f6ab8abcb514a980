import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import { DueList } from "#packages/durable/due-list.ts";
import { Memory } from "#packages/durable/memory.ts";
import { Outbox } from "#packages/durable/outbox.ts";
import { emptyState } from "../fan-out/empty-state.ts";
import { FanOut } from "../fan-out/fan-out.ts";
import { Journal, type RoomEventBody } from "../fan-out/journal.ts";
import { firstPacketSeq } from "./packet-numbers.ts";
import { RoomJournal } from "./room-journal.ts";

type Observer = (body: RoomEventBody, at: number) => void;

/** The common base of every part of a room: which room it is, what is stored, and how events are published. */
export class RoomCore {
  readonly kind: "stage" | "profile";
  readonly id: string;
  readonly path: RoomPath;
  readonly env: Env;
  readonly storage: DurableObjectStorage;
  readonly memory: Memory;
  readonly due: DueList;
  readonly outbox: Outbox;
  readonly journal: Journal;
  /** The stored messages of the chat, with those of replays. */
  readonly messages: RoomJournal;
  readonly fanOut: FanOut;
  readonly #ctx: DurableObjectState;
  readonly #observers: Observer[] = [];

  constructor(ctx: DurableObjectState, env: Env, { kind, id }: { kind: "stage" | "profile"; id: string }) {
    this.#ctx = ctx;
    this.kind = kind;
    this.id = id;
    this.path = `${kind}/${id}`;
    this.env = env;
    this.storage = ctx.storage;
    this.memory = new Memory(ctx.storage);
    this.due = new DueList(ctx.storage);
    this.outbox = new Outbox(ctx.storage, this.due);
    const empty = emptyState(kind, id);
    this.messages = new RoomJournal(ctx.storage, empty);
    this.journal = new Journal(empty, this.messages);
    this.fanOut = new FanOut(firstPacketSeq(this.memory));
  }

  /**
   * Numbers and stores an event, sends it to all listeners, and then calls the observers. `at`: epoch ms; `clientId`: of
   * the frame by which a listener has sent it.
   */
  readonly publish = (body: RoomEventBody, at: number, clientId?: string): void => {
    this.fanOut.event(this.journal.publish(body, at, clientId));
    for (const observe of this.#observers) observe(body, at);
  };

  /** Has `observer` called after each event from now on. */
  observe(observer: Observer): void {
    this.#observers.push(observer);
  }

  /** Keeps the object awake until this is done. */
  waitUntil(work: Promise<unknown>): void {
    this.#ctx.waitUntil(work);
  }
}
