import * as z from "zod/mini";

/** The message of a music service's popup to the window that opened it. */
export const MusicTokenMessage = z.union([
  z.object({ type: z.literal("music-token"), access: z.string(), refresh: z.string() }),
  z.object({ type: z.literal("music-token-error"), reason: z.enum(["failed", "subscription"]) }),
]);
export type MusicTokenMessage = z.infer<typeof MusicTokenMessage>;

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

/**
 * Returns the path at which a popup ends with tokens: behind `#`, which browsers send to no server, so that they are in
 * no log and in no `Referer`.
 */
export const tokensPath = (access: string, refresh: string): string =>
  `/music-token#${encodeURIComponent(access)}/${encodeURIComponent(refresh)}`;

/** The reverse of `tokensPath`, from `location.hash`; null where there is none. */
export function readTokensHash(hash: string): { access: string; refresh: string } | null {
  const [access, refresh] = hash.replace(/^#/, "").split("/", 2);
  if (!access || !refresh) return null;
  try {
    return { access: decodeURIComponent(access), refresh: decodeURIComponent(refresh) };
  } catch {
    return null;
  }
}
