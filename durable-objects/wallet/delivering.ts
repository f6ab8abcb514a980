import type { Delivery } from "#app/domains/value/tokens/book.ts";
import type { TipNews } from "#app/domains/value/tokens/port.ts";
import { recordReversed, recordTip } from "#app/domains/value/tokens/queries/tips.ts";
import { withTimeout } from "#app/with-timeout.ts";
import { openDb } from "#db/client.ts";
import { roomAt, wallet } from "../stubs.ts";
import type { WalletCore } from "./core.ts";

/** The name of this task in the object's due list: its alarm calls `run` for it. */
export const deliverDue = "deliver";

/** Number of deliveries at the same time. */
const atOnce = 20;
/** Another object that takes longer is asked again later; whatever it did counts once. */
const answerMs = 10_000;
/** Time after which a delivery is repeated that was interrupted with the object, and after its first failure. */
const retryMs = 1_000;
const maxRetryMs = 60_000;
/** A room, or D1 without the tip, holds up its news for so long: then nobody asks for them any more. */
const maxNewsMs = 7 * 24 * 3_600_000;

interface DeliveringDeps {
  core: WalletCore;
  /** A delivery is over. */
  ended: () => void;
}

/**
 * Brings what was debited to the other wallet, and only then tells the room and D1. All state is in storage; every step
 * may be repeated at any time, because everyone counts a transfer once. Attempts are not part of the alarm, which would
 * let one slow object hold up all others.
 */
export class Delivering {
  readonly #core: WalletCore;
  readonly #ended: () => void;
  /** Transfers with an attempt under way. */
  readonly #inFlight = new Set<string>();

  constructor({ core, ended }: DeliveringDeps) {
    this.#core = core;
    this.#ended = ended;
  }

  /** Plans the deliveries; called in the transaction that adds one; `run` may follow at once. */
  plan(): void {
    this.#core.remember();
    void this.#core.due.scheduleBy(deliverDue, Date.now() + retryMs);
  }

  /** Starts what is due, and schedules what is due later or may be lost with the object. */
  run(): void {
    const { store, due, waitUntil } = this.#core;
    const now = Date.now();
    for (const transfer of store.dueDeliveries(now, atOnce + this.#inFlight.size)) {
      if (this.#inFlight.size >= atOnce) break;
      if (this.#inFlight.has(transfer)) continue;
      this.#inFlight.add(transfer);
      waitUntil(this.#attempt(transfer));
    }
    const next = store.nextDeliveryAt();
    if (next !== null) void due.scheduleBy(deliverDue, Math.max(next, now + retryMs));
  }

  /** Never throws. */
  async #attempt(transfer: string): Promise<void> {
    const { store } = this.#core;
    try {
      await this.#credit(transfer);
      await this.#tell(transfer);
    } catch (error) {
      const tries = store.putOffDelivery(transfer, (failed) => Date.now() + delayAfter(failed));
      console.warn(JSON.stringify({ event: "tip-not-delivered", transfer, tries, error: String(error) }));
    }
    this.#inFlight.delete(transfer);
    if (store.delivery(transfer) === undefined) this.#ended();
    this.run();
  }

  /** Throws where the other wallet is unavailable. Only one that is closed gives a transfer back. */
  async #credit(transfer: string): Promise<void> {
    const { env, id, book, store } = this.#core;
    const delivery = store.delivery(transfer);
    if (delivery?.stage !== "credit") return;
    const { to, amount, reverses } = delivery;
    const news = newsOf(delivery);
    const credited = { from: id, transfer, amount, reverses, news };
    const answer = await withTimeout(answerMs, wallet(env, to).receive(credited));
    this.#core.transaction(() => {
      if (answer === "closed") return book.return(transfer, Date.now());
      book.confirm(transfer, Date.now());
      if (news !== null) this.#record(delivery, news);
    });
  }

  #record({ transfer, to, amount, at }: Delivery, { isHidden, place }: TipNews): void {
    const { env, id, outbox } = this.#core;
    const { stageId, setId, broadcastId, playId, mediaAt } = place;
    const row = { id: transfer, fromWallet: id, toWallet: to, amount, isHidden, tippedAt: at };
    const heard = { stageId, setId, broadcastId, playId, mediaAt };
    void outbox.enqueue(`tip:${transfer}`, recordTip(openDb(env.DB), { ...row, ...heard }));
  }

  /** Throws where the room, or for what was given back D1, is unavailable. */
  async #tell(transfer: string): Promise<void> {
    const { env, book, store } = this.#core;
    const delivery = store.delivery(transfer);
    if (delivery?.stage !== "news") return;
    const news = newsOf(delivery);
    if (Date.now() - delivery.at > maxNewsMs) {
      console.warn(JSON.stringify({ event: "tip-news-dropped", transfer }));
    } else if (news !== null) {
      await withTimeout(answerMs, roomAt(env, news.place.room).tipped(news));
    } else if (delivery.reverses !== null) {
      const sum = store.givenBackOf(delivery.reverses);
      const isThere = await recordReversed(openDb(env.DB), delivery.reverses, sum);
      // The wallet that sent it has not reached D1 yet.
      if (!isThere) throw new Error("D1 does not have the tip");
    }
    book.told(transfer);
  }
}

function newsOf({ details }: Delivery): TipNews | null {
  return JSON.parse(details) as TipNews | null;
}

function delayAfter(failures: number): number {
  return Math.min(maxRetryMs, retryMs * 2 ** (failures - 1));
}
