import { deleteExpiredCredentials } from "#app/domains/air/media/queries/media.ts";
import { expireRequests } from "#app/domains/air/sets/queries/requests.ts";
import { deleteEndedSessions } from "#app/domains/people/accounts/queries/sessions.ts";
import { accountLimits } from "#app/domains/people/accounts/rules.ts";
import { deleteOldMails } from "#app/domains/people/notifications/queries/mails.ts";
import { deleteReferralsBefore } from "#app/domains/people/people/queries/referrals.ts";
import { openDb } from "#db/client.ts";
import { mediaGateway } from "#durable-objects/stubs.ts";
import { createLog } from "../log.ts";

/** A sent email is no longer needed; one that could not be sent is kept for operators. */
const keptMs = { sentMail: 3_600_000, mail: 7 * 24 * 3_600_000 } as const;

/** Deletes what has expired: sessions, emailed links, old emails, referrals, unanswered requests, test mounts. */
export async function endExpired(env: Env): Promise<void> {
  const db = openDb(env.DB);
  const now = Date.now();
  await deleteEndedSessions(db, now);
  await deleteOldMails(db, { sent: now - keptMs.sentMail, stored: now - keptMs.mail });
  await deleteReferralsBefore(db, now - accountLimits.referralKeepMs);
  await expireRequests(db, now);
  const mounts = await deleteExpiredCredentials(db, now);
  const cuts = await Promise.allSettled(mounts.map((mount) => mediaGateway(env).revoke(mount, "ended")));
  const failed = cuts.filter((cut) => cut.status === "rejected").length;
  if (failed > 0) createLog({ job: "end-expired" }).warn("mounts-not-revoked", { failed });
}
