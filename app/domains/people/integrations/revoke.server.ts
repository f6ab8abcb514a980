/** Deleting an account gives back the access to the accounts that it has linked. */
import type { AppContext, Clock } from "#app/context.ts";
import type { NoticeView } from "../accounts/contract/accounts.ts";
import type { DeleteAccountInput } from "../accounts/contract/settings.ts";
import { deleteAccount } from "../accounts/erase.server.ts";
import { requireViewer } from "../accounts/guards.ts";
import { blueskyService } from "./bluesky/service.ts";
import type { Connection, Party } from "./elsewhere.ts";
import { mastodonService } from "./mastodon/service.ts";
import { type LinkedSecret, listLinkedSecrets } from "./queries/linked-secrets.ts";
import { tokenPurpose } from "./token-purpose.ts";
import { twitterService } from "./twitter/service.ts";

/** `secret`: what was sealed, parsed. Throws where our access is not known to have ended. */
type Revoke = (service: Connection, secret: unknown, tools: { clock: Clock }) => Promise<unknown>;

/**
 * The services that have a call for it. Mixcloud, ListenBrainz, Last.fm, Telegram, Discord and Spotify have none: their users
 * end it there.
 */
const revokers: Partial<Record<Party, Revoke>> = {
  twitter: (service, secret, tools) => twitterService.revoke(service, secret, tools),
  bluesky: (service, secret) => blueskyService.revoke(service, secret),
  mastodon: (service, secret) => mastodonService.revoke(service, secret),
};

/** Deletes the viewer's account, as `deleteAccount` does, and then revokes what it had linked. */
export async function deleteAccountAndUnlink(
  ctx: AppContext,
  input: DeleteAccountInput,
): Promise<NoticeView> {
  const { id: userId } = requireViewer(ctx);
  // They are deleted with the account.
  const linked = await listLinkedSecrets(ctx.db, userId);
  const answer = await deleteAccount(ctx, input);
  ctx.afterAnswer("unlinking", async () => {
    await Promise.all(linked.map((account) => revoke(ctx, userId, account)));
  });
  return answer;
}

async function revoke(ctx: AppContext, owner: string, account: LinkedSecret): Promise<void> {
  const { party } = account;
  const [service, revokeAt] = [ctx.connect(party), revokers[party]];
  if (service === null || revokeAt === undefined) return;
  try {
    const secret: unknown = JSON.parse(await ctx.vault.open(account.sealed, tokenPurpose(party, owner)));
    await revokeAt(service, secret, ctx);
  } catch (error) {
    // The name alone: a message may contain what was opened.
    ctx.log.warn("account-not-revoked", { party, reason: error instanceof Error ? error.name : "" });
  }
}
