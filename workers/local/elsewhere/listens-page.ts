import { html } from "hono/html";

export interface KeptListen {
  artist: string;
  title: string;
  /** Epoch seconds. */
  at: number;
}

/** Returns the page of what an account of a simulator has heard, newest first. */
export async function listensPage(service: string, owner: string, listens: KeptListen[]): Promise<Response> {
  const line = ({ artist, title, at }: KeptListen) =>
    html`<li>${artist} – ${title} <small>${new Date(at * 1_000).toISOString()}</small></li>`;
  const page = await html`<!doctype html>
    <html lang="en">
      <title>${owner} · ${service} (simulated)</title>
      <h1>${owner} · ${service} (simulated)</h1>
      <ol>
        ${listens.map(line)}
      </ol>
    </html>`;
  return new Response(page.toString(), { headers: { "content-type": "text/html; charset=utf-8" } });
}
