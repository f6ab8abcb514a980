import { requirePerformer } from "#app/domains/people/accounts/guards.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { ReplaysPage } from "./replays-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  await forPage(
    request,
    (async () => {
      requirePerformer(ctx);
    })(),
  );
  return null;
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Your Replays · Cue" }];
}

export default function ReplaySettings() {
  return <ReplaysPage />;
}
