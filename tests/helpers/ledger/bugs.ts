/** Faults of the protocol, the book and its store, each put in on purpose: the simulator must find every one. */
import {
  Book,
  type Decided,
  type Delivery,
  type SendAnswer,
  type SendOrder,
  type WalletState,
} from "#app/domains/value/tokens/book.ts";
import type { ClaimKind } from "#app/domains/value/tokens/rules.ts";
import type { Account, Counters, Entry, Head } from "#packages/ledger/entries.ts";
import { deliveryBugs } from "./delivery-bugs.ts";
import { MemoryStore } from "./memory-store.ts";
import { nativeHash } from "./native-hash.ts";
import { type Parts, soundParts } from "./world.ts";

const withStore = (make: () => MemoryStore): Parts => ({ ...soundParts, store: make });
const withBook = (book: Parts["book"]): Parts => ({ ...soundParts, book });

/** Says that there is no entry of these, and takes them again. */
class Forgetful extends MemoryStore {
  readonly #prefix: string;
  #again = 0;

  constructor(prefix: string) {
    super();
    this.#prefix = prefix;
  }

  override hasEntry(id: string): boolean {
    return !id.startsWith(this.#prefix) && super.hasEntry(id);
  }

  override append(entry: Entry): void {
    this.#again += 1;
    const isTwice = super.hasEntry(entry.id);
    super.append(isTwice ? { ...entry, id: `${entry.id}/${this.#again}` } : entry);
  }
}

const storeBugs: Record<string, Parts> = {
  "a transfer counts at the receiver as often as it comes": withStore(() => new Forgetful("receive/")),
  "a claim is minted as often as it is asked for": withStore(() => new Forgetful("mint/")),
  "an id that was decided is decided again": withStore(
    () =>
      new (class extends MemoryStore {
        override decide(): void {}
      })(),
  ),
  "a refused id is decided again": withStore(
    () =>
      new (class extends MemoryStore {
        override decide(id: string, decided: Decided<SendAnswer>): void {
          if (decided.answer.ok) super.decide(id, decided);
        }
      })(),
  ),
  "the answer is stored outside the transaction": withStore(
    () =>
      new (class extends MemoryStore {
        readonly #kept = new Map<string, Decided<SendAnswer>>();
        override decided(id: string) {
          return this.#kept.get(id);
        }
        override decide(id: string, decided: Decided<SendAnswer>): void {
          this.#kept.set(id, decided);
        }
      })(),
  ),
  "a crash within a transaction leaves a part of it": withStore(
    () =>
      new (class extends MemoryStore {
        override transaction<T>(work: () => T): T {
          try {
            return work();
          } catch (error) {
            this.flush();
            throw error;
          }
        }
      })(),
  ),
  "counters do not follow every entry": withStore(
    () =>
      new (class extends MemoryStore {
        override setCounters(account: Account, counters: Counters): void {
          if (account !== "received" || counters.debits % 7 > 0) super.setCounters(account, counters);
        }
      })(),
  ),
  "what is retired counts as sent": withStore(
    () =>
      new (class extends MemoryStore {
        override setCounters(account: Account, counters: Counters): void {
          super.setCounters(account === "retired" ? "sent" : account, counters);
        }
      })(),
  ),
  "the time of an entry goes back": withStore(
    () =>
      new (class extends MemoryStore {
        override head(): Head {
          return { ...super.head(), at: 0 };
        }
      })(),
  ),
  "an entry does not follow the hash before": withStore(
    () =>
      new (class extends MemoryStore {
        override head(): Head {
          return { ...super.head(), hash: "" };
        }
      })(),
  ),
  "an entry of the past is changed": withStore(
    () =>
      new (class extends MemoryStore {
        override entries(): Entry[] {
          return super.entries().map((entry) => (entry.seq === 9 ? { ...entry, peer: "w0" } : entry));
        }
      })(),
  ),
  "more is given back than was received": withStore(
    () =>
      new (class extends MemoryStore {
        override reversedOf(): number {
          return 0;
        }
      })(),
  ),
  "the limits of a minute and a day are not kept": withStore(
    () =>
      new (class extends MemoryStore {
        override sentSince() {
          return { count: 0, amount: 0 };
        }
      })(),
  ),
  "a frozen wallet sends": withStore(
    () =>
      new (class extends MemoryStore {
        override state(): WalletState {
          const state = super.state();
          return state === "frozen" ? "open" : state;
        }
      })(),
  ),
  "an erased wallet forgets what it has taken": withStore(
    () =>
      new (class extends MemoryStore {
        override hasEntry(id: string): boolean {
          return this.entry(id) !== undefined;
        }
      })(),
  ),
  "a delivery is stored after the debit, not with it": withStore(
    () =>
      new (class extends MemoryStore {
        #late: Delivery[] = [];
        override addDelivery(delivery: Delivery): void {
          this.#late.push(delivery);
        }
        override deliveries(): Delivery[] {
          for (const delivery of this.#late.splice(0)) super.addDelivery(delivery);
          return super.deliveries();
        }
        override get hasDeliveries(): boolean {
          return super.hasDeliveries || this.#late.length > 0;
        }
        override crash(): void {
          this.#late = [];
          super.crash();
        }
      })(),
  ),
};

const bookBugs: Record<string, Parts> = {
  "no check keeps a balance above zero": {
    ...soundParts,
    store: () =>
      new (class extends MemoryStore {
        override setCounters(account: Account, counters: Counters): void {
          this.writeCounters(account, counters);
        }
      })(),
    book: (store) =>
      new (class extends Book {
        override balance(): number {
          return super.balance() + 5;
        }
      })(store, nativeHash),
  },
  "a delivery is confirmed without an entry": withBook(
    (store) =>
      new (class extends Book {
        override confirm(transfer: string): void {
          store.transaction(() => store.setDeliveryStage(transfer, "news"));
        }
      })(store, nativeHash),
  ),
  "a closed wallet takes tokens": withBook(
    (store) =>
      new (class extends Book {
        override receive(credited: Parameters<Book["receive"]>[0]) {
          return store.transaction(() => {
            const state = store.state();
            if (state === "closed") store.setState("open");
            const answer = super.receive(credited);
            store.setState(state);
            return answer;
          });
        }
      })(store, nativeHash),
  ),
  "a wallet is retired while a delivery is under way": withBook(
    (store) =>
      new (class extends Book {
        override retire(now: number): boolean {
          return store.transaction(() => {
            for (const { transfer } of store.deliveries()) store.endDelivery(transfer);
            return super.retire(now);
          });
        }
      })(store, nativeHash),
  ),
  "a returned transfer stays outgoing": withBook(
    (store) =>
      new (class extends Book {
        override return(transfer: string): void {
          store.transaction(() => store.endDelivery(transfer));
        }
      })(store, nativeHash),
  ),
  "another content of an id gets the first answer": withBook(
    (store) =>
      new (class extends Book {
        override send(order: SendOrder): SendAnswer {
          return super.send({ ...order, content: "" });
        }
      })(store, nativeHash),
  ),
  "a repeated send is a new one": withBook(
    (store) =>
      new (class extends Book {
        override send(order: SendOrder): SendAnswer {
          return super.send({ ...order, id: order.transfer });
        }
      })(store, nativeHash),
  ),
  "a claim pays more than it is for": withBook(
    (store) =>
      new (class extends Book {
        override mint(claim: { id: string; kind: ClaimKind; amount: number }, now: number): boolean {
          return super.mint(claim.kind === "steady" ? { ...claim, amount: claim.amount + 1 } : claim, now);
        }
      })(store, nativeHash),
  ),
  "a freeze reopens a wallet that closes": withBook(
    (store) =>
      new (class extends Book {
        override setFrozen(isFrozen: boolean): void {
          store.transaction(() => store.setState(isFrozen ? "frozen" : "open"));
        }
      })(store, nativeHash),
  ),
};

/** Seeded bugs by what is wrong. */
export const bugs: Readonly<Record<string, Parts>> = { ...storeBugs, ...bookBugs, ...deliveryBugs };
