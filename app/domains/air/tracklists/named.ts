/** Whether a line has a name that everyone may see. Pure. */
import type { Draft } from "./draft.ts";

/** Named by a person, or by a source that is sure and that nothing contradicts. All other lines take suggestions. */
export function isNamed(draft: Draft): boolean {
  const { trackId, isConfirmed, kinds, claims, versions, isContradicted, suggestions } = draft;
  if (trackId === null) return false;
  const isPersons = kinds.includes("performer") || kinds.includes("manager") || isConfirmed;
  const isVoted = suggestions.length === 0 && kinds.includes("listener");
  if (isPersons) return true;
  if (isVoted) return !isContradicted;
  const isOneOfSeveral = kinds.every((kind) => kind === "ear") && versions.length > 0;
  return !isContradicted && claims.some(({ isSure }) => isSure) && !isOneOfSeveral;
}
