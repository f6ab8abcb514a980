import type { AppContext } from "#app/context.ts";
import type { WebhookRow } from "#db/queries/webhooks.ts";
import type { OwnerPath } from "../deliveries/port.ts";
import { tokenPurpose } from "../integrations/token-purpose.ts";
import { WebhookSecrets } from "./signature.ts";

type Owned = Pick<WebhookRow, "userId" | "stageId">;

export const ownerPathOf = ({ userId, stageId }: Owned): OwnerPath =>
  stageId === null ? `user/${userId}` : `stage/${stageId}`;

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
