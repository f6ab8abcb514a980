import type { MailLine } from "#app/domains/status/rules.ts";
import { openDb } from "#db/client.ts";
import { claimMail, listUnsentMails, markMailSent } from "#db/queries/mails.ts";
import { readMailLine as readOutbox } from "#db/queries/status.ts";
import { createLog } from "../log.ts";
import { isLocal } from "../session.ts";

const batch = 20;
const maxAttempts = 8;

/**
 * Sends what waits in the outbox. Runs after each new mail and again every hour for those that failed. Without the
 * binding (locally) the outbox itself is where mail is read, at /dev/outbox.
 */
export async function sendMails(env: Env): Promise<void> {
  const binding = env.MAIL;
  if (binding === undefined) return;
  const db = openDb(env.DB);
  const log = createLog({ job: "send-mails" });
  for (const mail of await listUnsentMails(db, batch, maxAttempts)) {
    if (!(await claimMail(db, mail))) continue;
    try {
      await binding.send({
        from: {
          name: "Cue Music",
          email: env.CUE_MAIL_FROM ?? `noreply@${new URL(env.CUE_ORIGIN).hostname}`,
        },
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      });
      await markMailSent(db, mail.id, Date.now());
    } catch (error) {
      log.warn("mail-failed", { mail: mail.id, attempt: mail.attempts + 1, reason: String(error) });
    }
  }
}

/** Whether mail gets away. Locally the outbox is where mail is to arrive, so that none waits. */
export async function readMailLine(env: Env): Promise<MailLine> {
  if (env.MAIL === undefined) return { isCarried: isLocal(env), oldestWaitingAt: null, lastSentAt: null };
  return { isCarried: true, ...(await readOutbox(openDb(env.DB), maxAttempts)) };
}
