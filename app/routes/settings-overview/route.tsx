import { listDevices } from "#app/domains/people/accounts/security/devices.server.ts";
import { getSecondFactor } from "#app/domains/people/accounts/security/second-factor.server.ts";
import { getToggles } from "#app/domains/people/accounts/toggles.server.ts";
import { getConnectedAccounts } from "#app/domains/people/integrations/operations.server.ts";
import { listBlocked } from "#app/domains/people/people/lists.server.ts";
import { openMyProfile } from "#app/domains/people/people/my-profile.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { OverviewPage } from "./overview-page.tsx";
import { readingsOf } from "./readings.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const [profile, toggles, accounts, secondFactor, devices, blocked] = await forPage(
    request,
    Promise.all([
      openMyProfile(ctx),
      getToggles(ctx),
      getConnectedAccounts(ctx),
      getSecondFactor(ctx),
      listDevices(ctx),
      listBlocked(ctx),
    ]),
  );
  return {
    username: profile.username,
    title: profile.title,
    photo: profile.profile,
    isPerformer: profile.dj,
    hasWebhooks: ctx.connect("webhooks") !== null,
    version: ctx.config.version,
    readings: readingsOf({
      profile,
      toggles,
      accounts,
      hasSecondFactor: secondFactor.isOn,
      deviceCount: devices.length,
      blockedCount: blocked.length,
      canSendEmail: ctx.config.canSendEmail,
    }),
  };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Settings · Cue" }];
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...loaderData} />;
}
