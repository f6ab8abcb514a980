import type { SearchKind } from "#app/domains/outside/search/contract.ts";

/** The kinds that this page searches, in the order in which it shows them. */
export const kinds: readonly SearchKind[] = ["user", "track", "stage", "set", "genre"];

/** The call accepts no more. */
export const maxLetters = 100;

/** The search text in an address of this page. */
export function wantedIn(params: URLSearchParams): string {
  return (params.get("q") ?? "").trim().slice(0, maxLetters);
}
