import { listUploads } from "#app/domains/outside/uploads/own.server.ts";
import { getToggles } from "#app/domains/people/accounts/toggles.server.ts";
import { getConnectedAccounts } from "#app/domains/people/integrations/operations.server.ts";
import { requireParty } from "#app/domains/people/integrations/require-party.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { MixcloudPage } from "./mixcloud-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const [toggles, accounts, uploads] = await forPage(
    request,
    (async () => {
      requireParty(ctx, "mixcloud");
      return Promise.all([getToggles(ctx), getConnectedAccounts(ctx), listUploads(ctx)]);
    })(),
  );
  return { toggles, accounts, uploads };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Mixcloud · Cue" }];
}

export default function MixcloudRoute({ loaderData }: Route.ComponentProps) {
  const { toggles, accounts, uploads } = loaderData;
  return <MixcloudPage saved={toggles} accounts={accounts} uploads={uploads} />;
}
