import { DurableObject } from "cloudflare:workers";
import { recordChatPlace } from "#app/domains/air/stages/queries/rooms.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type {
  DeliveriesPort,
  DeliveryRecord,
  HeardTrack,
  OwnerPath,
} from "#app/domains/people/deliveries/port.ts";
import { openDb } from "#db/client.ts";
import { DueList, type WhenDue } from "#packages/durable/due-list.ts";
import { eraseObject } from "#packages/durable/erase-object.ts";
import { Memory } from "#packages/durable/memory.ts";
import { Outbox, outboxDue } from "#packages/durable/outbox.ts";
import { DeliveryLog } from "./delivery-log.ts";
import { type NewDelivery, toRecord } from "./delivery-row.ts";
import { owner } from "./memory.ts";
import { createSenders, type Senders } from "./senders.ts";
import { Sending, sendDue } from "./sending.ts";
import { SwitchOff, switchOffDue } from "./switch-off.ts";
import { Targets, userOf } from "./targets.ts";

const pruneDue = "prune";
const pruneMs = 24 * 3_600_000;

/**
 * Deliveries to other services on behalf of one person or stage: each delivery once, repeated where that is safe. All
 * state is in storage, so that an eviction at any moment doubles nothing. An owner without targets stores nothing here.
 */
export class Deliveries extends DurableObject<Env> implements Omit<DeliveriesPort, "test"> {
  readonly #memory: Memory;
  readonly #due: DueList;
  readonly #outbox: Outbox;
  readonly #log: DeliveryLog;
  readonly #targets: Targets;
  readonly #switchOff: SwitchOff;
  readonly #sending: Sending;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { storage } = ctx;
    const owner = () => this.#owner;
    this.#memory = new Memory(storage);
    const due = new DueList(storage);
    const log = new DeliveryLog(storage);
    const targets = new Targets(env, log, owner);
    const switchOff = new SwitchOff({ env, storage, due, log, owner });
    this.#due = due;
    this.#log = log;
    this.#targets = targets;
    this.#switchOff = switchOff;
    this.#outbox = new Outbox(storage, due);
    this.#sending = new Sending({
      log,
      due,
      targets,
      switchOff,
      owner,
      senders: () => this.senders(),
      waitUntil: (work) => ctx.waitUntil(work),
    });
  }

  protected senders(): Senders {
    return createSenders(this.env);
  }

  async happened(event: OwnEvent): Promise<void> {
    const { kind, key } = event;
    if (this.#log.hasEvent(kind, key)) return;
    await this.#add(kind, event, event, await this.#targets.forEvent(event));
  }

  async heard(listen: HeardTrack): Promise<void> {
    if (this.#log.hasEvent("listen", listen.play)) return;
    const of = { key: listen.play, at: listen.heardAt };
    await this.#add("listen", of, listen, await this.#targets.forListen(listen));
  }

  async sendTest({ kind, target, text }: Parameters<DeliveriesPort["test"]>[0]): Promise<DeliveryRecord> {
    const now = Date.now();
    const of = { about: "test", eventKind: null, eventKey: null, since: now } as const;
    this.#remember();
    const { id, status } = this.#log.add({ ...of, kind, target, text: text ?? "" }, now);
    if (status === "waiting") await this.#sending.sendNow(id);
    await this.#planPrune();
    return toRecord(this.#log.get(id));
  }

  async list(query: Parameters<DeliveriesPort["list"]>[0]): Promise<DeliveryRecord[]> {
    return this.#log.list(query).map(toRecord);
  }

  async retry(id: string): Promise<DeliveryRecord | null> {
    const row = this.#log.find(id);
    if (row?.kind !== "webhook" || row.status !== "failed") return null;
    this.#log.renew(id, Date.now());
    await this.#sending.sendNow(id);
    return toRecord(this.#log.get(id));
  }

  async forgetTarget(target: string): Promise<void> {
    this.#log.endWaiting(target, "Not sent: it was unlinked or switched off.", Date.now());
  }

  async forgetUser(userId: string): Promise<void> {
    this.#log.forgetUser(userId);
  }

  async erase(): Promise<void> {
    this.#sending.close();
    await eraseObject(this.ctx, this.#due);
  }

  override alarm(): Promise<void> {
    return this.#due.runDue(Date.now(), this.#whenDue);
  }

  readonly #whenDue: WhenDue = {
    [sendDue]: () => this.#sending.sendDue(),
    [switchOffDue]: () => this.#switchOff.finish(),
    [outboxDue]: () => this.#outbox.drain(this.env.DB),
    [pruneDue]: () => {
      this.#log.prune(Date.now());
      return this.#due.schedule(pruneDue, Date.now() + pruneMs);
    },
  };

  /** Stores an event with its deliveries, all at once; nothing where no one asks for it. */
  async #add(
    kind: OwnEvent["kind"] | "listen",
    of: { key: string; at: number },
    event: OwnEvent | HeardTrack,
    added: readonly NewDelivery[],
  ): Promise<void> {
    if (added.length === 0) return;
    const now = Date.now();
    this.#remember();
    this.ctx.storage.transactionSync(() => {
      // The same event may have arrived while the targets were read.
      if (!this.#log.addEvent(kind, of, event)) return;
      for (const delivery of added) this.#log.add(delivery, now);
      this.#notePeople(event);
    });
    await this.#due.scheduleBy(sendDue, now);
    await this.#planPrune();
  }

  /** Records in D1 that something here names these people, for their erasure. */
  #notePeople(event: OwnEvent | HeardTrack): void {
    const people =
      "kind" in event ? [event.performer, event.kind === "follower" ? event.follower : null] : [];
    const own = userOf(this.#owner);
    for (const person of people) {
      if (person === null || person.id === own || !this.#log.notePerson(person.id)) continue;
      const place = { userId: person.id, room: `deliveries/${this.#owner}` };
      void this.#outbox.enqueue(`place:${person.id}`, recordChatPlace(openDb(this.env.DB), place));
    }
  }

  async #planPrune(): Promise<void> {
    if (this.#due.dueAt(pruneDue) === null) await this.#due.schedule(pruneDue, Date.now() + pruneMs);
  }

  /** The alarm is not told the object's name. */
  #remember(): void {
    if (this.#memory.get(owner) === null) this.#memory.set(owner, this.#owner);
  }

  get #owner(): OwnerPath {
    const name = this.ctx.id.name ?? this.#memory.get(owner);
    if (name === null) throw new Error("nobody has named the owner");
    return name as OwnerPath;
  }
}
