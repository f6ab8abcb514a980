import { openGenre } from "#app/domains/air/stages/find.server.ts";
import { genrePath } from "#app/domains/air/stages/genres.ts";
import { appContext } from "#app/router-context.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { countOf } from "#app/ui/number.ts";
import { forPage } from "../for-page.server.ts";
import { StageRow } from "../home/stage-row.tsx";
import { shareCard } from "../share-card.ts";
import { ShareButton } from "../stage/share-button.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { ...(await forPage(request, openGenre(app, params))), origin: app.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [{ title: "Genre · Cue" }];
  const { genre, stages, origin } = loaderData;
  return shareCard({
    origin,
    path: genrePath(genre),
    title: genre.name,
    description: `Live ${genre.name} on ${countOf(stages.length, "stage", "stages")}.`,
    type: "website",
    image: null,
  });
}

/** The stages of a genre, as Home lists them. */
export default function GenreRoute({ loaderData: { genre, stages, origin } }: Route.ComponentProps) {
  return (
    <main key={genre.key} id="main" className="mx-auto w-full max-w-6xl pb-12">
      <div className="flex items-center gap-1 px-2 py-1.5 sm:px-6">
        <BackButton />
        <span className="grow" />
        <ShareButton name={genre.name} url={`${origin}${genrePath(genre)}`} />
      </div>
      <div className="@container px-4 sm:px-8">
        <h1 className="display text-28 wrap-anywhere sm:text-44" dir="auto">
          {genre.name}
        </h1>
        <h2 className="mt-1 mb-4 text-16 text-ink-2">{countOf(stages.length, "stage", "stages")}</h2>
        <ul>
          {stages.map((stage) => (
            <StageRow key={stage.id} stage={stage} />
          ))}
        </ul>
      </div>
    </main>
  );
}
