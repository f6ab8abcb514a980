import { env } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import { plainText } from "#app/domains/base/text/foreign-text.ts";
import type { UploadsView, UploadView } from "#app/domains/outside/uploads/contract.ts";
import { sendDueUploads } from "#app/domains/outside/uploads/send.server.ts";
import { failNext, linkMixcloud, makeUploadableSet, received } from "#tests/helpers/linked-accounts.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";
import { everyTable } from "#tests/helpers/storage.ts";
import { createAppContext } from "../context.ts";

const minuteMs = 60_000;
const soon = 5_000;

let performer: Person;
let stageId: string;
let account: string;
let count = 0;

beforeEach(async () => {
  performer = await makePerformer();
  stageId = (await makeStage(await makePerson({ isManager: true }), { name: "The Vault" })).id;
  account = `dj-${++count}`;
});

/** Runs the job of the cron trigger, this long from now. */
function runAt(passedMs: number): Promise<void> {
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  return sendDueUploads({ ...ctx, clock: { now: () => Date.now() + passedMs } });
}

const uploadsOf = async (person: Person) =>
  (await answerOf<UploadsView>(request("/api/social/uploads", { as: person }))).uploads;

async function uploadOf(setId: string): Promise<UploadView> {
  const upload = await answerOf<UploadView | null>(
    request("/api/social/upload", { as: performer, body: { replay: setId } }),
  );
  if (upload === null) throw new Error("there is no upload");
  return upload;
}

const retry = (setId: string) =>
  request("/api/social/retryUpload", { as: performer, body: { replay: setId } });

/** Returns the uploads of this set, oldest first. */
const sent = async (name: string) =>
  (await received("/upload/")).filter(
    ({ body }) => (body as Record<string, { text?: string }>).name?.text === `${name} on Cue`,
  );

const set = (change: Parameters<typeof makeUploadableSet>[1]) =>
  makeUploadableSet({ stageId, performer }, change);

test("a set arrives once, with its tracks as sections, after three failures", async () => {
  await linkMixcloud(performer, account);
  await answerOf(
    request("/api/social/mixcloudUpdate", {
      as: performer,
      body: { mixcloudTags: ["House", "house", "Žurka"] },
    }),
  );
  const { setId, replay } = await set({ name: "Thrice" });
  await failNext({ count: 3, status: 503, path: "/upload/" });
  await runAt(soon);
  expect(await uploadOf(setId)).toMatchObject({
    status: "waiting",
    problem: "unreachable",
    replay: replay.id,
  });
  for (const passed of [20, 60, 120, 240, 300]) await runAt(passed * minuteMs);

  const requests = await sent("Thrice");
  expect(requests.map(({ status }) => status)).toEqual([503, 503, 503, 200]);
  const body = requests.at(-1)?.body as Record<string, { bytes: number; text?: string }>;
  const texts = Object.fromEntries(Object.entries(body).map(([name, { text }]) => [name, text]));
  expect(texts).toEqual({
    name: "Thrice on Cue",
    description: `All vinyl\n\nPlayed on The Vault: http://localhost:8787/djs/sets/${setId}`,
    "tags-0-tag": "house",
    "tags-1-tag": "Žurka",
    "sections-0-artist": "Ana",
    "sections-0-song": "First",
    "sections-0-start_time": "0",
    "sections-1-artist": "Ana",
    "sections-1-song": "Second",
    "sections-1-start_time": "20",
    mp3: undefined,
  });
  const file = await (await request(`/replay/${replay.id}.mp3`)).arrayBuffer();
  expect(body.mp3?.bytes).toBe(file.byteLength);

  const upload = await uploadOf(setId);
  expect(upload).toMatchObject({ status: "done", problem: null, set: setId });
  expect(upload.bytesSent).toBe(upload.bytesTotal);
  expect(upload.bytesTotal).toBeGreaterThan(file.byteLength);
  const page = await answerOf<{ mp3_bytes: number; sections: unknown[] }>(
    request(new URL(upload.url ?? "").pathname),
  );
  expect(page).toMatchObject({
    mp3_bytes: file.byteLength,
    sections: [{ song: "First" }, { song: "Second" }],
  });
});

