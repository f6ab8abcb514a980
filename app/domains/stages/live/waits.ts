import type { ErrorCode } from "#app/errors.ts";
import { waitWords } from "../../text/wait-words.ts";

/**
 * What someone is told who has to wait before they write, for the codes that a wait is all there is to say of; undefined
 * for others. The room says it once, the page again as the time runs down.
 */
export function waitSentence(code: string, waitMs: number): string | undefined {
  const again = waitMs > 0 ? `You can write again in ${waitWords(waitMs)}` : "You can write again now";
  switch (code as ErrorCode) {
    case "chat-timeout":
      return again;
    case "slow-mode":
      return `Slow mode: ${again.replace("You", "you")}`;
    default:
      return undefined;
  }
}
