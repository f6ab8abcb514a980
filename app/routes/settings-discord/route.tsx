import { useRevalidator } from "react-router";
import { listTargets } from "#app/domains/outside/posts/targets.server.ts";
import { Channels } from "#app/domains/outside/posts/ui/channels.tsx";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { requireOn } from "../require-on.server.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  requireOn(ctx, "discord");
  return { targets: await forPage(request, listTargets(ctx, {})) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Discord · Cue" }];
}

export default function DiscordRoute({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <SettingsPage title="Discord" back={{ to: "/settings/social", name: "Social" }}>
      <Channels party="discord" targets={loaderData.targets} onChange={revalidate} />
    </SettingsPage>
  );
}
