/** Rooms and the database, which wallets tell of transfers: each counts one once. */
import type { PlainTransfer } from "./plain-model.ts";

interface News {
  transfer: string;
  amount: number;
  reverses: string | null;
}

/** All rooms together. Shows a tip only when it has reached its performer. */
export class PlainRooms {
  /** Number of times that each tip was shown. */
  readonly shown = new Map<string, number>();
  total = 0;
  readonly #transfers: ReadonlyMap<string, PlainTransfer>;

  constructor(transfers: ReadonlyMap<string, PlainTransfer>) {
    this.#transfers = transfers;
  }

  tell({ transfer, amount }: News): void {
    if (this.#transfers.get(transfer)?.isCredited !== true)
      throw new Error(`${transfer} was shown before it had reached its performer`);
    if (this.knows(transfer)) return;
    this.shown.set(transfer, (this.shown.get(transfer) ?? 0) + 1);
    this.total += amount;
  }

  knows(transfer: string): boolean {
    return this.shown.has(transfer);
  }
}

/** The copies in D1: transfers by id, and how much of each was given back. */
export class PlainDatabase {
  readonly amounts = new Map<string, number>();
  /** Nothing reaches it. */
  isDown = false;

  tell({ transfer, amount }: News): void {
    this.amounts.set(transfer, amount);
  }
}
