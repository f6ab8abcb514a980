import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { getSecondFactor } from "#app/domains/people/accounts/security/second-factor.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import type { Route } from "./+types/route";
import { DeleteSection } from "./delete-section.tsx";
import { DownloadSection } from "./download-section.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { isOn } = await forPage(request, getSecondFactor(ctx));
  return { username: requireViewer(ctx).username, hasSecondFactor: isOn };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Your Data · Cue" }];
}

export default function DataSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsPage title="Your Data" intro="Download or delete your data.">
      <DownloadSection />
      <DeleteSection {...loaderData} />
    </SettingsPage>
  );
}
