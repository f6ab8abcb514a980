/** Reads of replays by other sites and search engines. */
import { beforeAll, expect, test } from "vitest";
import type { OEmbedView } from "#app/domains/outside/embeds/contract.ts";
import { makePerformer, type Person } from "#tests/helpers/people.ts";
import { makeReplay } from "#tests/helpers/replays.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

const origin = "http://localhost:8787";
let ada: Person;

beforeAll(async () => {
  ada = await makePerformer({ username: "Reach Replay" });
});

test("oEmbed returns the player of a replay that everyone may hear, for its page and player", async () => {
  const oembed = (path: string, caller = {}) =>
    request(`/oembed?url=${encodeURIComponent(`${origin}${path}`)}`, caller);
  const { id } = await makeReplay({ performerId: ada.id });
  for (const path of [`/replay/${id}`, `/replay/${id}?t=20`, `/player/replay/${id}`]) {
    const response = await oembed(path);
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    expect(await answerOf<OEmbedView>(Promise.resolve(response))).toMatchObject({
      cache_age: 0,
      version: "1.0",
      type: "rich",
      title: "Reach Replay",
      author_name: "Reach Replay",
      author_url: `${origin}/profile/${ada.id}`,
      html: expect.stringContaining(`src="${origin}/player/replay/${id}"`),
    });
  }
  const own = await makeReplay({ performerId: ada.id, visibility: "me" });
  for (const caller of [{}, { cookie: ada }])
    expect((await oembed(`/replay/${own.id}`, caller)).status).toBe(404);
  expect((await oembed("/replay/nothing")).status).toBe(404);
});

test("the sitemap lists the replays that everyone may hear and that stay", async () => {
  const locations = async (path: string) =>
    Array.from((await (await request(path)).text()).matchAll(/<loc>([^<]*)<\/loc>/g), ([, loc]) => loc ?? "");
  const banned = await makePerformer({ bannedAt: 1 });
  const { id } = await makeReplay({ performerId: ada.id, isInFeed: false });
  const others = [
    await makeReplay({ performerId: ada.id, visibility: "me" }),
    await makeReplay({ performerId: ada.id, visibility: "day" }),
    await makeReplay({ performerId: ada.id, status: "recording", endedAt: null }),
    await makeReplay({ performerId: banned.id }),
  ];
  expect(await locations("/sitemap.xml")).toContain(`${origin}/sitemap/replays-1.xml`);
  const listed = await locations("/sitemap/replays-1.xml");
  expect(listed).toContain(`${origin}/replay/${id}`);
  for (const other of others) expect(listed).not.toContain(`${origin}/replay/${other.id}`);
});
