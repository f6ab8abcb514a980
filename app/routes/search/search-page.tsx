import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { searchCall } from "#app/domains/outside/search/calls.ts";
import { SearchResult } from "#app/domains/outside/search/contract.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Field } from "#app/ui/field.tsx";
import { countOf } from "#app/ui/number.ts";
import { useOnline } from "#app/ui/use-online.ts";
import { useSettled } from "#app/ui/use-settled.ts";
import { ResultKeys } from "./result-keys.tsx";
import { Results, ResultsSkeleton } from "./results.tsx";
import { SearchStart, type SearchStartData } from "./search-start.tsx";
import { kinds, maxLetters, wantedIn } from "./wanted.ts";

/** `results` are for `text`, from the address when the page was opened. */
export function SearchPage({
  viewerId,
  text,
  results,
  start,
}: {
  viewerId: string;
  text: string;
  results: SearchResult[];
  start: SearchStartData;
}) {
  const { typed, setTyped, wanted } = useWanted();
  const field = useRef<HTMLInputElement>(null);
  // A user who came by the search key wants to type; one who came by a link reads the page first.
  const { key, state } = useLocation();
  useEffect(() => {
    if (state === "type") field.current?.focus();
  }, [key, state]);
  const isOnline = useOnline();
  const { data, error, isLoading, isValidating, mutate } = useSWR(
    wanted === "" ? null : [searchCall.path, wanted],
    () => callApi(searchCall, { search: wanted, kinds: [...kinds] }),
    {
      fallbackData: wanted === text ? results : undefined,
      revalidateOnMount: wanted !== text,
      revalidateOnFocus: false,
      revalidateIfStale: false,
      keepPreviousData: true,
      shouldRetryOnError: false,
    },
  );
  const found = wanted === "" || error ? undefined : data;
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <h1 className="display mb-4 text-44">Search</h1>
      <ResultKeys field={field}>
        <search>
          <Field
            ref={field}
            label="Search users and songs"
            hint="You can also search stages, sets, genres, places and tags."
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            end={<Search aria-hidden="true" className="size-5 text-ink-3" />}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={maxLetters}
            dir="auto"
            className="max-w-2xl"
          />
        </search>
        <output className="sr-only">
          {found && !isLoading && `${countOf(found.length, "result", "results")}`}
        </output>
        {wanted === "" ? (
          <SearchStart {...start} viewerId={viewerId} />
        ) : (
          <div aria-busy={isLoading} className="mt-4">
            {error !== undefined && !isValidating ? (
              <div role="alert" className="flex flex-wrap items-center gap-4 border-t border-tick py-4">
                <p className="text-16 text-ink-2">
                  {isOnline && error instanceof Error ? error.message : "You are offline"}
                </p>
                <Button onClick={() => void mutate()}>Try Again</Button>
              </div>
            ) : found === undefined ? (
              <ResultsSkeleton />
            ) : found.length === 0 ? (
              <EmptyState title="No search results">Try fewer letters, or another spelling.</EmptyState>
            ) : (
              <Results key={wanted} results={found} text={wanted} viewerId={viewerId} />
            )}
          </div>
        )}
      </ResultKeys>
    </main>
  );
}

/**
 * The typed text, and the text to search once typing has stopped for a moment. The address has it too, replacing the
 * previous text, so that a user who returns finds what they left.
 */
function useWanted() {
  const { key, search } = useLocation();
  const inAddress = wantedIn(new URLSearchParams(search));
  const [typed, setTyped] = useState(inAddress);
  // A link to this page sets a new search text.
  const [place, setPlace] = useState(key);
  if (place !== key) {
    setPlace(key);
    setTyped(inAddress);
  }
  const wanted = useSettled(typed.trim());

  useEffect(() => {
    const address = new URL(window.location.href);
    if (wantedIn(address.searchParams) === wanted) return;
    if (wanted === "") address.searchParams.delete("q");
    else address.searchParams.set("q", wanted);
    // Not by the router, which would load the data of all parent routes: this page makes its own request.
    window.history.replaceState(window.history.state, "", address);
  }, [wanted]);

  return { typed, setTyped, wanted };
}
