import { readMailLine as readOutbox } from "#app/domains/outside/status/queries/status.ts";
import type { MailLine } from "#app/domains/outside/status/rules.ts";
import { listUnsentMails } from "#app/domains/people/notifications/queries/mails.ts";
import { openDb } from "#db/client.ts";
import { canSendEmail, carryMail, mailBinding } from "#durable-objects/carry-mail.ts";

const batch = 20;
const maxAttempts = 8;

/** Sends the emails of the outbox. Runs after each new email, and every hour for those that failed. */
export async function sendMails(env: Env): Promise<void> {
  if (mailBinding(env) === undefined) return;
  for (const mail of await listUnsentMails(openDb(env.DB), batch, maxAttempts)) await carryMail(env, mail);
}

/** Whether emails are being sent. A local copy only keeps them in the outbox, so none waits there. */
export async function readMailLine(env: Env): Promise<MailLine> {
  if (mailBinding(env) === undefined)
    return { isCarried: canSendEmail(env), oldestWaitingAt: null, lastSentAt: null };
  return { isCarried: true, ...(await readOutbox(openDb(env.DB), maxAttempts)) };
}
