import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { PasswordPage } from "./password-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { username } = await forPage(request, (async () => requireViewer(context.get(appContext)))());
  return { username };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Change Password · Cue" }];
}

export default function PasswordRoute({ loaderData }: Route.ComponentProps) {
  return <PasswordPage username={loaderData.username} />;
}
