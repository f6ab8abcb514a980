/** Reads of this site by other sites and search engines. */
import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { OEmbedView } from "#app/domains/outside/embeds/contract.ts";
import { openDb } from "#db/client.ts";
import { stages } from "#db/schema/index.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

const origin = "http://localhost:8787";

async function makeStage(name: string, customUrl: string | null = null): Promise<string> {
  const id = `reach-${crypto.randomUUID()}`;
  await openDb(env.DB)
    .insert(stages)
    .values({ id, name, customUrl, streamId: `stream-${id}`, createdAt: Date.now() });
  return id;
}

const oembed = (url: string, more = "") => request(`/oembed?url=${encodeURIComponent(url)}${more}`);

describe("oEmbed", () => {
  test("returns a frame of 800x326 for a stage's page and player, to every site", async () => {
    const id = await makeStage('The "Loud" <Room>', "loud-room");
    for (const path of [`/room/${id}`, "/room/loud-room", "/player/stage/loud-room"]) {
      const response = await oembed(`${origin}${path}`);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
      expect(await answerOf<OEmbedView>(Promise.resolve(response))).toEqual({
        version: "1.0",
        type: "rich",
        title: 'The "Loud" <Room>',
        provider_name: "Cue Music",
        provider_url: origin,
        cache_age: 3_600,
        html: `<iframe src="${origin}/player/stage/loud-room" width="800" height="326" title="The &quot;Loud&quot; &lt;Room&gt; on Cue" allow="autoplay" style="border:0;max-width:100%"></iframe>`,
        width: 800,
        height: 326,
      });
    }
  });

  test("respects maxwidth and maxheight", async () => {
    const id = await makeStage("Small");
    const view = await answerOf<OEmbedView>(oembed(`${origin}/room/${id}`, "&maxwidth=400&maxheight=200"));
    expect(view).toMatchObject({ width: 400, height: 200 });
    expect(view.html).toContain('width="400" height="200"');
  });

  test("returns the player and name of a performer for the profile and the player", async () => {
    const ada = await makePerformer({ username: "Reach Ada" });
    for (const path of [`/profile/${ada.id}`, "/player/Reach-Ada"]) {
      expect(await answerOf<OEmbedView>(oembed(`${origin}${path}`))).toMatchObject({
        title: "Reach Ada",
        author_name: "Reach Ada",
        author_url: `${origin}/profile/${ada.id}`,
        html: expect.stringContaining(`src="${origin}/player/Reach-Ada"`),
      });
    }
  });

  test("returns 404 for pages without a player, 501 for other formats and 400 for invalid parameters", async () => {
    const listener = await makePerson();
    const banned = await makePerformer({ bannedAt: 1 });
    for (const url of [
      `${origin}/room/nowhere`,
      `${origin}/settings/profile`,
      `${origin}/profile/${listener.id}`,
      `${origin}/profile/${banned.id}`,
      "https://elsewhere.example/room/x",
      "nonsense",
    ])
      expect((await oembed(url)).status, url).toBe(404);
    const id = await makeStage("Xml");
    expect((await oembed(`${origin}/room/${id}`, "&format=xml")).status).toBe(501);
    expect((await oembed(`${origin}/room/${id}`, "&format=json")).status).toBe(200);
    expect((await request("/oembed")).status).toBe(400);
    expect((await oembed(`${origin}/room/${id}`, "&maxwidth=-1")).status).toBe(400);
  });
});

describe("the sitemap", () => {
  const locations = async (path: string) =>
    Array.from((await (await request(path)).text()).matchAll(/<loc>([^<]*)<\/loc>/g), ([, loc]) => loc ?? "");

  test("links to its parts, which list every stage, every performer and the public pages", async () => {
    const [named, unnamed] = [await makeStage("Named", "reach-named"), await makeStage("Unnamed")];
    const performer = await makePerformer();
    const [listener, banned] = [await makePerson(), await makePerformer({ bannedAt: 1 })];
    const parts = await locations("/sitemap.xml");
    expect(parts).toEqual(
      ["pages", "stages-1", "performers-1"].map((name) => `${origin}/sitemap/${name}.xml`),
    );
    const all = (await Promise.all(parts.map((part) => locations(part.slice(origin.length))))).flat();
    for (const path of ["/", "/privacy", "/room/reach-named", `/room/${unnamed}`, `/profile/${performer.id}`])
      expect(all).toContain(`${origin}${path}`);
    for (const path of [`/room/${named}`, `/profile/${listener.id}`, `/profile/${banned.id}`])
      expect(all).not.toContain(`${origin}${path}`);
    expect(new Set(all).size).toBe(all.length);
  });

  test("is XML with a cache time of one hour, and has no other parts", async () => {
    const response = await request("/sitemap.xml");
    expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    for (const none of ["stages-2", "stages-0", "users-1", "pages.xml"])
      expect((await request(`/sitemap/${none}.xml`)).status, none).toBe(404);
    expect((await request("/sitemap/pages")).status).toBe(404);
  });

  test("is named by robots.txt, which excludes calls and allows set pages", async () => {
    const text = await (await request("/robots.txt")).text();
    expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`);
    expect(text).toContain("Disallow: /api/");
    expect(text).toContain("Allow: /djs/sets/");
  });
});
