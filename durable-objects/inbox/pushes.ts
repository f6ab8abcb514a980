import type { NewNotice } from "#app/domains/people/notifications/contract.ts";
import { kindRules } from "#app/domains/people/notifications/kinds.ts";
import { summarize, toPushPayload, topicOf } from "#app/domains/people/notifications/push-message.ts";
import {
  deleteGoneSubscriptions,
  findRecipient,
  type Recipient,
} from "#app/domains/people/notifications/queries/notifications.ts";
import { decideChannels } from "#app/domains/people/notifications/rules.ts";
import { openDb } from "#db/client.ts";
import type { ReachablePushServices } from "../push-services.ts";
import type { Conversations } from "./conversations.ts";
import type { InboxCore } from "./core.ts";
import type { Deliveries, Waiting } from "./deliveries.ts";
import type { Notices } from "./notices.ts";
import { type Device, type Pushed, sendPush } from "./push.ts";
import { situationOf } from "./situation.ts";

const retryBaseMs = 5_000;
const retryMaxMs = 10 * 60_000;
/** More than this at the same time, as at the end of quiet hours, are sent as one summary. */
const maxAtOnce = 3;

interface PushesDeps {
  deliveries: Deliveries;
  notices: Notices;
  conversations: Conversations;
  services: ReachablePushServices;
}

/** Pushes notices to the user's browsers: each once, with retries where a push service is unavailable. */
export class Pushes {
  readonly #core: InboxCore;
  readonly #deps: PushesDeps;
  readonly #deliveries: Deliveries;

  constructor(core: InboxCore, deps: PushesDeps) {
    this.#core = core;
    this.#deps = deps;
    this.#deliveries = deps.deliveries;
  }

  async run(): Promise<void> {
    const { env, ownerId } = this.#core;
    const db = openDb(env.DB);
    const recipient = await findRecipient(db, ownerId, Date.now());
    const devices = new Map(recipient?.subscriptions.map((device) => [device.id, device]));
    // The targets are stored before the first push is sent: after an interruption none is sent twice.
    this.#core.transaction(() => this.#spread(recipient, Date.now()));
    const gone = new Set<string>();
    for (;;) {
      const next = this.#deliveries.nextPush(Date.now());
      if (next === undefined) break;
      const device = devices.get(next.device);
      // The device has been logged out, suspended, or taken over by another user meanwhile: not this user's to remove.
      const pushed = device === undefined ? "ended" : await this.#send(device, next);
      if (pushed === "gone" || pushed === "ended") {
        if (pushed === "gone") gone.add(next.device);
        this.#deliveries.goneDevice(next.device);
      } else if (pushed === "sent" || pushed === "refused") {
        if (pushed === "refused") this.#logRefusal(next.device);
        this.#deliveries.donePush(next.id, next.device);
      } else this.#again(next, pushed.retryAfterMs);
    }
    await deleteGoneSubscriptions(db, ownerId, [...gone]);
    await this.#deliveries.tidy();
  }

  /** Pushes one notice to every device now, and returns the responses of the push services, by device. */
  async test(notice: NewNotice): Promise<Pushed[]> {
    const { env, ownerId } = this.#core;
    const db = openDb(env.DB);
    const devices = (await findRecipient(db, ownerId, Date.now()))?.subscriptions ?? [];
    const answers = await Promise.all(devices.map((device) => this.#send(device, { notice, seq: null })));
    const gone = devices.filter((_, index) => answers[index] === "gone");
    await deleteGoneSubscriptions(
      db,
      ownerId,
      gone.map(({ id }) => id),
    );
    return answers;
  }

  /**
   * Checks the settings once more: a notice that is now in quiet hours keeps waiting, one that was turned off is
   * cancelled.
   */
  #spread(recipient: Recipient | undefined, now: number): void {
    const going: Waiting[] = [];
    for (const waiting of this.#deliveries.pushable(now)) {
      const situation = situationOf(waiting.notice.kind, recipient, this.#core, now);
      const { pushAt } = decideChannels({ ...situation, hasOpenPage: false });
      if (pushAt === null || pushAt > now) this.#deliveries.postponePush(waiting.id, pushAt);
      else going.push(waiting);
    }
    const devices = recipient?.subscriptions.map(({ id }) => id) ?? [];
    const groups = new Set(going.map(({ notice }) => notice.group ?? notice.key));
    for (const waiting of groups.size > maxAtOnce ? [this.#asOne(going)] : going)
      this.#deliveries.pushTo(waiting, devices, now);
  }

  /** Only a summary of these is pushed. Each of them is still emailed separately. */
  #asOne(going: readonly Waiting[]): Waiting {
    for (const { id } of going) this.#deliveries.postponePush(id, null);
    const seqs = going.flatMap(({ seq }) => seq ?? []);
    const seq = seqs.length === 0 ? null : Math.max(...seqs);
    return this.#deliveries.add(summarize(going.map(({ notice }) => notice)), seq);
  }

  async #send(device: Device, { notice, seq }: Pick<Waiting, "notice" | "seq">): Promise<Pushed> {
    const { notices, conversations, services } = this.#deps;
    const unread = notices.unread() + conversations.unreadIds().length;
    const payload = toPushPayload(notice, { seq, readUpTo: notices.readUpTo(), unread });
    const { ttlSeconds, urgency } = kindRules[notice.kind].push;
    return sendPush({ env: this.#core.env, services }, device, payload, {
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
    console.warn(JSON.stringify({ event: "push-refused", user: this.#core.ownerId, device }));
  }
}
