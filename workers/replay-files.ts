/**
 * `GET /replay/{id}.opus`, `.mp3`, `.json` and `.chapters.json`, by a replay's id or that of its set. What the caller
 * may not hear is not found. The page of a replay is `/replay/{id}`.
 */
import { type Context, Hono } from "hono";
import type { AppContext } from "#app/context.ts";
import { readByteRange } from "#app/domains/air/replays/byte-range.ts";
import {
  describeChapters,
  describeReplay,
  openReplayFile,
  type ReplayFile,
} from "#app/domains/air/replays/file.server.ts";
import type { TapeFile } from "#app/domains/air/replays/tape-index.ts";
import { AppError } from "#app/errors.ts";
import { attachment } from "./attachment.ts";
import { createAppContext } from "./context.ts";
import type { HonoEnv } from "./hono.ts";
import { isAnotherVersion } from "./middleware/preconditions.ts";
import { checkPreconditions, isRangeOf } from "./preconditions.ts";
import { streamPieces } from "./replay-stream.ts";
import { findViewer } from "./session.ts";

const contentTypes: Record<TapeFile, string> = { opus: "audio/ogg", mp3: "audio/mpeg" };

/** Every address is checked again with each request: rights may have changed. */
const headers = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "accept-ranges, content-length, content-range, content-disposition, etag",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
  "cache-control": "private, no-cache, no-transform",
};

const path = "/:file{[\\w-]{1,64}\\.(?:opus|mp3|json|chapters\\.json)}";

/** Mounted at /replay. */
export const replayFiles = new Hono<HonoEnv>()
  .options(path, (c) =>
    c.body(null, 204, {
      ...headers,
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "authorization, range, if-range, if-match, if-none-match",
    }),
  )
  .get(path, async (c) => {
    const file = c.req.param("file");
    const dot = file.indexOf(".");
    const [id, extension] = [file.slice(0, dot), file.slice(dot + 1)];
    try {
      return await respond(c, await contextOf(c), id, extension);
    } catch (error) {
      if (error instanceof AppError && error.code === "not-found") return notFound(c);
      throw error;
    }
  });

async function contextOf(c: Context<HonoEnv>): Promise<AppContext> {
  const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  return createAppContext(c.req.raw, c.env, await findViewer(c.req.raw, c.env), { waitUntil });
}

async function respond(
  c: Context<HonoEnv>,
  app: AppContext,
  id: string,
  extension: string,
): Promise<Response> {
  switch (extension) {
    case "json":
      return c.json(await describeReplay(app, id), 200, headers);
    case "chapters.json": {
      const type = { "content-type": "application/json+chapters; charset=utf-8" };
      return c.body(JSON.stringify(await describeChapters(app, id)), 200, { ...headers, ...type });
    }
    case "opus":
    case "mp3": {
      const isDownload = c.req.query("download") === "1";
      return sound(c, app, await openReplayFile(app, { id, file: extension, isDownload }), {
        "content-type": contentTypes[extension],
        ...(isDownload && { "content-disposition": "attachment" }),
      });
    }
    default:
      return notFound(c);
  }
}

const notFound = (c: Context<HonoEnv>) =>
  c.text("There is no such replay.", 404, { ...headers, "cache-control": "no-store" });

/** The file, or the range of it that was requested. */
function sound(
  c: Context<HonoEnv>,
  app: AppContext,
  file: ReplayFile,
  own: Record<string, string>,
): Response {
  const { etag, layout, fileName } = file;
  const { size } = layout;
  const all: Record<string, string> = { ...headers, ...own, etag, "accept-ranges": "bytes" };
  if ("content-disposition" in own) all["content-disposition"] = attachment(fileName);
  const header = (name: string) => c.req.header(name);
  const outcome = checkPreconditions(header, etag);
  if (outcome === 412) return c.text(isAnotherVersion, 412, all);
  if (outcome === 304) return new Response(null, { status: 304, headers: all });
  const isHead = c.req.method === "HEAD";
  // A range of other bytes than those that the caller has is no use to them; only GET has ranges.
  const range = !isHead && isRangeOf(header, etag) ? readByteRange(header("range"), size) : null;
  if (range === "unsatisfiable")
    return c.text("The file has no such bytes.", 416, { ...all, "content-range": `bytes */${size}` });
  const { from, to } = range ?? { from: 0, to: size };
  if (range !== null) all["content-range"] = `bytes ${from}-${to - 1}/${size}`;
  all["content-length"] = String(to - from);
  const status = range === null ? 200 : 206;
  if (isHead) return new Response(null, { status, headers: all });
  const body = streamPieces(c, app, file, { from, to });
  return new Response(body, { status, headers: all, encodeBody: "manual" });
}
