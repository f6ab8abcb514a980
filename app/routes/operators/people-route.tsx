import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import useSWR from "swr";
import { callApi, showFailure } from "#app/api-client.ts";
import { findPeopleCall } from "#app/domains/outside/operator/calls/moderation.ts";
import { OverseenPersonView } from "#app/domains/outside/operator/contract/moderation.ts";
import { appContext } from "#app/router-context.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Field } from "#app/ui/field.tsx";
import { wordFor } from "#app/ui/number.ts";
import type { Route } from "./+types/people-route";
import { LineSkeleton } from "./line-skeleton.tsx";
import { answerOperator } from "./operators-only.server.ts";
import { PersonLine } from "./person-line.tsx";
import { SuspensionButton } from "./suspension-button.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  await answerOperator(request, context.get(appContext), async () => undefined);
  return null;
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "People · Operators · Cue" }, { name: "robots", content: "noindex" }];
}

const debounceMs = 400;

/** Finds a person to suspend, or to readmit. */
export default function PeopleRoute() {
  const [typed, setTyped] = useState("");
  const text = useSettled(typed.trim());
  const { data: people, isLoading } = useSWR(
    text === "" ? null : [findPeopleCall.path, text],
    () => callApi(findPeopleCall, { text }),
    { onError: showFailure, revalidateOnFocus: false, keepPreviousData: true },
  );
  return (
    <section aria-labelledby="people-title" className="pt-6">
      <h2 id="people-title" className="sr-only">
        People
      </h2>
      <Field
        label="Find a person"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint="Part of a name, or a whole email address or id"
        end={<Search aria-hidden="true" className="size-5 text-ink-3" />}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        className="max-w-lg [&_input::-webkit-search-cancel-button]:hidden"
      />
      <output className="sr-only">{people && text !== "" && countOf(people.length)}</output>
      {text !== "" && (
        <div className="mt-3" aria-busy={isLoading}>
          {people === undefined ? (
            isLoading && <LineSkeleton />
          ) : people.length === 0 ? (
            <EmptyState title="No users found" />
          ) : (
            <ul className="border-b border-tick">
              {people.map((person) => (
                <FoundPerson key={`${person.id} ${person.isBanned}`} person={person} />
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}

function countOf(found: number): string {
  return found === 0 ? "No users found" : `${found} ${wordFor(found, "person", "people")} found`;
}

/** The text once typing has stopped for a moment; an empty text immediately. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function FoundPerson({ person }: { person: OverseenPersonView }) {
  const [isBanned, setBanned] = useState(person.isBanned);
  const about = `${person.openReports || "No"} ${wordFor(person.openReports, "open report", "open reports")}`;
  return (
    <li className="border-t border-tick py-4">
      <PersonLine person={{ ...person, isBanned }} about={about}>
        <SuspensionButton person={person} isBanned={isBanned} onChange={setBanned} />
      </PersonLine>
    </li>
  );
}
