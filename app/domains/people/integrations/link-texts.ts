import { errorCatalogue } from "#app/errors.ts";

/** The reason why a set cannot be uploaded yet. */
export const linkHostingFirst = "You must link your music-hosting account to enable uploads.";
/** The reason why nothing can be posted yet. */
export const linkTwitterFirst = "You must link your Twitter account to automate tweets.";

/** Returns why a popup could not begin, by the `error` of the address at which it ends; empty for any other. */
export function linkFailureText(error: string): string {
  const hasWords = error === "server-not-public" || error === "not-a-mastodon-server";
  return hasWords ? errorCatalogue[error].message : "";
}
