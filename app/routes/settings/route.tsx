import { Outlet } from "react-router";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { SettingsMenu } from "./settings-menu.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const viewer = await forPage(request, (async () => requireViewer(ctx))());
  return {
    isPerformer: viewer.isPerformer && viewer.hasPassedTest,
    hasWebhooks: ctx.connect("webhooks") !== null,
    version: ctx.config.version,
  };
}

/** The menu is shown beside every settings page; on narrow screens it is a page of its own. */
export default function Settings({ loaderData }: Route.ComponentProps) {
  return (
    <div className="flex grow">
      <SettingsMenu {...loaderData} />
      <Outlet />
    </div>
  );
}
