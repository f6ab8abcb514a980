import { openSearchStart, search } from "#app/domains/outside/search/operations.server.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { SearchPage } from "./search-page.tsx";
import { kinds, wantedIn } from "./wanted.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const text = wantedIn(new URL(request.url).searchParams);
  return forPage(request, find(app, text));
}

/** Only for signed-in users, like the call that every further search is. */
async function find(app: Parameters<typeof search>[0], text: string) {
  const viewer = requireViewer(app);
  const [results, start] = await Promise.all([
    search(app, { search: text, kinds: [...kinds] }),
    openSearchStart(app),
  ]);
  return { viewerId: viewer.id, text, results, start };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Search · Cue" }];
}

export default function SearchRoute({ loaderData }: Route.ComponentProps) {
  return <SearchPage {...loaderData} />;
}
