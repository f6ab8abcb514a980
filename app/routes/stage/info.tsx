import { Link } from "react-router";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import type { StagePageView } from "#app/domains/air/stages/contract/stages.ts";
import { genrePath, genresOf } from "#app/domains/air/stages/genres.ts";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import { getBioCall } from "#app/domains/people/people/calls/relations.ts";
import type { RoomAwardView } from "#app/domains/value/awards/contract.ts";
import { abbreviate } from "#app/ui/number.ts";
import { useViewer } from "../shell/viewer.ts";
import { StageAwards } from "./stage-awards.tsx";

/** The performer, the stage's description, its awards, and its numbers. */
export function Info({
  page,
  awards,
  state,
  subscriberCount,
}: {
  page: StagePageView;
  awards: RoomAwardView[];
  state: RoomState;
  subscriberCount: number;
}) {
  const { stage } = page;
  const about = useBio(page, state);
  const figures = [
    ...(stage.instant ? [] : [{ name: "Performances", count: state.setCount ?? stage.setCount }]),
    { name: "Total plays", count: state.listenCount ?? stage.listenCount },
    { name: "Total subscribers", count: subscriberCount },
    { name: "Total favorites", count: state.favoriteCount },
    { name: "Total cheers", count: state.cheerCount },
  ];
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="max-w-[70ch] space-y-6">
        {about?.bio && (
          <section>
            <h2 className="text-16 font-semibold">
              About <bdi>{about.username}</bdi>
            </h2>
            <p className="whitespace-pre-line text-16 wrap-anywhere text-ink-2" dir="auto">
              {about.bio}
            </p>
          </section>
        )}
        <section>
          <h2 className="text-16 font-semibold">About the Stage</h2>
          <p className="whitespace-pre-line text-16 wrap-anywhere text-ink-2" dir="auto">
            {stage.description || "This stage has no description yet."}
          </p>
          <Genres line={stage.genre} />
        </section>
        <StageAwards awards={awards} />
      </div>
      <dl aria-label="Stage stats">
        {figures.map(({ name, count }) => (
          <div key={name} className="flex items-baseline justify-between border-t border-tick py-2">
            <dt className="text-14 text-ink-2">{name}</dt>
            <dd className="tabular text-20 font-semibold">{abbreviate(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Each leads to the stages of its genre. */
function Genres({ line }: { line: string }) {
  const genres = genresOf(line);
  if (genres.length === 0) return null;
  return (
    <ul aria-label="Genres" className="flex flex-wrap gap-x-4 text-14 text-ink-3">
      {genres.map((genre) => (
        <li key={genre.key}>
          <Link
            to={genrePath(genre)}
            className="inline-flex min-h-11 items-center hover:text-ink hover:underline"
            dir="auto"
          >
            {genre.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * The bio of the performer on air: the page was loaded with one, and requests the next performer's when they take over.
 */
function useBio(page: StagePageView, state: RoomState): { username: string; bio: string } | null {
  const viewer = useViewer();
  const performerId = state.currentDj?.id ?? null;
  const isLoaded = page.about?.id === performerId;
  const { data } = useSWR(
    viewer && performerId !== null && !isLoaded && ([getBioCall.path, performerId] as const),
    ([, user]) => callApi(getBioCall, { user }),
    { revalidateOnFocus: false, onError: () => {} },
  );
  if (performerId === null) return null;
  return isLoaded ? page.about : (data ?? null);
}
