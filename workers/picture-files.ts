/**
 * `GET /pictures/{id}/{width}.webp`, and `/pictures/{id}/cover.jpg` for podcast apps: pictures as files, the same for
 * everyone, without reading the session.
 */
import { type Context, Hono } from "hono";
import { coverSource } from "#app/domains/base/pictures/contract.ts";
import { readPicturePath } from "#app/domains/base/pictures/rules.ts";
import { openPictureCache, pictureAddress, pictureKey } from "#durable-objects/picture-shelf.ts";
import type { HonoEnv } from "./hono.ts";

/** The bytes at a path never change, so browsers never revalidate. */
const forBrowsers = "public, max-age=31536000, immutable";
/** A removed picture disappears immediately at the edge where it was removed, and within an hour elsewhere. */
const forEdge = "public, max-age=3600";

export const pictureFiles = new Hono<HonoEnv>();

pictureFiles.get("/:id{[\\w-]{22}}/cover.jpg", (c) => serve(c, () => drawCover(c.env, c.req.param("id"))));

pictureFiles.get("/:id/:file", (c) => {
  const parts = readPicturePath(new URL(c.req.url).pathname);
  return parts === undefined
    ? notFound()
    : serve(c, () => fromShelf(c.env, pictureKey(parts.id, parts.width)));
});

/** Serves from the edge cache, or what `load` returns. */
async function serve(c: Context<HonoEnv>, load: () => Promise<Response | undefined>): Promise<Response> {
  const address = pictureAddress(c.env, new URL(c.req.url).pathname);
  const cache = await openPictureCache();
  const cached = await cache.match(address);
  const found = cached ?? (await load());
  if (found === undefined) return notFound();
  if (cached === undefined) c.executionCtx.waitUntil(cache.put(address, found.clone()));

  const headers = new Headers(found.headers);
  headers.set("cache-control", forBrowsers);
  return new Response(found.body, { headers });
}

pictureFiles.all("*", notFound);

async function fromShelf(env: Env, key: string): Promise<Response | undefined> {
  const object = await env.PICTURES.get(key);
  if (object === null) return undefined;
  return new Response(object.body, {
    headers: {
      ...headers,
      "content-type": "image/webp",
      "content-length": String(object.size),
      etag: object.httpEtag,
    },
  });
}

/** Apple's directory takes JPEG and PNG from 1,400 pixels on: what is stored is enlarged when it is requested. */
async function drawCover(env: Env, id: string): Promise<Response | undefined> {
  const { widths, side } = coverSource;
  const objects = await Promise.all(widths.map((width) => env.PICTURES.get(pictureKey(id, width))));
  const [object, ...others] = objects.filter((each) => each !== null);
  await Promise.all(others.map(({ body }) => body.cancel()));
  if (object === undefined) return undefined;
  const result = await env.IMAGES.input(object.body)
    .transform({ width: side, height: side, fit: "cover" })
    .output({ format: "image/jpeg", quality: 85 });
  const bytes = await new Response(result.image()).arrayBuffer();
  return new Response(bytes, {
    headers: {
      ...headers,
      "content-type": "image/jpeg",
      "content-length": String(bytes.byteLength),
      etag: object.httpEtag,
    },
  });
}

const headers = {
  "cache-control": forEdge,
  "x-content-type-options": "nosniff",
  // Opened directly it is only a picture, whatever a browser may detect in its bytes.
  "content-security-policy": "sandbox; default-src 'none'",
  // Players are embedded elsewhere.
  "cross-origin-resource-policy": "cross-origin",
};

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
