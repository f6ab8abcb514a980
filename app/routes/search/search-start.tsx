import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { type CountedGenre, genrePath } from "#app/domains/air/stages/genres.ts";
import { searchPath } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { wordFor } from "#app/ui/number.ts";
import { forgetSearches, readSearches } from "./recent-searches.ts";
import { StageLink } from "./result-links.tsx";

/** Stages and genres to open before anything is typed. */
export interface SearchStartData {
  stages: StageView[];
  genres: CountedGenre[];
}

/** The search page without a text: recent searches, genres and stages. */
export function SearchStart({ stages, genres, viewerId }: SearchStartData & { viewerId: string }) {
  return (
    <div className="mt-6 space-y-8">
      <InBrowser>
        <RecentSearches viewerId={viewerId} />
      </InBrowser>
      {genres.length > 0 && (
        <Part title="Genres">
          <ul className="flex flex-wrap gap-x-3">
            {genres.map((genre) => (
              <li key={genre.key} className="max-w-full">
                <Link to={genrePath(genre)} className="group flex min-h-11 items-center">
                  <span className="rounded-control bg-control px-3 py-1.5 text-16 wrap-anywhere group-hover:bg-tick/60">
                    <bdi>{genre.name}</bdi>{" "}
                    <span className="tabular text-14 text-ink-3">
                      {genre.stageCount}
                      <span className="sr-only"> {wordFor(genre.stageCount, "stage", "stages")}</span>
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {stages.length > 0 && (
        <Part title="Stages">
          <ul className="max-w-2xl border-b border-tick">
            {stages.map((stage) => (
              <li key={stage.id} className="border-t border-tick">
                <StageLink stage={stage} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function RecentSearches({ viewerId }: { viewerId: string }) {
  const [texts, setTexts] = useState(() => readSearches(viewerId));
  const clear = () => {
    forgetSearches();
    setTexts([]);
  };
  if (texts.length === 0) return null;
  return (
    <Part title="Recent Searches" end={<Button onClick={clear}>Clear</Button>}>
      <ul className="flex flex-wrap gap-x-6">
        {texts.map((text) => (
          <li key={text} className="max-w-full">
            <Link
              to={searchPath(text)}
              className="flex min-h-11 items-center text-16 text-ink-2 hover:text-ink hover:underline"
            >
              <bdi className="truncate">{text}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="display text-28">
          {title}
        </h2>
        {end}
      </div>
      {children}
    </section>
  );
}
