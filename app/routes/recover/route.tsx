import { openRecovery } from "#app/domains/people/accounts/recovery.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { tokenIn } from "../landing/plain-page.tsx";
import type { Route } from "./+types/route";
import { RecoverPage } from "./recover-page.tsx";

/** The target of the recovery email's link. Opening it does not use it up: email scanners open links too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = tokenIn(request.url) ?? "";
  return { token, account: await forPage(request, openRecovery(context.get(appContext), { token })) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Choose a New Password · Cue" }, { name: "robots", content: "noindex" }];
}

export default function RecoverRoute({ loaderData }: Route.ComponentProps) {
  return <RecoverPage {...loaderData} />;
}
