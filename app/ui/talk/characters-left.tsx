/** How many are left when it is first said. */
const shownFrom = 50;

/** Near the end of what a message may hold, how much is left; beyond it, by how much it is too long. */
export function CharactersLeft({ id, length, longest }: { id: string; length: number; longest: number }) {
  return (
    <p id={id} aria-live="polite" className="tabular min-h-5 text-right text-12 text-ink-3">
      {length > longest ? (
        <span className="text-red">{length - longest} characters too long</span>
      ) : (
        length >= longest - shownFrom && `${longest - length} left`
      )}
    </p>
  );
}
