/**
 * DNS rebinding: a foreign host name that resolves to this server gets nothing, and links name only the configured
 * origin.
 */
import { createExecutionContext, env, SELF, waitOnExecutionContext } from "cloudflare:test";
import { expect, test } from "vitest";
import { addStage, report } from "#tests/helpers/rooms.ts";
import worker from "./local/app.ts";

const own = "http://localhost:8787";

/** Sends a request with this address and Host header. */
async function ask(url: string, settings: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const ctx = createExecutionContext();
  const response = await worker.fetch(
    new Request(url, { headers, redirect: "manual" }),
    { ...env, ...settings },
    ctx,
  );
  await waitOnExecutionContext(ctx);
  return response;
}

const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;

test("a foreign host name is refused everywhere with a message that names the right address", async () => {
  const foreign = "http://rebound.example:8787";
  for (const path of [
    "/dev/outbox.json",
    "/api/status",
    "/live/x.m3u",
    "/pictures/x",
    "/sitemap.xml",
    "/oembed",
  ])
    expect([path, await statusOf(`${foreign}${path}`)]).toEqual([path, 421]);
  const upgrade = { upgrade: "websocket", origin: foreign };
  expect(await statusOf(`${foreign}/realtime/lobby`, {}, upgrade)).toBe(421);
  const answer = await ask(`${foreign}/api/status`);
  expect(await answer.json()).toMatchObject({
    code: "wrong-host",
    error: "This is not an address of this site. Please open http://localhost:8787",
  });
});

test("a local copy accepts its origin, loopback addresses and its listening address", async () => {
  const settings = { CUE_ORIGIN: "http://music.lan:8787/", CUE_HOST: "192.168.1.20" };
  for (const host of [
    "music.lan:8787",
    "localhost:9000",
    "127.0.0.1:8787",
    "[::1]:8787",
    "192.168.1.20:8787",
  ])
    expect([host, await statusOf(`http://${host}/api/status`, settings)]).toEqual([host, 200]);
  const others = [
    "music.lan",
    "music.lan:9000",
    "music.lan.rebound.example:8787",
    "192.168.1.21:8787",
    "localhost.rebound.example:8787",
    "127.0.0.1.rebound.example:8787",
    "0.0.0.0:8787",
  ];
  for (const host of others)
    expect([host, await statusOf(`http://${host}/api/status`, settings)]).toEqual([host, 421]);
});

test("both the URL and the Host header must name this instance", async () => {
  for (const host of ["rebound.example:8787", "localhost:8787@rebound.example", "localhost:8787/x", ""])
    expect([host, await statusOf(`${own}/api/status`, {}, { host })]).toEqual([host, 421]);
  expect(await statusOf("http://rebound.example/api/status", {}, { host: "localhost:8787" })).toBe(421);
  expect(await statusOf(`${own}/api/status`, {}, { host: "localhost:8787" })).toBe(200);
});

test("a deployed copy accepts only its origin, and redirects plain HTTP to it", async () => {
  const deployed = { CUE_MODE: "production", CUE_ORIGIN: "https://cue.example" };
  expect(await statusOf("https://cue.example/api/status", deployed)).toBe(200);
  for (const host of ["cue-music.workers.dev", "localhost", "cue.example:8443"])
    expect([host, await statusOf(`https://${host}/api/status`, deployed)]).toEqual([host, 421]);
  const plain = await ask("http://cue.example/room/x?a=b", deployed);
  expect([plain.status, plain.headers.get("location")]).toEqual([308, "https://cue.example/room/x?a=b"]);
});

test("the outbox is readable by loopback only, and needs a key on a network-facing copy", async () => {
  const at = (url: string, settings: Record<string, string> = {}, from = "127.0.0.1") =>
    statusOf(url, settings, { "cf-connecting-ip": from });
  const outbox = `${own}/dev/outbox.json`;
  for (const from of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) expect(await at(outbox, {}, from)).toBe(200);
  expect(await at(outbox, {}, "192.168.1.7")).toBe(404);
  expect(await at("http://music.lan:8787/dev/outbox.json", { CUE_ORIGIN: "http://music.lan:8787" })).toBe(
    404,
  );
  const inNetwork = { CUE_DEV_KEY: "key-of-this-copy" };
  expect(await at(outbox, inNetwork)).toBe(404);
  expect(await at(`${outbox}?key=another`, inNetwork)).toBe(404);
  expect(await at(`${outbox}?key=key-of-this-copy`, inNetwork)).toBe(200);
  expect(await at(`${outbox}?key=key-of-this-copy`, inNetwork, "192.168.1.7")).toBe(404);
});

test("playlists name the configured origin, whatever host was requested", async () => {
  const room = await addStage("named");
  await room.streamChanged(report("stage", "named"));
  for (const extension of ["m3u", "pls"]) {
    const answer = await SELF.fetch(`http://127.0.0.1:8787/live/stream-named.${extension}`);
    const text = new TextDecoder().decode(await answer.arrayBuffer());
    expect(text).toContain(`${own}/live/stream-named\n`);
    expect(text).not.toContain("127.0.0.1");
  }
});
