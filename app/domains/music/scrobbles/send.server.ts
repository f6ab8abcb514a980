import type { AppContext } from "#app/context.ts";
import type { Outcome } from "#app/domains/people/deliveries/outcome.ts";
import type { HeardTrack } from "#app/domains/people/deliveries/port.ts";
import type { Connection } from "#app/domains/people/integrations/elsewhere.ts";
import { connectLastFm } from "#app/domains/people/integrations/lastfm/client.ts";
import type { ListenClient } from "#app/domains/people/integrations/listen-client.ts";
import { connectListenBrainz } from "#app/domains/people/integrations/listenbrainz/client.ts";
import {
  findLinkedAccount,
  markTokenRefused,
} from "#app/domains/people/integrations/queries/linked-accounts.ts";
import { tokenPurpose } from "#app/domains/people/integrations/token-purpose.ts";
import type { ListenParty } from "./contract.ts";

const clients: Record<ListenParty, (service: Connection, token: string) => ListenClient> = {
  listenbrainz: connectListenBrainz,
  lastfm: connectLastFm,
};

/**
 * Sends what a person heard to a service on which they keep their listens. A token that it refuses is not used again
 * until they link their account again.
 */
export async function sendListen(
  { db, vault, connect, clock, log }: Pick<AppContext, "db" | "vault" | "connect" | "clock" | "log">,
  { userId, party, listen }: { userId: string; party: ListenParty; listen: HeardTrack },
): Promise<Outcome> {
  const [service, account] = [connect(party), await findLinkedAccount(db, userId, party)];
  if (service === null) return { is: "refused", details: "This service is switched off here." };
  if (account === undefined) return { is: "refused", details: "No account is linked." };
  if (account.pausedAt !== null) return { is: "refused", details: "You have paused this." };
  if (account.refusedAt !== null) return { is: "dead", details: "Link your account again." };
  const token = await vault.open(account.token, tokenPurpose(party, userId)).catch(() => null);
  const outcome: Outcome =
    token === null
      ? { is: "dead", details: "Link your account again." }
      : await clients[party](service, token).send(listen);
  if (outcome.is === "dead") {
    log.warn("listens-refused", { party, userId });
    await markTokenRefused(db, { userId, party, token: account.token }, clock.now());
  }
  return outcome;
}
