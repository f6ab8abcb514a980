import { waitText } from "#app/domains/base/text/wait-text.ts";
import type { ErrorCode } from "#app/errors.ts";

/**
 * The sentence that says when a user who has to wait can write again; undefined for other codes. The room sends it
 * once; the page updates it as time passes.
 */
export function waitSentence(code: string, waitMs: number): string | undefined {
  switch (code as ErrorCode) {
    case "chat-timeout":
      return waitMs > 0 ? `You can write again in ${waitText(waitMs)}` : "You can write again now";
    case "slow-mode":
      return waitMs > 0
        ? `Slow mode: you can write again in ${waitText(waitMs)}`
        : "Slow mode: you can write again now";
    default:
      return undefined;
  }
}
