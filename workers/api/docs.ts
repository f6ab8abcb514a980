import { Hono } from "hono";
import { html } from "hono/html";
import type { HonoEnv } from "../hono.ts";

/** A page for people over `/api/openapi.json`, drawn in the browser from our own script: nothing from elsewhere. */
export const docs = new Hono<HonoEnv>().get("/docs", (c) => {
  const nonce = c.get("secureHeadersNonce");
  return c.html(html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" />
        <title>Calls of Cue Music</title>
        <style nonce="${nonce}">
          :root { color-scheme: dark light; font: 1rem/1.5 system-ui, sans-serif; }
          body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
          summary { cursor: pointer; padding: 0.5rem 0; }
          details { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
          code, pre { font-family: ui-monospace, monospace; }
          pre { overflow-x: auto; }
        </style>
      </head>
      <body>
        <main>
          <h1>Calls of Cue Music</h1>
          <p>
            JSON in and out. Sign in with <code>POST /api/users/login</code> and send the answer's
            <code>token</code> as <code>Authorization: Bearer …</code>. A refusal has a 4xx or 5xx status and
            <code>{ error, code }</code>. Times are epoch milliseconds. Machine-readable:
            <a href="/api/openapi.json">/api/openapi.json</a>.
          </p>
          <div id="calls" role="status">Loading…</div>
        </main>
        <script nonce="${nonce}" type="module">
          const element = (name, ...children) => {
            const made = document.createElement(name);
            made.append(...children);
            return made;
          };
          const shape = (title, schema) =>
            schema ? [element("h2", title), element("pre", JSON.stringify(schema, null, 2))] : [];
          const jsonOf = (part) => part?.content?.["application/json"]?.schema;
          const { paths } = await (await fetch("/api/openapi.json")).json();
          const calls = Object.entries(paths).flatMap(([path, methods]) =>
            Object.entries(methods).map(([method, call]) =>
              element(
                "details",
                element("summary", element("code", method.toUpperCase() + " " + path), " " + (call.summary ?? "")),
                element("p", call.security?.length ? "For signed-in users." : call.tags?.includes("open") ? "For everyone, from any origin." : "For everyone."),
                ...shape("Takes", jsonOf(call.requestBody)),
                ...shape("Answers", jsonOf(call.responses[200])),
              ),
            ),
          );
          document.getElementById("calls").replaceChildren(...calls);
        </script>
      </body>
    </html>`);
});
