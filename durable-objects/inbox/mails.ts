import { replaceUtcTimes } from "#app/domains/base/time/utc-time.ts";
import { postTime } from "#app/domains/outside/posts/build.ts";
import { createVault } from "#app/domains/people/accounts/security/vault.ts";
import type { NewNotice } from "#app/domains/people/notifications/contract.ts";
import { kindRules } from "#app/domains/people/notifications/kinds.ts";
import { noticeMail, noticesMailId, togglesOf } from "#app/domains/people/notifications/mails.ts";
import { writeMail } from "#app/domains/people/notifications/queries/mails.ts";
import { findRecipient, type Recipient } from "#app/domains/people/notifications/queries/notifications.ts";
import { decideChannels, mailGapMs } from "#app/domains/people/notifications/rules.ts";
import { type Endable, sealUnsubscribe } from "#app/domains/people/notifications/unsubscribe-token.ts";
import { openDb } from "#db/client.ts";
import { carryWritten } from "../carry-mail.ts";
import type { InboxCore } from "./core.ts";
import type { Deliveries, Waiting } from "./deliveries.ts";
import { situationOf } from "./situation.ts";

/** Time after which an email about a broadcast that started is no longer useful. */
const liveMailMs = 15 * 60_000;

/**
 * Emails unread notices: together after a while, and immediately for what is live. Each email is written once, by its
 * id.
 */
export class Mails {
  readonly #core: InboxCore;
  readonly #deliveries: Deliveries;

  constructor(core: InboxCore, deliveries: Deliveries) {
    this.#core = core;
    this.#deliveries = deliveries;
  }

  async run(): Promise<void> {
    const { env, ownerId, outbox } = this.#core;
    const recipient = await findRecipient(openDb(env.DB), ownerId, Date.now());
    const written: string[] = [];
    for (const mail of this.#next(recipient, Date.now())) {
      const id = await this.#write(recipient, mail);
      if (id !== null) written.push(id);
    }
    await this.#deliveries.tidy();
    if (written.length === 0) return;
    await outbox.drain(env.DB);
    for (const id of written) await carryWritten(env, id);
  }

  /** The emails to write now, one for each entry. Entries that are no longer wanted are finished. */
  #next(recipient: Recipient | undefined, now: number): Waiting[][] {
    const mails: Waiting[][] = [];
    const unread: (Waiting & { mailAt: number })[] = [];
    let quietUntil = 0;
    for (const waiting of this.#deliveries.mailable()) {
      const { kind, at } = waiting.notice;
      const situation = situationOf(kind, recipient, this.#core, now);
      const { mailAt } = decideChannels(situation);
      quietUntil = situation.quietUntil ?? 0;
      const isLive = kindRules[kind].mail === "at-once";
      if (mailAt === null || (isLive && at + liveMailMs < now)) this.#deliveries.doneMail([waiting.id]);
      else if (isLive) mails.push([waiting]);
      else unread.push(waiting);
    }
    const earliest = Math.max(
      Math.min(...unread.map(({ mailAt }) => mailAt)),
      this.#deliveries.mailedAt + mailGapMs,
      quietUntil,
    );
    if (unread.length > 0 && earliest <= now) mails.push(unread);
    else if (unread.length > 0) this.#deliveries.postponeMail(earliest);
    return mails;
  }

  async #write(recipient: Recipient | undefined, waiting: readonly Waiting[]): Promise<string | null> {
    const { env, ownerId, outbox } = this.#core;
    const [last] = waiting.slice(-1);
    if (recipient === undefined || last === undefined) return null;
    const notices = waiting.map(({ notice }) => notice);
    const tokens = await this.#tokens(notices);
    const id = noticesMailId(ownerId, last.id, notices);
    const now = Date.now();
    const mail = noticeMail(recipient, inTheirZone(recipient, notices), {
      origin: env.CUE_ORIGIN.replace(/\/+$/, ""),
      tokens,
    });
    // Read or deleted while the links were sealed: the rest is decided again.
    if (!this.#deliveries.isMailable(waiting.map(({ id: each }) => each))) return null;
    void outbox.enqueue(`mail:${id}`, writeMail(openDb(env.DB), { id, at: now, ...mail }));
    this.#deliveries.doneMail(waiting.map(({ id: each }) => each));
    if (kindRules[last.notice.kind].mail === "grouped") this.#deliveries.mailedAt = now;
    return id;
  }

  async #tokens(notices: readonly NewNotice[]): Promise<Map<Endable, string>> {
    const { env, ownerId } = this.#core;
    const vault = createVault(env.CUE_SECRET);
    const tokens = new Map<Endable, string>();
    for (const toggle of togglesOf(notices))
      tokens.set(toggle, await sealUnsubscribe(vault, ownerId, toggle));
    return tokens;
  }
}

/** The zone of a person is known where they have quiet hours. */
function inTheirZone({ quietHours }: Recipient, notices: readonly NewNotice[]): NewNotice[] {
  if (quietHours === null) return [...notices];
  const words = (at: number) => postTime(at, quietHours.timeZone);
  return notices.map((notice) => ({ ...notice, message: replaceUtcTimes(notice.message, words) }));
}
