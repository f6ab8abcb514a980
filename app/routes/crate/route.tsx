import { listCrate } from "#app/domains/music/recognition/crate/keep.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { CratePage } from "./crate-page.tsx";

/** Tracks on the first paint; a longer crate is loaded afterwards. */
const first = 100;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { tracks, ...about } = await forPage(request, listCrate(ctx));
  return {
    user: ctx.viewer?.id ?? "",
    crate: { tracks: tracks.slice(0, first), ...about },
    total: tracks.length,
  };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Your Crate · Cue" }];
}

export default function CrateRoute({ loaderData: { user, crate, total } }: Route.ComponentProps) {
  return <CratePage user={user} loaded={crate} total={total} />;
}
