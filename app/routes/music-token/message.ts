/** What the popup of a music service hands to the window that opened it. */
export type MusicTokenMessage =
  | { type: "music-token"; access: string; refresh: string }
  | { type: "music-token-error"; reason: "failed" | "subscription" };

/**
 * The message of a popup's address, `/music-token/{access}/{refresh}`. In the place of the access token the service's
 * answer may say `error`, or `subscriptionerror` where the account there is not a paying one.
 */
export function messageOf(access: string, refresh: string | undefined): MusicTokenMessage {
  if (access === "subscriptionerror") return { type: "music-token-error", reason: "subscription" };
  if (access === "error" || refresh === undefined || refresh === "")
    return { type: "music-token-error", reason: "failed" };
  return { type: "music-token", access, refresh };
}
