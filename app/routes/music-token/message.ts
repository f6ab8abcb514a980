/** The message of a music service's popup to the window that opened it. */
export type MusicTokenMessage =
  | { type: "music-token"; access: string; refresh: string }
  | { type: "music-token-error"; reason: "failed" | "subscription" };

/**
 * The message in a popup's address, `/music-token/{access}/{refresh}`. Instead of the access token the service may send
 * `error`, or `subscriptionerror` where the account there is not a paying one.
 */
export function messageOf(access: string, refresh: string | undefined): MusicTokenMessage {
  if (access === "subscriptionerror") return { type: "music-token-error", reason: "subscription" };
  if (access === "error" || refresh === undefined || refresh === "")
    return { type: "music-token-error", reason: "failed" };
  return { type: "music-token", access, refresh };
}
