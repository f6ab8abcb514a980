import { getToggles } from "#app/domains/people/accounts/toggles.server.ts";
import { getNotificationSettings } from "#app/domains/people/notifications/settings.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { NotificationPage } from "./notification-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const [toggles, settings] = await forPage(
    request,
    Promise.all([getToggles(ctx), getNotificationSettings(ctx)]),
  );
  return { toggles, settings };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Notification Settings · Cue" }];
}

export default function NotificationRoute({ loaderData }: Route.ComponentProps) {
  return <NotificationPage saved={loaderData.toggles} settings={loaderData.settings} />;
}
