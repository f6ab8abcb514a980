import { html } from "hono/html";

/** Returns the page where a person allows an app to use their account. Any name is an account of the simulator. */
export async function consentPage(service: string, url: URL): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en">
      <title>${service} (simulated)</title>
      <h1>${service} (simulated)</h1>
      <form method="post" action="${url.pathname}${url.search}">
        <p><label>Account <input name="username" value="local-dj" required /></label></p>
        <p>Cue Music wants to use this account.</p>
        <button name="decision" value="allow">Allow</button>
        <button name="decision" value="deny" formnovalidate>Deny</button>
      </form>
    </html>`;
  return new Response(page.toString(), { headers: { "content-type": "text/html; charset=utf-8" } });
}
