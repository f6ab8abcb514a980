import type { SearchKind } from "#app/domains/search/contract.ts";

/** What this page looks for, in the order in which it shows it. */
export const kinds: readonly SearchKind[] = ["user", "track", "stage", "set", "genre"];

/** More than the call takes is no search. */
export const maxLetters = 100;

/** What an address of this page looks for. */
export function wantedIn(params: URLSearchParams): string {
  return (params.get("q") ?? "").trim().slice(0, maxLetters);
}
