import { wordFor } from "#app/ui/number.ts";

/** The text that says how many chat messages were deleted. */
export function deletedText(count: number): string {
  return wordFor(count, "Message deleted", `${count} messages deleted`);
}
