import type { AppContext } from "#app/context.ts";
import { tokenPurpose } from "#app/domains/people/integrations/token-purpose.ts";
import type { WebhookRow } from "./queries/webhooks.ts";
import { WebhookSecrets } from "./signature.ts";

type Owned = Pick<WebhookRow, "userId" | "stageId">;

const purposeOf = ({ userId, stageId }: Owned): string =>
  tokenPurpose("webhook", stageId === null ? `${userId}` : `stage/${stageId}`);

export const sealSecrets = (
  { vault }: Pick<AppContext, "vault">,
  owner: Owned,
  secrets: WebhookSecrets,
): Promise<string> => vault.seal(JSON.stringify(secrets), purposeOf(owner));

/** Throws where they were not sealed for this owner. */
export async function openSecrets(
  { vault }: Pick<AppContext, "vault">,
  row: Owned & Pick<WebhookRow, "secret">,
): Promise<WebhookSecrets> {
  return WebhookSecrets.parse(JSON.parse(await vault.open(row.secret, purposeOf(row))));
}
