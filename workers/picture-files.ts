/** `GET /pictures/{id}/{width}.webp`: pictures as files, the same for everyone, without reading the session. */
import { Hono } from "hono";
import { readPicturePath } from "#app/domains/pictures/rules.ts";
import { openPictureCache, pictureAddress, pictureKey } from "#durable-objects/picture-shelf.ts";
import type { HonoEnv } from "./hono.ts";

/** The bytes at a path never change, so browsers never revalidate. */
const forBrowsers = "public, max-age=31536000, immutable";
/** A removed picture disappears immediately at the edge where it was removed, and within an hour elsewhere. */
const forEdge = "public, max-age=3600";

export const pictureFiles = new Hono<HonoEnv>();

pictureFiles.get("/:id/:file", async (c) => {
  const path = new URL(c.req.url).pathname;
  const parts = readPicturePath(path);
  if (parts === undefined) return notFound();

  const address = pictureAddress(c.env, path);
  const cache = await openPictureCache();
  const cached = await cache.match(address);
  const found = cached ?? (await fromShelf(c.env, pictureKey(parts.id, parts.width)));
  if (found === undefined) return notFound();
  if (cached === undefined) c.executionCtx.waitUntil(cache.put(address, found.clone()));

  const headers = new Headers(found.headers);
  headers.set("cache-control", forBrowsers);
  if (isSame(c.req.header("if-none-match"), headers.get("etag"))) {
    await found.body?.cancel();
    return new Response(null, { status: 304, headers });
  }
  return new Response(found.body, { headers });
});

pictureFiles.all("*", notFound);

async function fromShelf(env: Env, key: string): Promise<Response | undefined> {
  const object = await env.PICTURES.get(key);
  if (object === null) return undefined;
  return new Response(object.body, {
    headers: {
      "content-type": "image/webp",
      "content-length": String(object.size),
      etag: object.httpEtag,
      "cache-control": forEdge,
      "x-content-type-options": "nosniff",
      // Opened directly it is only a picture, whatever a browser may detect in its bytes.
      "content-security-policy": "sandbox; default-src 'none'",
      // Players are embedded elsewhere.
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}

function isSame(asked: string | undefined, etag: string | null): boolean {
  return (asked ?? "").split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}

function notFound(): Response {
  return new Response("Not found.", {
    status: 404,
    headers: {
      "content-type": "text/plain",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
