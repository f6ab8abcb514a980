import { getToggles } from "#app/domains/accounts/toggles.server.ts";
import { getConnectedAccounts } from "#app/domains/integrations/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { MixcloudPage } from "./mixcloud-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const [toggles, accounts] = await forPage(
    request,
    Promise.all([getToggles(ctx), getConnectedAccounts(ctx)]),
  );
  return { toggles, accounts };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Mixcloud · Cue" }];
}

export default function MixcloudRoute({ loaderData }: Route.ComponentProps) {
  return <MixcloudPage saved={loaderData.toggles} accounts={loaderData.accounts} />;
}
