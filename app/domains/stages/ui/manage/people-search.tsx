import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import useSWR from "swr";
import * as z from "zod/mini";
import { callApi, showFailure } from "#app/api-client.ts";
import { PersonCard } from "#app/domains/people/contract/relations.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Field } from "#app/ui/field.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";

const call = "/api/users/search";
const debounceMs = 400;

/** Finds people by name, without those who are hidden, and hands over whoever is chosen. */
export function PeopleSearch({
  hiddenIds,
  action,
  onChoose,
}: {
  hiddenIds: ReadonlySet<string>;
  /** What choosing somebody does, as "Add". */
  action: string;
  onChoose: (person: PersonCard) => void;
}) {
  const [typed, setTyped] = useState("");
  const text = useSettled(typed.trim());
  const { data, isLoading } = useSWR(
    text === "" ? null : [call, text],
    () => callApi(call, { answer: z.array(PersonCard), body: { user: text } }),
    { onError: showFailure, revalidateOnFocus: false, keepPreviousData: true },
  );
  const people = text === "" ? undefined : data?.filter((person) => !hiddenIds.has(person.id));
  return (
    <>
      <Field
        label="Search users"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        end={<Search aria-hidden="true" className="size-5 text-ink-3" />}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        dir="auto"
      />
      <output className="sr-only">{people && countOf(people.length)}</output>
      {text !== "" && (
        <div aria-busy={isLoading}>
          {people === undefined ? (
            isLoading && <Skeleton className="h-16" />
          ) : people.length === 0 ? (
            <EmptyState title="No users found" />
          ) : (
            <ul className="border-b border-tick">
              {people.map((person) => (
                <li key={person.id} className="border-t border-tick">
                  <button
                    type="button"
                    onClick={() => onChoose(person)}
                    className="flex min-h-16 w-full items-center gap-4 text-left -outline-offset-2 hover:bg-control"
                  >
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
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}

function countOf(found: number): string {
  return found === 0 ? "No users found" : `${found} ${found === 1 ? "person" : "people"} found`;
}

/** The text once nobody has typed for a moment; an empty one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  // Emptied, it is empty at once: nothing of the last search lingers.
  return text === "" ? "" : settled;
}
