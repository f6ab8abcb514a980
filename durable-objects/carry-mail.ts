import {
  claimMail,
  findMail,
  markMailSent,
  type OutboxMail,
} from "#app/domains/people/notifications/queries/mails.ts";
import { openDb } from "#db/client.ts";

type MailEnv = Pick<Env, "DB" | "MAIL" | "CUE_MAIL_FROM" | "CUE_MODE" | "CUE_ORIGIN">;

/** The binding that sends email; undefined in a local copy, which keeps its email in the outbox. */
export function mailBinding(env: Pick<Env, "MAIL" | "CUE_MODE">): SendEmail | undefined {
  return isLocal(env) ? undefined : env.MAIL;
}

/** Whether email is delivered; where it is not, pages and calls do not promise any. */
export function canSendEmail(env: Pick<Env, "MAIL" | "CUE_MODE">): boolean {
  return isLocal(env) || env.MAIL !== undefined;
}

const isLocal = (env: Pick<Env, "CUE_MODE">) => (env.CUE_MODE as string) === "local";

/**
 * Sends one email of the outbox, unless it has been sent or another run has taken it. One that fails is logged and
 * stays in the outbox for the next run.
 */
export async function carryMail(env: MailEnv, mail: OutboxMail): Promise<void> {
  const { CUE_MAIL_FROM: from, CUE_ORIGIN: origin } = env;
  const binding = mailBinding(env);
  if (binding === undefined) return;
  const db = openDb(env.DB);
  if (!(await claimMail(db, mail))) return;
  const host = new URL(origin).hostname;
  try {
    await binding.send({
      from: { name: "Cue Music", email: from ?? `noreply@${host}` },
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      ...(Object.keys(mail.headers).length > 0 && { headers: mail.headers }),
    });
    await markMailSent(db, mail.id, Date.now());
  } catch (error) {
    const attempt = mail.attempts + 1;
    console.warn(JSON.stringify({ event: "mail-failed", mail: mail.id, attempt, reason: String(error) }));
  }
}

/** The same for an email that was just stored, by its id. */
export async function carryWritten(env: MailEnv, id: string): Promise<void> {
  if (mailBinding(env) === undefined) return;
  const mail = await findMail(openDb(env.DB), id);
  if (mail !== undefined) await carryMail(env, mail);
}
