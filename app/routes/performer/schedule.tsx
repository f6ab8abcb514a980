import { useState } from "react";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { SetRow } from "#app/domains/air/sets/ui/set-row.tsx";
import { ownSetPath } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";

/** A weekly series is half a year of rows. */
const maxAtFirst = 8;

/** The performer's present and coming sets; each item opens its page. */
export function Schedule({ sets }: { sets: readonly SetView[] }) {
  const [isWhole, setWhole] = useState(false);
  if (sets.length === 0) {
    return (
      <>
        <p className="text-16 text-ink-2">No upcoming scheduled performances</p>
        <p className="mt-1 text-14 text-ink-3">
          Sets appear here once a stage accepts your request, or you accept an offer.
        </p>
      </>
    );
  }
  return (
    <>
      <ul className="border-b border-tick">
        {sets.slice(0, isWhole ? undefined : maxAtFirst).map((set) => (
          <SetRow key={set.id} set={set} to={ownSetPath(set.id)} />
        ))}
      </ul>
      {!isWhole && sets.length > maxAtFirst && (
        <Button onClick={() => setWhole(true)} className="mt-2">
          Show All {sets.length}
        </Button>
      )}
    </>
  );
}
