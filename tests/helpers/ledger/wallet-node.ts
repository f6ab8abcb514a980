/** A wallet's object in the simulator: drives its deliveries as the real one does, and crashes. */
import type { Book, Delivery, GiveBackOrder, SendAnswer, SendOrder } from "#app/domains/value/tokens/book.ts";
import type { ClaimKind } from "#app/domains/value/tokens/rules.ts";
import { Crash, type MemoryStore } from "./memory-store.ts";
import type { PlainWallet } from "./plain-model.ts";
import type { World } from "./world.ts";

/** Shares (of all calls) of crashes of an object within a write, and right after its writes. */
const crashes = { within: 0.01, after: 0.01 } as const;
/** Share of writes that are not flushed before the next call: then what they answer waits as well. */
const unflushed = 0.08;
/** Share of deliveries without an answer yet that are sent again when the alarm rings. */
const again = 0.05;

/** Sums of balances that the whole world must keep. */
export interface Sums {
  spendable: number;
  outgoing: number;
  sent: number;
  received: number;
  issued: number;
  retired: number;
}

export const noSums = (): Sums => ({
  spendable: 0,
  outgoing: 0,
  sent: 0,
  received: 0,
  issued: 0,
  retired: 0,
});

const toldRoom = 1;
const toldDatabase = 2;

export class WalletNode {
  readonly id: string;
  readonly store: MemoryStore;
  readonly book: Book;
  readonly model: PlainWallet;
  sums = noSums();
  /** The changes of the store that `sums` include. */
  addedUp = 0;
  hasAlarm = false;
  isErased = false;
  protected readonly world: World;
  /** Messages that leave once all writes are flushed. */
  #gated: (() => void)[] = [];
  /** Transfers on their way. Lost in a crash, like `#told`. */
  readonly #inFlight = new Set<string>();
  readonly #told = new Map<string, number>();

  constructor(id: string, world: World, parts: { store: MemoryStore; book: Book; model: PlainWallet }) {
    this.id = id;
    this.world = world;
    this.store = parts.store;
    this.book = parts.book;
    this.model = parts.model;
  }

