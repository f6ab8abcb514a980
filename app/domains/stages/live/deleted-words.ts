import { wordFor } from "#app/ui/number.ts";

/** Says how many chat messages were deleted. */
export function deletedWords(count: number): string {
  return wordFor(count, "Message deleted", `${count} messages deleted`);
}
