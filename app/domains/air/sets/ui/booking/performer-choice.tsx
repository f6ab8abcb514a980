import { callApi, showFailure } from "#app/api-client.ts";
import { searchPerformersCall } from "#app/domains/people/people/calls/relations.ts";
import { PersonCard } from "#app/domains/people/people/contract/relations.ts";
import { Picture } from "#app/ui/picture.tsx";
import { SearchList } from "#app/ui/search-list.tsx";

const find = (search: string) => callApi(searchPerformersCall, { search });

/** Searches performers who can be booked, and passes on the chosen one. */
export function PerformerSearch({
  hiddenIds,
  onChoose,
}: {
  hiddenIds?: ReadonlySet<string>;
  onChoose: (performer: PersonCard) => void;
}) {
  return (
    <SearchList
      label="Search performers"
      hint="Search by username"
      words={{ one: "performer", other: "performers" }}
      find={find}
      hiddenIds={hiddenIds}
      onError={showFailure}
      onChoose={onChoose}
    >
      {(performer) => <PerformerFacts performer={performer} />}
    </SearchList>
  );
}

export function PerformerFacts({ performer }: { performer: PersonCard }) {
  return (
    <>
      <Picture src={performer.profile} name={performer.username} className="size-14" />
      <span className="min-w-0 grow">
        <span className="display block truncate text-20" dir="auto">
          {performer.username}
        </span>
        <span className="block truncate text-14 text-ink-3">
          {performer.title ?? (performer.performerType === "musician" ? "Musician" : "DJ")}
        </span>
      </span>
    </>
  );
}
