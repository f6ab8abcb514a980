/** A world of wallets over a bad network, which follows from a seed: every step is checked against a plain model. */
import { Book } from "#app/domains/value/tokens/book.ts";
import { Clients } from "./clients.ts";
import { MemoryStore } from "./memory-store.ts";
import { nativeHash } from "./native-hash.ts";
import { PlainDatabase, PlainRooms } from "./outlets.ts";
import { type PlainTransfer, PlainWallet } from "./plain-model.ts";
import { Random } from "./random.ts";
import { noSums, type Sums, WalletNode } from "./wallet-node.ts";

/** Shares of all messages. A message is also late, by a random time, and so out of order. */
const faults = { lost: 0.03, doubled: 0.03 } as const;
/** Maximum number of messages on their way before people wait. */
const busy = 200;
/** Difference of the clocks of objects, ms. */
const skewMs = 5_000;
/** Messages and alarms until all is at rest, at most. */
const mostToSettle = 100_000;
const dayMs = 86_400_000;

/** The parts of the product that a seeded bug replaces. */
export interface Parts {
  store: () => MemoryStore;
  book: (store: MemoryStore) => Book;
  node: typeof WalletNode;
  rooms: (transfers: ReadonlyMap<string, PlainTransfer>) => PlainRooms;
}

/** The product's own, but for the hash: the same SHA-256 as Node has it takes a tenth of the time. */
export const soundParts: Parts = {
  store: () => new MemoryStore(),
  book: (store) => new Book(store, nativeHash),
  node: WalletNode,
  rooms: (transfers) => new PlainRooms(transfers),
};

export class World {
  readonly random: Random;
  readonly transfers = new Map<string, PlainTransfer>();
  readonly rooms: PlainRooms;
  readonly database = new PlainDatabase();
  readonly clients: Clients;
  readonly nodes: WalletNode[];
  /** Nothing fails any more. */
  isCalm = false;
  /** Number of requests by people, jobs and operators. */
  operations = 0;
  /** Number of other steps: messages, alarms, flushes. */
  steps = 0;
  readonly #byId: Map<string, WalletNode>;
  #clock = Date.UTC(2026, 0, 1);
  #transfers = 0;
  #closed = 0;
  readonly #messages: (() => void)[] = [];
  readonly #alarms: WalletNode[] = [];
  readonly #unflushed: WalletNode[] = [];
  readonly #total: Sums = noSums();

  constructor(seed: number, size: number, parts: Parts = soundParts) {
    this.random = new Random(seed);
    this.rooms = parts.rooms(this.transfers);
    this.nodes = Array.from({ length: size }, (_, index) => {
      const store = parts.store();
      const model = new PlainWallet(`w${index}`, this.transfers, (undo) => store.also(undo));
      return new parts.node(`w${index}`, this, { store, book: parts.book(store), model });
    });
    this.#byId = new Map(this.nodes.map((node) => [node.id, node]));
    this.clients = new Clients(this);
  }

  step(): void {
    this.steps += 1;
    const { random } = this;
    this.#passTime();
    const what = random.next();
    if (what < 0.25 && this.#messages.length < busy) {
      this.operations += 1;
      this.clients.act();
    } else if (what < 0.35) this.#ring();
    else if (what < 0.4) this.#unflushed.pop()?.flush();
    else this.#deliverOne();
    if (random.chance(0.0003)) this.database.isDown = !this.database.isDown;
  }

  /** All that is on its way arrives, everything is asked again that has no answer, and nothing is left. */
  settle(): void {
    this.isCalm = true;
    this.database.isDown = false;
    do {
      for (const node of this.nodes) if (node.store.state() === "frozen") node.setFrozen(false);
      while (this.#unflushed.length > 0) this.#unflushed.pop()?.flush();
      for (let left = mostToSettle; this.#messages.length + this.#alarms.length > 0; left -= 1) {
        if (left === 0) throw new Error("it does not come to rest");
        this.#deliverOne();
        this.#ring();
      }
    } while (this.clients.finish());
  }

  node(id: string): WalletNode {
    const node = this.#byId.get(id);
    if (node === undefined) throw new Error(`no wallet ${id}`);
    return node;
  }

  /** Some are much busier than others. */
  anyNode(): WalletNode {
    return this.nodes[Math.floor(this.nodes.length * this.random.next() ** 3)] as WalletNode;
  }

  /** Closes one, at most a quarter of all. */
  closeOne(): void {
    if (this.#closed * 4 >= this.nodes.length) return;
    this.#closed += 1;
    (this.random.chance(0.5) ? this.anyNode() : this.random.of(this.nodes)).close();
  }

  now(): number {
    return this.#clock + this.random.below(2 * skewMs) - skewMs;
  }

  newTransfer(): string {
    this.#transfers += 1;
    return `t${this.#transfers}`;
  }

  /** Delivers over the network: lost, doubled, late, out of order. */
  deliver(message: () => void): void {
    this.#messages.push(message);
  }

  onUnflushed(node: WalletNode): void {
    this.#unflushed.push(node);
  }

  /** Checks after each call of an object its sums, and those of the world. */
  onChanged(node: WalletNode): void {
    if (!node.hasAlarm && needsAlarm(node)) {
      node.hasAlarm = true;
      this.#alarms.push(node);
    }
    if (node.addedUp === node.store.changes) return;
    node.addedUp = node.store.changes;
    const sums = node.addUp();
    const total = this.#total;
    total.spendable += sums.spendable - node.sums.spendable;
    total.outgoing += sums.outgoing - node.sums.outgoing;
    total.sent += sums.sent - node.sums.sent;
    total.received += sums.received - node.sums.received;
    total.issued += sums.issued - node.sums.issued;
    total.retired += sums.retired - node.sums.retired;
    node.sums = sums;
    const undelivered = this.undelivered();
    if (undelivered < 0) throw new Error(`${-undelivered} more tokens are received than sent`);
    const there = total.spendable + undelivered + total.retired;
    if (there !== total.issued) throw new Error(`${total.issued} tokens are issued, ${there} are there`);
  }

  undelivered(): number {
    const { sent, outgoing, received } = this.#total;
    return sent + outgoing - received;
  }

  #passTime(): void {
    const { random } = this;
    const what = random.next();
    if (what < 0.0002) this.#clock += random.below(31 * dayMs);
    else if (what < 0.002) this.#clock += random.below(dayMs);
    else this.#clock += random.below(400);
  }

  #ring(): void {
    takeOne(this.#alarms, this.random)?.ring();
  }

  #deliverOne(): void {
    const message = takeOne(this.#messages, this.random);
    if (message === undefined) return;
    const fate = this.isCalm ? 1 : this.random.next();
    if (fate < faults.lost) return;
    if (fate < faults.lost + faults.doubled) this.#messages.push(message);
    message();
  }
}

/**
 * Returns whether an alarm is needed: like an object's it is stored with what it is for, and a crash does not lose it.
 */
function needsAlarm({ store, isErased }: WalletNode): boolean {
  if (store.hasDeliveries) return true;
  const state = store.state();
  return state === "closing" || (state === "closed" && !isErased);
}

function takeOne<T>(list: T[], random: Random): T | undefined {
  const index = random.below(list.length);
  const taken = list[index];
  const last = list.pop();
  if (index < list.length) list[index] = last as T;
  return taken;
}