test("what others have written in a description links and mentions nothing", async () => {
  await linkMixcloud(performer, account);
  const description = "https://bad.example @ada #house\n\n\n\nuntil late";
  await set({ name: "Plain", description });
  await runAt(soon);
  const [upload] = await sent("Plain");
  const body = upload?.body as Record<string, { text?: string }>;
  const [said] = body.description?.text?.split("\n\nPlayed on") ?? [];
  expect(said).toBe(plainText("https://bad.example @ada #house\n\nuntil late"));
});

test("runs at the same time and after it upload nothing a second time", async () => {
  await linkMixcloud(performer, account);
  const { setId } = await set({ name: "Once" });
  await Promise.all([runAt(soon), runAt(soon), runAt(soon)]);
  await runAt(30 * minuteMs);
  expect(await sent("Once")).toHaveLength(1);
  expect(await answerOf(retry(setId))).toMatchObject({ status: "done" });
});

test("an upload whose response was lost is found by its name, and not sent again", async () => {
  await linkMixcloud(performer, account);
  const { setId } = await set({ name: "Lost" });
  await failNext({ count: 1, status: 0, path: "/upload/", isHandled: true });
  await runAt(soon);
  expect(await uploadOf(setId)).toMatchObject({ status: "waiting", problem: "unreachable" });
  // While the service cannot be asked, nothing is sent either.
  await failNext({ count: 1, status: 500, path: "/me/cloudcasts/" });
  await runAt(20 * minuteMs);
  expect(await uploadOf(setId)).toMatchObject({ status: "waiting" });
  await runAt(60 * minuteMs);
  expect(await uploadOf(setId)).toMatchObject({
    status: "done",
    url: expect.stringContaining(`/${account}/`),
  });
  expect(await sent("Lost")).toHaveLength(1);
});

test("a rate limit is waited for as long as the service says, and not counted as an attempt", async () => {
  await linkMixcloud(performer, account);
  const { setId } = await set({ name: "Patient" });
  await failNext({ count: 1, status: 403, path: "/upload/", retryAfter: 3_600 });
  await runAt(soon);
  const waiting = await uploadOf(setId);
  expect(waiting).toMatchObject({ status: "waiting", problem: "rate-limit" });
  expect(waiting.nextTryAt).toBeGreaterThanOrEqual(Date.now() + 59 * minuteMs);
  await runAt(50 * minuteMs);
  expect(await sent("Patient")).toHaveLength(1);
  await runAt(70 * minuteMs);
  expect((await sent("Patient")).map(({ status }) => status)).toEqual([403, 200]);
});

test("unlinking ends what waits; linked again, it can be tried again", async () => {
  await linkMixcloud(performer, account);
  const { setId } = await set({ name: "Between" });
  await failNext({ count: 1, status: 403, path: "/upload/", retryAfter: 60 });
  await runAt(soon);
  await answerOf(request("/api/social/unlink", { as: performer, body: { social: "mixcloud" } }));
  await runAt(30 * minuteMs);
  expect(await uploadOf(setId)).toMatchObject({ status: "failed", problem: "unlinked" });
  expect(await refusalOf(retry(setId))).toBe("mixcloud-not-linked");
  await linkMixcloud(performer, account);
  await answerOf(retry(setId));
  await runAt(soon);
  expect((await sent("Between")).map(({ status }) => status)).toEqual([403, 200]);
});

test("unlinking while it is sent stops it", async () => {
  await linkMixcloud(performer, account);
  const { setId } = await set({ name: "Halfway" });
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  let passedMs = soon;
  const readChunk: typeof ctx.tapes.readChunk = async (...part) => {
    passedMs += 4_000;
    await answerOf(request("/api/social/unlink", { as: performer, body: { social: "mixcloud" } }));
    return ctx.tapes.readChunk(...part);
  };
  await sendDueUploads({
    ...ctx,
    clock: { now: () => Date.now() + passedMs },
    tapes: { ...ctx.tapes, readChunk },
  });
  expect(await uploadOf(setId)).toMatchObject({ status: "failed", problem: "unlinked", url: null });
  expect((await sent("Halfway")).filter(({ status }) => status === 200)).toEqual([]);
});