  /** The account is deleted: nobody asks for it any more. */
  send(order: SendOrder, hear: (answer: SendAnswer) => void): void {
    if (!this.isErased) this.perform(() => this.#answer(this.book.send(order), this.model.send(order), hear));
  }

  giveBack(order: GiveBackOrder, hear: (answer: SendAnswer) => void): void {
    if (!this.isErased)
      this.perform(() => this.#answer(this.book.giveBack(order), this.model.giveBack(order), hear));
  }

  mint(claim: { id: string; kind: ClaimKind; amount: number }, hear: (isPaid: boolean) => void): void {
    if (this.isErased) return;
    this.perform(() => {
      const now = this.#now();
      const isPaid = this.book.mint(claim, now);
      if (isPaid !== this.model.mint(claim.id, claim.amount, now)) throw new Error(`mint: ${isPaid}`);
      this.post(() => hear(isPaid));
    });
  }

  setFrozen(isFrozen: boolean): void {
    this.perform(() => {
      const { state } = this.model;
      this.book.setFrozen(isFrozen);
      if (state === "open" || state === "frozen") this.model.change(isFrozen ? "frozen" : "open", 0);
    });
  }

  close(): void {
    this.perform(() => {
      this.book.close();
      if (this.model.state !== "closed") this.model.change("closing", 0);
    });
  }

  /** Tries what is not done, and closes what should be closed. */
  ring(): void {
    this.hasAlarm = false;
    this.perform(() => {
      for (const delivery of this.store.deliveries()) this.drive(delivery);
      if (this.store.state() === "closing") this.#retire();
      else if (this.store.state() === "closed" && !this.isErased) this.#erase();
    });
  }

  drive(delivery: Delivery): void {
    const { transfer, stage } = delivery;
    if (this.#inFlight.has(transfer) && !this.world.random.chance(again)) return;
    this.#inFlight.add(transfer);
    if (stage === "news") this.#tell(delivery);
    else this.credit(delivery);
  }

  /** Asks the other wallet to take the transfer. */
  credit(delivery: Delivery): void {
    const to = this.world.node(delivery.to);
    this.post(() => to.receive(this, delivery));
  }

  /** Receives from another wallet. */
  receive(from: WalletNode, { transfer, amount, reverses }: Delivery): void {
    this.perform(() => {
      const now = this.#now();
      const answer = this.book.receive({ from: from.id, transfer, amount, reverses, now });
      const expected = this.model.receive(transfer, now);
      if (answer !== expected) throw new Error(`${transfer} was ${answer} and should be ${expected}`);
      this.post(() => from.onAnswered(transfer, answer));
    });
  }

  onAnswered(transfer: string, answer: "credited" | "closed"): void {
    this.perform(() => {
      const now = this.#now();
      if (answer === "closed") {
        this.#inFlight.delete(transfer);
        this.book.return(transfer, now);
        this.model.end(transfer, "returned", now);
        return;
      }
      this.book.confirm(transfer, now);
      this.model.end(transfer, "confirmed", now);
      const delivery = this.store.delivery(transfer);
      if (delivery !== undefined) this.#tell(delivery);
    });
  }

  /** The room (of a tip) and the database are told until both have heard. */
  #tell(delivery: Delivery): void {
    const { transfer, reverses } = delivery;
    const told = this.#told.get(transfer) ?? (reverses === null ? 0 : toldRoom);
    if ((told & toldRoom) === 0) this.notifyRoom(delivery);
    if ((told & toldDatabase) === 0)
      this.post(() => {
        if (this.world.database.isDown) return;
        this.world.database.tell(delivery);
        this.world.deliver(() => this.#onTold(delivery, toldDatabase));
      });
  }

  protected notifyRoom(delivery: Delivery): void {
    this.post(() => {
      this.world.rooms.tell(delivery);
      this.world.deliver(() => this.#onTold(delivery, toldRoom));
    });
  }

  /** Returns who is told of a transfer. */
  protected get everyone(): number {
    return toldRoom | toldDatabase;
  }

  #onTold({ transfer, reverses }: Delivery, who: number): void {
    this.perform(() => {
      const told = (this.#told.get(transfer) ?? (reverses === null ? 0 : toldRoom)) | who;
      this.#told.set(transfer, told);
      if ((told & this.everyone) !== this.everyone) return;
      this.book.told(transfer);
      this.#told.delete(transfer);
      this.#inFlight.delete(transfer);
    });
  }

  #retire(): void {
    const now = this.#now();
    const isClosed = this.book.retire(now);
    if (isClosed !== (this.model.outgoing === 0 && !this.store.hasDeliveries))
      throw new Error(`retired: ${isClosed}, outgoing: ${this.model.outgoing}`);
    if (isClosed) this.model.change("closed", now);
  }

  #erase(): void {
    const wrong = this.book.check();
    if (wrong.length > 0) throw new Error(wrong.join("; "));
    this.book.erase(this.#now());
    this.store.also(() => {
      this.isErased = false;
    });
    this.isErased = true;
  }

  #answer(answer: SendAnswer, expected: SendAnswer, hear: (answer: SendAnswer) => void): void {
    if (!isSame(answer, expected))
      throw new Error(`answered ${JSON.stringify(answer)}, not ${JSON.stringify(expected)}`);
    this.post(() => hear(answer));
  }

  /** A message that leaves once everything written so far is safe. */
  post(message: () => void): void {
    this.#gated.push(message);
  }

  #now(): number {
    return this.world.now();
  }

  /** One call of the object, which may crash in it or after it. */
  perform(work: () => void): void {
    const { random, isCalm } = this.world;
    this.store.crashAfter = !isCalm && random.chance(crashes.within) ? random.below(14) : null;
    try {
      work();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      this.crash();
      return;
    } finally {
      this.store.crashAfter = null;
    }
    this.world.onChanged(this);
    if (isCalm || !random.chance(crashes.after + unflushed)) this.flush();
    else if (random.chance(crashes.after / (crashes.after + unflushed))) this.crash();
    else this.world.onUnflushed(this);
  }

  flush(): void {
    this.store.flush();
    for (const message of this.#gated) this.world.deliver(message);
    this.#gated = [];
  }

  crash(): void {
    this.store.crash();
    this.#gated = [];
    this.#inFlight.clear();
    this.#told.clear();
    this.world.onChanged(this);
  }

  /** Adds up the counters. Throws where they are not even, below zero, or not what the model has. */
  addUp(): Sums {
    const sums = noSums();
    let difference = 0;
    this.store.eachAccount(({ debits, credits }, account) => {
      difference += debits - credits;
      const sum = account.startsWith("issued:") ? "issued" : (account as keyof Sums);
      sums[sum] += sum === "received" || sum === "issued" ? debits - credits : credits - debits;
    });
    if (difference !== 0) throw new Error(`${this.id}: debits and credits differ by ${difference}`);
    if (sums.spendable < 0 || sums.outgoing < 0) throw new Error(`${this.id} is below zero`);
    const { balance, outgoing } = this.model;
    if (sums.spendable !== balance || sums.outgoing !== outgoing)
      throw new Error(
        `${this.id} has ${sums.spendable} and ${sums.outgoing} outgoing, not ${balance} and ${outgoing}`,
      );
    return sums;
  }
}

export function isSame(one: SendAnswer, other: SendAnswer): boolean {
  if (one === other) return true;
  if (!one.ok || !other.ok)
    return !one.ok && !other.ok && one.code === other.code && one.retryAfterMs === other.retryAfterMs;
  const { transfer, amount, balance, at } = one;
  return (
    transfer === other.transfer && amount === other.amount && balance === other.balance && at === other.at
  );
}
