import { html } from "hono/html";

/**
 * The accounts that a listener can choose. `free` shows only when it plays; `told-free` also in `/v1/me`, as to apps with
 * extended quota; `stranger` is not named among the users of an app in development mode.
 */
export const accountKinds = ["premium", "free", "told-free", "stranger"] as const;
export type AccountKind = (typeof accountKinds)[number];

const words: Record<AccountKind, string> = {
  premium: "Agree with Premium",
  free: "Agree without Premium",
  "told-free": "Agree without Premium, which apps are told",
  stranger: "Agree as an account that the app does not list",
};

/** Returns the page as `https://accounts.spotify.com/authorize` shows it. */
export async function spotifyConsentPage(url: URL): Promise<Response> {
  const query = url.searchParams;
  const isKnown = query.get("client_id") === "local" && query.get("response_type") === "code";
  if (!isKnown || URL.parse(query.get("redirect_uri") ?? "") === null)
    return new Response("INVALID_CLIENT: Invalid client or redirect URI", { status: 400 });
  const page = await html`<!doctype html>
    <html lang="en">
      <title>Spotify (simulated)</title>
      <h1>Spotify (simulated)</h1>
      <form method="post" action="${url.pathname}${url.search}">
        <p><label>Account <input name="username" value="local-listener" required /></label></p>
        <p>Cue Music wants: ${query.get("scope") ?? ""}</p>
        ${accountKinds.map((kind) => html`<p><button name="decision" value="${kind}">${words[kind]}</button></p>`)}
        <p><button name="decision" value="deny" formnovalidate>Cancel</button></p>
      </form>
    </html>`;
  return new Response(page.toString(), { headers: { "content-type": "text/html; charset=utf-8" } });
}
