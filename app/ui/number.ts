const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** One decimal and an upper-case suffix: 950, 1.2K, 15.3K, 2M. */
export function abbreviate(count: number): string {
  return compact.format(count);
}

const grouped = new Intl.NumberFormat("en");

/** Exactly, in groups of three digits: 950, 1,962. */
export const exactly = (count: number): string => grouped.format(count);

const plurals = new Intl.PluralRules("en");

/** The word for a count: `listener` with 1, `listeners` with 0 and 2. */
export function wordFor(count: number, one: string, other: string): string {
  return plurals.select(count) === "one" ? one : other;
}

/** `1 listener`, `2 listeners`, `15.3K listeners`. */
export function countOf(count: number, one: string, other: string): string {
  return `${abbreviate(count)} ${wordFor(count, one, other)}`;
}

/** `1 character`, `1,962 characters`. */
export const charactersOf = (count: number): string =>
  `${exactly(count)} ${wordFor(count, "character", "characters")}`;
