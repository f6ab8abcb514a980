import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { HeardTrack, OwnerPath } from "#app/domains/people/deliveries/port.ts";
import type { ListenParty } from "#app/domains/people/deliveries/queries/listens-of.ts";
import { decideNext, hasKeptFailing, isTooLate, tooLate } from "#app/domains/people/deliveries/rules.ts";
import { withTimeout } from "#app/with-timeout.ts";
import type { DueList } from "#packages/durable/due-list.ts";
import type { DeliveryLog } from "./delivery-log.ts";
import type { DeliveryRow } from "./delivery-row.ts";
import type { Senders, Sent } from "./senders.ts";
import type { SwitchOff } from "./switch-off.ts";
import { type Targets, userOf } from "./targets.ts";

/** The name of this task in the object's due list: its alarm calls `sendDue` for it. */
export const sendDue = "send";

/**
 * Number of targets that are sent to at the same time, each one delivery. The platform opens six connections at most.
 */
const atOnce = 6;
/** An attempt has no outcome by then. */
const attemptMs = 45_000;
/** An attempt that has stored no outcome by then was lost with the object. */
const leaseMs = 60_000;

interface SendingDeps {
  log: DeliveryLog;
  due: DueList;
  targets: Targets;
  switchOff: SwitchOff;
  owner: () => OwnerPath;
  senders: () => Senders;
  /** Keeps the object awake until this is done. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Sends what is due, one delivery of each target at a time. Attempts are not part of the alarm, which would let a slow
 * service hold up all others; each begins with a stored time by which its outcome is known.
 */
export class Sending {
  readonly #deps: SendingDeps;
  /** The targets to which something is on its way. */
  readonly #inFlight = new Set<string>();
  #isClosed = false;

  constructor(deps: SendingDeps) {
    this.#deps = deps;
  }

  /** Starts nothing more, and stores no outcome: the object's storage is about to be deleted. */
  close(): void {
    this.#isClosed = true;
  }

  /** Starts what is due and free, and schedules what is due next. */
  sendDue(): void {
    if (this.#isClosed) return;
    const { log, due } = this.#deps;
    const now = Date.now();
    for (;;) {
      const [row] = log.due(now).filter(({ target }) => !this.#inFlight.has(target));
      if (row === undefined || this.#inFlight.size >= atOnce) break;
      this.#start(row, now);
    }
    const next = log.nextDueAt(now);
    if (next !== null) void due.scheduleBy(sendDue, next);
  }

  /** Makes one attempt immediately, whatever else is on its way. */
  async sendNow(id: string): Promise<void> {
    const now = Date.now();
    this.#deps.log.begin(id, { now, until: now + leaseMs });
    await this.#attempt(id);
    this.sendDue();
  }

  #start(row: DeliveryRow, now: number): void {
    const { log, waitUntil } = this.#deps;
    // The object was replaced while it was being sent.
    if (row.status === "sending") return this.#settle(row.id, { is: "unsure" }, now);
    if (isTooLate(row, now)) {
      const status = row.isUnsure ? "unsure" : "failed";
      return log.settle(row.id, { status, nextTryAt: null, isUnsure: false, details: tooLate }, now);
    }
    log.begin(row.id, { now, until: now + leaseMs });
    this.#inFlight.add(row.target);
    waitUntil(
      this.#attempt(row.id).finally(() => {
        this.#inFlight.delete(row.target);
        this.sendDue();
      }),
    );
  }

  async #attempt(id: string): Promise<void> {
    const begunAt = Date.now();
    const outcome = await this.#send(this.#deps.log.get(id));
    if (!this.#isClosed) this.#settle(id, outcome, begunAt);
  }

  /** Never throws: an error may contain an address with a token. */
  async #send(row: DeliveryRow): Promise<Sent> {
    const { targets, switchOff } = this.#deps;
    try {
      // A test is also for what is switched off.
      const isThere =
        row.about === "test"
          ? await targets.isOwned(row)
          : !switchOff.has(row.target) && (await targets.isOn(row));
      if (!isThere) return { is: "refused", details: "Not sent: it was unlinked or switched off." };
    } catch {
      return { is: "later", waitMs: null, details: "Our database was unavailable." };
    }
    try {
      return await withTimeout(attemptMs, this.#deliver(row));
    } catch {
      console.warn(JSON.stringify({ event: "delivery-interrupted", id: row.id, kind: row.kind }));
      return { is: "unsure" };
    }
  }

  #deliver(row: DeliveryRow): Promise<Sent> {
    const { log, owner, senders } = this.#deps;
    const { id, kind, target, about, text, isUnsure, edits: remote } = row;
    const event = (log.eventOf(row) ?? null) as OwnEvent | null;
    const to = { owner: owner(), target };
    if (kind === "webhook") return senders().callWebhook({ ...to, event, id });
    if (kind === "post") {
      const given = about === "test" && text !== "" ? text : null;
      return senders().sendPost({ ...to, event, text: given, remote, isUnsure });
    }
    const listen = log.eventOf(row) as HeardTrack;
    return senders().sendListen({ userId: userOf(to.owner) ?? "", party: target as ListenParty, listen });
  }

  #settle(id: string, outcome: Sent, begunAt: number): void {
    const { log, switchOff } = this.#deps;
    const row = log.find(id);
    if (row === undefined) return;
    const now = Date.now();
    // Its target was removed meanwhile.
    if (outcome.is !== "sent" && row.status !== "sending") return;
    const { text = null } = outcome;
    const { remote, url } = outcome.is === "sent" ? outcome : { remote: null, url: null };
    log.noteSent(id, { remote, url, text });
    const { isUnsure: wasUnsure, edits } = row;
    const verdict = decideNext({
      ...row,
      wasUnsure,
      isEdit: edits !== null,
      outcome,
      now,
      random: Math.random(),
    });
    log.settle(id, verdict, now);
    if (outcome.is === "later" && outcome.waitMs !== null) log.hold(row.target, now + outcome.waitMs);
    if (outcome.is === "dead") void switchOff.begin(row, outcome.details, begunAt);
    else if (hasKeptFailing({ ...row, status: verdict.status }, log.lastSentAt(row.target)))
      void switchOff.begin(row, "None of its calls was taken for a day.", begunAt);
  }
}
