import type { NewNotice } from "#app/domains/notifications/contract.ts";
import { kindRules } from "#app/domains/notifications/kinds.ts";
import { summarize, toPushPayload, topicOf } from "#app/domains/notifications/push-message.ts";
import { decideChannels } from "#app/domains/notifications/rules.ts";
import { openDb } from "#db/client.ts";
import { deleteGoneSubscriptions, findRecipient, type Recipient } from "#db/queries/notifications.ts";
import type { ReachablePushServices } from "../push-services.ts";
import type { Deliveries, Waiting } from "./deliveries.ts";
import { type Device, type Pushed, sendPush } from "./push.ts";
import { situationOf } from "./situation.ts";

const retryBaseMs = 5_000;
const retryMaxMs = 10 * 60_000;
/** More than this at once, as at the end of a quiet night, is told as one. */
const maxAtOnce = 3;

export interface PushHost {
  env: Env;
  pushServices: () => ReachablePushServices;
  owner: () => string;
  hasOpenPage: () => boolean;
  /** How far the list of notices has been read, and how many notices and conversations have not. */
  standing(): { readUpTo: number; unread: number };
  transaction: (work: () => void) => void;
}

/** Brings notices to the browsers that take them: each once, again where a push service is away, none where it is gone. */
export class Pushes {
  readonly #host: PushHost;
  readonly #deliveries: Deliveries;

  constructor(host: PushHost, deliveries: Deliveries) {
    this.#host = host;
    this.#deliveries = deliveries;
  }

  async run(): Promise<void> {
    const { env, owner, transaction } = this.#host;
    const db = openDb(env.DB);
    const recipient = await findRecipient(db, owner(), Date.now());
    const devices = new Map(recipient?.subscriptions.map((device) => [device.id, device]));
    // What is to go where is stored before the first of it goes: none goes twice where this is cut off.
    transaction(() => this.#spread(recipient, Date.now()));
    const gone = new Set<string>();
    for (;;) {
      const next = this.#deliveries.nextPush(Date.now());
      if (next === undefined) break;
      const device = devices.get(next.device);
      // Logged out there meanwhile, suspended, or someone else's by now: not this user's to remove.
      const pushed = device === undefined ? "ended" : await this.#send(device, next);
      if (pushed === "gone" || pushed === "ended") {
        if (pushed === "gone") gone.add(next.device);
        this.#deliveries.goneDevice(next.device);
      } else if (pushed === "sent" || pushed === "refused") {
        if (pushed === "refused") this.#logRefusal(next.device);
        this.#deliveries.donePush(next.id, next.device);
      } else this.#again(next, pushed.retryAfterMs);
    }
    await deleteGoneSubscriptions(db, owner(), [...gone]);
    await this.#deliveries.tidy();
  }

  /** One to every device at once, whatever is waiting: the answers of the push services, by device. */
  async test(notice: NewNotice): Promise<Pushed[]> {
    const { env, owner } = this.#host;
    const db = openDb(env.DB);
    const devices = (await findRecipient(db, owner(), Date.now()))?.subscriptions ?? [];
    const answers = await Promise.all(devices.map((device) => this.#send(device, { notice, seq: null })));
    const gone = devices.filter((_, index) => answers[index] === "gone");
    await deleteGoneSubscriptions(
      db,
      owner(),
      gone.map(({ id }) => id),
    );
    return answers;
  }

  /** The settings decide once more: what has become quiet waits on, what was turned off goes. */
  #spread(recipient: Recipient | undefined, now: number): void {
    const going: Waiting[] = [];
    for (const waiting of this.#deliveries.pushable(now)) {
      const situation = situationOf(waiting.notice.kind, recipient, this.#host, now);
      const { pushAt } = decideChannels({ ...situation, hasOpenPage: false });
      if (pushAt === null || pushAt > now) this.#deliveries.postponePush(waiting.id, pushAt);
      else going.push(waiting);
    }
    const devices = recipient?.subscriptions.map(({ id }) => id) ?? [];
    const groups = new Set(going.map(({ notice }) => notice.group ?? notice.key));
    for (const waiting of groups.size > maxAtOnce ? [this.#asOne(going)] : going)
      this.#deliveries.pushTo(waiting, devices, now);
  }

  /** Of these only a summary rings. Each of them is still mailed in its own words. */
  #asOne(going: readonly Waiting[]): Waiting {
    for (const { id } of going) this.#deliveries.postponePush(id, null);
    const seqs = going.flatMap(({ seq }) => seq ?? []);
    const seq = seqs.length === 0 ? null : Math.max(...seqs);
    return this.#deliveries.add(summarize(going.map(({ notice }) => notice)), seq);
  }

  async #send(device: Device, { notice, seq }: Pick<Waiting, "notice" | "seq">): Promise<Pushed> {
    const payload = toPushPayload(notice, { seq, ...this.#host.standing() });
    const { ttlSeconds, urgency } = kindRules[notice.kind].push;
    const host = { env: this.#host.env, services: this.#host.pushServices() };
    return sendPush(host, device, payload, {
      ttlSeconds,
      urgency,
      topic: await topicOf(payload.tag),
    });
  }

  #again(
    { id, device, attempts, until }: { id: number; device: string; attempts: number; until: number },
    retryAfterMs: number | null,
  ): void {
    const at = Date.now() + (retryAfterMs ?? Math.min(retryMaxMs, retryBaseMs * 2 ** attempts));
    if (at > until) this.#deliveries.donePush(id, device);
    else this.#deliveries.retryPush(id, device, at);
  }

  #logRefusal(device: string): void {
    console.warn(JSON.stringify({ event: "push-refused", user: this.#host.owner(), device }));
  }
}