test("a dead token ends the upload and asks for the account to be linked again", async () => {
  await linkMixcloud(performer, account);
  const { setId } = await set({ name: "Dead" });
  await failNext({ count: 1, status: 401, path: "/upload/" });
  await runAt(soon);
  expect(await uploadOf(setId)).toMatchObject({ status: "failed", problem: "relink" });
  const view = await answerOf<UploadsView>(request("/api/social/uploads", { as: performer }));
  expect(view.account).toEqual({ name: account, isRefused: true });
  await linkMixcloud(performer, account);
  await answerOf(retry(setId));
  await runAt(soon);
  expect(await uploadOf(setId)).toMatchObject({ status: "done" });
});

test("a refusal of the service ends the upload with its words", async () => {
  await linkMixcloud(performer, account);
  const { setId } = await set({ name: "Refused" });
  await failNext({ count: 1, status: 400, path: "/upload/" });
  await runAt(soon);
  expect(await uploadOf(setId)).toMatchObject({ status: "failed", problem: "refused", details: "HTTP 400" });
  await runAt(30 * minuteMs);
  expect(await sent("Refused")).toHaveLength(1);
});

test("what is for its performer alone is uploaded; what is not to be uploaded, kept or linked is not", async () => {
  await set({ name: "Unlinked", endedAt: Date.now() - minuteMs });
  await linkMixcloud(performer, account);
  await set({ name: "Alone", visibility: "me" });
  await set({ name: "Off", isUploaded: false });
  await set({ name: "Never", visibility: "never" });
  await runAt(soon);
  expect((await uploadsOf(performer)).map(({ name }) => name)).toEqual(["Alone on Cue"]);
});

test("a recording that is deleted before it is sent is not sent", async () => {
  await linkMixcloud(performer, account);
  const { setId, replay } = await set({ name: "Withdrawn" });
  await failNext({ count: 1, status: 403, path: "/upload/", retryAfter: 60 });
  await runAt(soon);
  await answerOf(request("/api/replays/delete", { as: performer, body: { replay: replay.id } }));
  await runAt(30 * minuteMs);
  expect(await uploadOf(setId)).toMatchObject({ status: "failed", problem: "withdrawn" });
  expect(await refusalOf(retry(setId))).toBe("not-found");
  expect(await sent("Withdrawn")).toHaveLength(1);
});

test("uploads are seen and tried again by their performer alone", async () => {
  await linkMixcloud(performer, account);
  const { setId } = await set({ name: "Mine" });
  await runAt(soon);
  const other = await makePerformer();
  expect(await uploadsOf(other)).toEqual([]);
  const body = { replay: setId };
  expect(await answerOf(request("/api/social/upload", { as: other, body }))).toBeNull();
  expect(await refusalOf(request("/api/social/retryUpload", { as: other, body }))).toBe("not-found");
});

test("a token is in no log, table, export or list of requests", async () => {
  const logged: unknown[] = [];
  for (const level of ["log", "info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...line) => void logged.push(...line));
  await linkMixcloud(performer, account);
  const { setId } = await set({ name: "Secret" });
  for (const [status, passedMs] of [
    [0, soon],
    [503, 20 * minuteMs],
    [401, 60 * minuteMs],
  ]) {
    await failNext({ count: 1, status, path: "/upload/" });
    await runAt(passedMs ?? 0);
  }
  expect((await sent("Secret")).map(({ status }) => status)).toEqual([0, 503, 401]);
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  const row = await env.DB.prepare("select token from linked_accounts where user_id = ?")
    .bind(performer.id)
    .first<{ token: string }>();
  const token = await ctx.vault.open(row?.token ?? "", `mixcloud-token:${performer.id}`);
  expect(token.length).toBeGreaterThan(20);
  const exported = await (await request("/api/users/export", { as: performer })).text();
  expect(exported).toContain(account);
  const places = {
    logged: JSON.stringify(logged),
    tables: JSON.stringify(await everyTable()),
    exported,
    requests: JSON.stringify(await received()),
    uploads: JSON.stringify([await uploadOf(setId), await uploadsOf(performer)]),
  };
  for (const [place, text] of Object.entries(places)) expect(text.includes(token), place).toBe(false);
  expect(exported.includes(row?.token ?? "")).toBe(false);
  vi.restoreAllMocks();
});
