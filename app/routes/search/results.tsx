import { type ReactNode, useId, useRef, useState } from "react";
import { isCurrent } from "#app/domains/air/schedule/set-state.ts";
import { statesOf, withStates } from "#app/domains/air/schedule/states-of.ts";
import type { SearchKind, SearchResult } from "#app/domains/outside/search/contract.ts";
import { matchedParts } from "#app/domains/outside/search/matched-parts.ts";
import { PersonRow, PersonRowSkeleton } from "#app/domains/people/people/ui/person-row.tsx";
import { Button } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { type LiveMap, withOnAir } from "../home/lists.ts";
import { useLobby } from "../home/use-lobby.ts";
import { rememberSearch } from "./recent-searches.ts";
import { GenreLink, SetLink, StageLink, TrackLink } from "./result-links.tsx";

/** Maximum number of each kind; the rest on request. */
const maxAtFirst = 6;

/** Kinds in two columns where there is space. */
const columns: readonly (readonly { kind: SearchKind; title: string }[])[] = [
  [
    { kind: "user", title: "Users" },
    { kind: "track", title: "Songs" },
  ],
  [
    { kind: "stage", title: "Stages" },
    { kind: "set", title: "Sets" },
    { kind: "genre", title: "Genres" },
  ],
];

/** The results, each kind under its own title, side by side where there is space. */
export function Results({
  results,
  text,
  viewerId,
}: {
  results: SearchResult[];
  /** The searched text. */
  text: string;
  viewerId: string;
}) {
  const live = useLobby(() => {});
  const now = useNow();
  const current = results.map((result) => withNow(result, live, now));
  const found = columns
    .map((groups) =>
      groups
        .map((group) => ({ ...group, items: current.filter(({ kind }) => kind === group.kind) }))
        .filter(({ items }) => items.length > 0),
    )
    .filter((groups) => groups.length > 0);
  const isAlone = found.flat().length === 1;
  return (
    // The results are links; opening one makes the text a recent search.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- see above
    <div
      onClick={({ target }) => {
        if (target instanceof Element && target.closest("a")) rememberSearch(viewerId, text);
      }}
      className="grid gap-x-12 gap-y-8 lg:grid-cols-2"
    >
      {found.map((groups) => (
        <div key={groups[0]?.kind} className="min-w-0 space-y-8">
          {groups.map(({ kind, title, items }) => (
            <Group key={kind} title={title} items={items} isAlone={isAlone}>
              {(item) => <Result result={item} text={text} viewerId={viewerId} />}
            </Group>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The result as it is now: stages and sets as the lobby has them. */
function withNow(result: SearchResult, live: LiveMap, now: number): SearchResult {
  if (result.kind === "stage") return withOnAir([result], [], live, now)[0] ?? result;
  if (result.kind !== "set" || live === null) return result;
  const entries = [...live.values()];
  // A set of which its stage says nothing is not on, although it was when it was found: it was ended or moved.
  const isOn = statesOf(entries).has(result.id) || !isCurrent(result.state);
  const read = isOn ? result : { ...result, state: notOn };
  return withStates([read], entries)[0] ?? read;
}

const notOn = { name: "booked", since: null } as const;

/** Shows one kind; where nothing else was found, all of it is shown immediately. */
function Group({
  title,
  items,
  isAlone,
  children,
}: {
  title: string;
  items: SearchResult[];
  isAlone: boolean;
  children: (item: SearchResult) => ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [isOpened, setOpened] = useState(false);
  const isWhole = isAlone || isOpened || items.length <= maxAtFirst;
  const open = () => {
    setOpened(true);
    // The button disappears: the focus continues at the first item it has shown.
    requestAnimationFrame(() => list.current?.children[maxAtFirst]?.querySelector("a")?.focus());
  };
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="display mb-2 text-28">
        {title}
      </h2>
      <ul ref={list} className="border-b border-tick">
        {(isWhole ? items : items.slice(0, maxAtFirst)).map((item) => (
          <li key={item.id} className="border-t border-tick">
            {children(item)}
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Button onClick={open} className="mt-2">
          Show All {items.length} {title.toLowerCase()}
        </Button>
      )}
    </section>
  );
}

function Result({ result, text, viewerId }: { result: SearchResult; text: string; viewerId: string }) {
  switch (result.kind) {
    case "user":
      return <PersonRow person={result} viewerId={viewerId} details={matchedParts(result, text)} />;
    case "track":
      return <TrackLink track={result} />;
    case "stage":
      return <StageLink stage={result} />;
    case "set":
      return <SetLink set={result} />;
    case "genre":
      return <GenreLink genre={result} />;
  }
}

const awaited = ["first", "second", "third", "fourth"];

/** Placeholder of results. */
export function ResultsSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-2xl">
      {awaited.map((row) => (
        <div key={row} className="border-t border-tick">
          <PersonRowSkeleton />
        </div>
      ))}
    </div>
  );
}
