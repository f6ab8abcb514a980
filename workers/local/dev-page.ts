import type { Context } from "hono";
import { html } from "hono/html";
import type { HonoEnv } from "../hono.ts";

/** A page for the developer of a local copy: what a deployed one would have sent, newest first. */
export function devPage(
  c: Context<HonoEnv>,
  { title, empty, entries }: { title: string; empty: string; entries: readonly unknown[] },
) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" />
        <title>${title}</title>
        <style nonce="${c.get("secureHeadersNonce")}">
          :root { color-scheme: dark light; font: 1rem/1.5 system-ui, sans-serif; }
          body { max-width: 48rem; margin: 0 auto; padding: 1rem; }
          article { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 1rem 0; }
          pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${entries.length === 0 ? html`<p>${empty}</p>` : entries}
        </main>
      </body>
    </html>`;
}
