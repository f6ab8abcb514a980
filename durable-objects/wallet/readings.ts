import type { Known } from "#app/domains/value/tokens/book.ts";
import type { WalletActivity } from "#app/domains/value/tokens/port.ts";
import type { Entry } from "#packages/ledger/entries.ts";
import type { SqliteBookStore } from "./book-store.ts";
import type { WalletCore } from "./core.ts";

/** An entry with what became of it. */
export function toActivity(store: SqliteBookStore, entry: Entry): WalletActivity {
  return { ...entry, state: entry.kind === "send" ? stateOf(store, entry.reference) : "done" };
}

function stateOf(store: SqliteBookStore, transfer: string): WalletActivity["state"] {
  if (store.delivery(transfer)?.stage === "credit") return "on-its-way";
  return store.hasEntry(`return/${transfer}`) ? "returned" : "done";
}

/** Returns this wallet's knowledge of another one, as that one's `resettle` takes it. */
export function betweenOf({ id, store }: WalletCore, peer: string): Pick<Known, "received" | "sent"> {
  const entries = store.entriesWith(peer);
  const of = (kind: Entry["kind"]) => entries.filter((entry) => entry.kind === kind);
  return {
    received: of("send").map(({ reference: transfer, amount, reverses }) => ({
      from: id,
      transfer,
      amount,
      reverses,
    })),
    sent: of("receive").map(({ reference: transfer, amount, reverses, at }) => ({
      transfer,
      to: id,
      amount,
      reverses,
      at,
    })),
  };
}
