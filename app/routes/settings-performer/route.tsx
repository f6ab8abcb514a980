import { requirePerformer } from "#app/domains/people/accounts/guards.ts";
import { getConnectedAccounts } from "#app/domains/people/integrations/operations.server.ts";
import { getPerformerProfile } from "#app/domains/people/people/my-profile.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { PerformerPage } from "./performer-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const open = async () => {
    requirePerformer(ctx);
    return Promise.all([getPerformerProfile(ctx), getConnectedAccounts(ctx)]);
  };
  const [profile, accounts] = await forPage(request, open());
  return { profile, accounts };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Performer Profile · Cue" }];
}

export default function PerformerSettings({ loaderData }: Route.ComponentProps) {
  return <PerformerPage loaded={loaderData.profile} accounts={loaderData.accounts} />;
}
