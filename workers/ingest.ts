import { type Context, Hono } from "hono";
import { signatureWindowMs } from "#app/domains/air/media/contract/control.ts";
import {
  type Candidates,
  encodePeakList,
  maxCandidates,
  maxPeaksAtOnce,
  maxSoundBytes,
  readSoundRequest,
  soundAge,
} from "#app/domains/air/media/contract/heard.ts";
import { verifyUpgrade } from "#app/domains/air/media/contract/signature.ts";
import { listNameable } from "#app/domains/music/recognition/queries/cold-index.ts";
import { openDb } from "#db/client.ts";
import { createColdIndex } from "#durable-objects/cold-index.ts";
import { agentHeader } from "#durable-objects/contract.ts";
import { createLivePeaks } from "#durable-objects/live-peaks.ts";
import { readPeaks } from "#durable-objects/reference-peaks.ts";
import { mediaGateway, profileRoom, soundCheck, stageRoom, usedSignatures } from "#durable-objects/stubs.ts";
import { arePeaks, digestOf } from "#packages/fingerprint/peak-format.ts";
import type { HonoEnv } from "./hono.ts";

/**
 * Mounted at /ingest: the agent's sockets, each a signed upgrade, and its requests for peaks, signed in the same way.
 * Other callers get no information here.
 */
export const ingest = new Hono<HonoEnv>();

ingest.get("/references", async (c) => {
  if (!(await isSigned(c))) return c.body(null, 401);
  const ids = c.req.queries("id") ?? [];
  if (ids.length > maxPeaksAtOnce) return c.body(null, 400);
  const found = encodePeakList(await readPeaks(c.env, ids));
  return c.body(found, 200, { "content-type": "application/octet-stream", "cache-control": "no-store" });
});

ingest.post("/sound", async (c) => {
  if (!(await isSigned(c))) return c.body(null, 401);
  const sound = await readSound(c);
  if (sound === null) return c.body(null, 400);
  await createLivePeaks(c.env).put(sound.stream, sound);
  return c.body(null, 204);
});

ingest.post("/unnamed", async (c) => {
  if (!(await isSigned(c))) return c.body(null, 401);
  const sound = await readSound(c);
  if (sound === null) return c.body(null, 400);
  const found = await createColdIndex(c.env).find(sound.peaks);
  const nameable = await listNameable(openDb(c.env.DB), found, { stream: sound.stream, now: Date.now() });
  return c.json({ references: nameable.slice(0, maxCandidates) } satisfies Candidates);
});

ingest.use(async (c, next) => {
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket")
    return c.body(null, 426, { upgrade: "websocket" });
  if (!(await isSigned(c))) return c.body(null, 401);
  return next();
});

ingest.get("/control", (c) => mediaGateway(c.env).fetch(asAgent(c, "control")));

ingest.get("/audio/stage/:id{[\\w-]{1,64}}", (c) =>
  stageRoom(c.env, c.req.param("id")).fetch(asAgent(c, "audio")),
);

ingest.get("/audio/profile/:id{[\\w-]{1,64}}", (c) =>
  profileRoom(c.env, c.req.param("id")).fetch(asAgent(c, "audio")),
);

ingest.get("/audio/sound-check/:id{[\\w-]{1,64}}", (c) =>
  soundCheck(c.env, c.req.param("id")).fetch(asAgent(c, "audio")),
);

/**
 * Whether one of the agent's keys signed this exact address within two minutes, and the signature was not used before.
 */
async function isSigned(c: Context<HonoEnv>): Promise<boolean> {
  const { pathname, search } = new URL(c.req.url);
  const keys = (c.env.CUE_AGENT_KEYS ?? "")
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
  const signed = await verifyUpgrade(keys, pathname + search, c.req.raw.headers, Date.now());
  if (signed === undefined) return false;
  // A timestamp may be ahead of the clock by the window, and is then valid until the window after it.
  return usedSignatures(c.env).once(`ingest-nonce:${signed.nonce}`, 2 * signatureWindowMs + 1_000);
}

/** The peaks that the agent has sent, as it signed them; null where they are too old, too large or cannot be read. */
async function readSound(c: Context<HonoEnv>) {
  const asked = readSoundRequest(new URL(c.req.url).searchParams);
  const length = Number(c.req.header("content-length") ?? Number.NaN);
  const age = Date.now() - (asked?.from ?? 0);
  const isTaken = length <= maxSoundBytes && age <= soundAge.maxMs && age >= -soundAge.aheadMs;
  if (asked === null || !isTaken) return null;
  const peaks = new Uint8Array(await c.req.arrayBuffer());
  return (await digestOf(peaks)) === asked.digest && arePeaks(peaks) ? { ...asked, peaks } : null;
}

/** The upgrade as the object receives it, without the agent's own headers. */
function asAgent(c: Context<HonoEnv>, kind: "control" | "audio"): Request {
  const from = new URL(c.req.url);
  const url = new URL(from.pathname, from);
  for (const name of ["stream", "connection"]) {
    const value = from.searchParams.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  return new Request(url, { headers: { upgrade: "websocket", [agentHeader]: kind } });
}
