import { openFavorites } from "#app/domains/music/tracks/favorites.server.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { FavoritesPage } from "./favorites-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const first = await forPage(request, openFavorites(app, {}));
  return { viewerId: requireViewer(app).id, first };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Favorites · Cue" }];
}

export default function FavoritesRoute({ loaderData }: Route.ComponentProps) {
  return <FavoritesPage {...loaderData} />;
}
