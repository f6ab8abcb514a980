import { readStore, writeStore } from "#app/ui/client-store.ts";
import { makeId } from "#app/ui/make-id.ts";

/** A request to give a tip back, stored before it is sent: after a reload or an outage the same one is sent again. */
export interface GiveBackOrder {
  id: string;
  tip: string;
  amount: number;
}

const key = "giveBacks";

/** The order that has no answer yet for this tip, or otherwise a new one, which is stored. */
export function orderFor(tip: string, amount: number): GiveBackOrder {
  const known = stored()[tip];
  if (known !== undefined) return { ...known, tip };
  const order = { id: makeId(), amount };
  writeStore({ [key]: { ...stored(), [tip]: order } });
  return { ...order, tip };
}

/** The order was answered, whatever the answer is. */
export function endOrder(tip: string): void {
  const { [tip]: _, ...others } = stored();
  writeStore({ [key]: Object.keys(others).length > 0 ? others : undefined });
}

function stored(): Record<string, { id: string; amount: number }> {
  const value = readStore()[key];
  if (typeof value !== "object" || value === null) return {};
  const orders = Object.entries(value as Record<string, { id?: unknown; amount?: unknown } | null>);
  return Object.fromEntries(
    orders.flatMap(([tip, order]) =>
      typeof order?.id === "string" && typeof order.amount === "number"
        ? [[tip, { id: order.id, amount: order.amount }]]
        : [],
    ),
  );
}
