import { charactersOf } from "../number.ts";

/** Shown from this many left. */
const shownFrom = 50;

/** Shows near the maximum length of a message how many characters are left; above it, by how many it is too long. */
export function CharactersLeft({ id, length, longest }: { id: string; length: number; longest: number }) {
  return (
    <p id={id} aria-live="polite" className="tabular min-h-5 text-right text-12 text-ink-3">
      {length > longest ? (
        <span className="text-red">{charactersOf(length - longest)} too many</span>
      ) : (
        length >= longest - shownFrom && `${charactersOf(longest - length)} left`
      )}
    </p>
  );
}
