/** Seeded faults of what drives deliveries and of who is told. */
import type { Delivery } from "#app/domains/value/tokens/book.ts";
import { PlainRooms } from "./outlets.ts";
import { WalletNode } from "./wallet-node.ts";
import { type Parts, soundParts } from "./world.ts";

const withNode = (node: Parts["node"]): Parts => ({ ...soundParts, node });

export const deliveryBugs: Record<string, Parts> = {
  "the room is told before the other wallet has the tokens": withNode(
    class extends WalletNode {
      override credit(delivery: Delivery): void {
        if (delivery.reverses === null) this.notifyRoom(delivery);
        super.credit(delivery);
      }
    },
  ),
  "a transfer is confirmed when it is sent, not when it is taken": withNode(
    class extends WalletNode {
      override credit(delivery: Delivery): void {
        super.credit(delivery);
        this.post(() => this.onAnswered(delivery.transfer, "credited"));
      }
    },
  ),
  "a transfer without an answer is returned": withNode(
    class extends WalletNode {
      readonly #tries = new Map<string, number>();
      override credit(delivery: Delivery): void {
        const tries = (this.#tries.get(delivery.transfer) ?? 0) + 1;
        this.#tries.set(delivery.transfer, tries);
        if (tries > 2) this.post(() => this.onAnswered(delivery.transfer, "closed"));
        else super.credit(delivery);
      }
    },
  ),
  "an answer leaves before it is stored": withNode(
    class extends WalletNode {
      override post(message: () => void): void {
        this.world.deliver(message);
      }
    },
  ),
  "deliveries are forgotten in a restart": withNode(
    class extends WalletNode {
      readonly #forgotten = new Set<string>();
      override drive(delivery: Delivery): void {
        if (!this.#forgotten.has(delivery.transfer)) super.drive(delivery);
      }
      override crash(): void {
        super.crash();
        for (const { transfer } of this.store.deliveries()) this.#forgotten.add(transfer);
      }
    },
  ),
  "a delivery ends when it is sent": withNode(
    class extends WalletNode {
      override credit(delivery: Delivery): void {
        super.credit(delivery);
        this.store.endDelivery(delivery.transfer);
      }
    },
  ),
  "news are over when one of room and database has heard": withNode(
    class extends WalletNode {
      protected override get everyone(): number {
        return 2;
      }
    },
  ),
  "a room shows a tip as often as it hears of it": {
    ...soundParts,
    rooms: (transfers) =>
      new (class extends PlainRooms {
        override knows(): boolean {
          return false;
        }
      })(transfers),
  },
};
