import { showFailure } from "#app/api-client.ts";
import { Picture } from "#app/ui/picture.tsx";
import { SearchList } from "#app/ui/search-list.tsx";
import type { PersonCard } from "../contract/relations.ts";
import { findPeople } from "./find-people.ts";

/** Finds people by name, except those to hide, and passes on the chosen person. */
export function PeopleSearch({
  hiddenIds,
  action,
  onChoose,
}: {
  hiddenIds: ReadonlySet<string>;
  /** The label for choosing someone, as "Add". */
  action: string;
  onChoose: (person: PersonCard) => void;
}) {
  return (
    <SearchList
      label="Search users"
      words={{ one: "user", other: "users" }}
      find={findPeople}
      hiddenIds={hiddenIds}
      onError={showFailure}
      onChoose={onChoose}
    >
      {(person) => (
        <>
          <Picture src={person.profile} name={person.username} className="size-11" />
          <span className="min-w-0 grow">
            <span className="block truncate text-16" dir="auto">
              {person.username}
            </span>
            <span className="block truncate text-14 text-ink-3">
              {person.title ?? (person.dj ? "Performer" : "Listener")}
            </span>
          </span>
          <span className="shrink-0 px-2 text-14 font-semibold text-ink-2">{action}</span>
        </>
      )}
    </SearchList>
  );
}
