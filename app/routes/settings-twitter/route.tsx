import { getToggles } from "#app/domains/accounts/toggles.server.ts";
import { getConnectedAccounts } from "#app/domains/integrations/operations.server.ts";
import { requireParty } from "#app/domains/integrations/require-party.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { TwitterPage } from "./twitter-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const [toggles, accounts] = await forPage(
    request,
    (async () => {
      requireParty(ctx, "twitter");
      return Promise.all([getToggles(ctx), getConnectedAccounts(ctx)]);
    })(),
  );
  return { toggles, accounts };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Twitter · Cue" }];
}

export default function TwitterRoute({ loaderData }: Route.ComponentProps) {
  return <TwitterPage saved={loaderData.toggles} accounts={loaderData.accounts} />;
}
