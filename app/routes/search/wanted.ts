/** More than the call takes is no search. */
export const mostLetters = 100;

/** What an address of this page looks for. */
export function wantedIn(params: URLSearchParams): string {
  return (params.get("q") ?? "").trim().slice(0, mostLetters);
}
