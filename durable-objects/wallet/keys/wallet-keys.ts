import type { TipOrder } from "#app/domains/tokens/port.ts";
import type { Refusal } from "#app/errors.ts";
import type { DueList } from "../../alarms.ts";
import type { Outbox } from "../../outbox.ts";

/** The devices of a wallet. None yet: an order that is signed by one is refused. */
export class WalletKeys {
  /** What the object's alarm does for this folder, by name. */
  readonly whenDue: Readonly<Record<string, () => void | Promise<void>>> = {};

  // biome-ignore lint/complexity/noUselessConstructor: what the parts of this folder will need.
  constructor(_storage: DurableObjectStorage, _parts: { env: Env; due: DueList; outbox: Outbox }) {}

  /** Who allows a tip: the session, or the device that has signed it. `device-refused`. */
  async allows({
    device,
  }: Pick<TipOrder, "id" | "amount" | "device" | "target">): Promise<
    { ok: true; authorisation: "session" | `device:${string}` } | Refusal
  > {
    return device === null ? { ok: true, authorisation: "session" } : { ok: false, code: "device-refused" };
  }

  /** The account was deleted. */
  async erase(): Promise<void> {}
}
