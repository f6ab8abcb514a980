/** Files for search engines: `/robots.txt`, `/sitemap.xml` and its parts. Public, and the same for all. */
import { type Context, Hono } from "hono";
import { buildSitemapIndex, buildSitemapPart } from "#app/domains/outside/sitemap/operations.server.ts";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "./hono.ts";
import { limitCallers } from "./middleware/rates.ts";

/** Calls, sockets and sound are not pages; a user's own pages need a log-in. */
const robots = `User-agent: *
Disallow: /api/
Disallow: /realtime/
Disallow: /live/
Disallow: /ingest/
Disallow: /oembed
Disallow: /djs
Disallow: /management
Disallow: /operators
Disallow: /settings
Disallow: /verify
Disallow: /recover
Allow: /djs/sets/
Allow: /
`;

/** Crawlers poll: a response that is an hour old does not matter to them, and saves database reads. */
function kept(c: Context<HonoEnv>, type: string, text: string) {
  c.header("cache-control", "public, max-age=3600");
  return c.body(text, 200, { "content-type": `${type}; charset=utf-8` });
}

const limited = limitCallers("sitemap", "usual");

export const sitemap = new Hono<HonoEnv>()
  .get("/robots.txt", (c) =>
    kept(c, "text/plain", `${robots}\nSitemap: ${c.get("app").config.origin}/sitemap.xml\n`),
  )
  .get("/sitemap.xml", limited, async (c) =>
    kept(c, "application/xml", await buildSitemapIndex(c.get("app"))),
  )
  .get("/sitemap/:file", limited, async (c) => {
    const file = c.req.param("file");
    if (!file.endsWith(".xml")) throw new AppError("not-found");
    return kept(c, "application/xml", await buildSitemapPart(c.get("app"), file.slice(0, -".xml".length)));
  });
