import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { ServiceView } from "#app/domains/outside/operator/contract/elsewhere.ts";
import { listServices } from "#app/domains/outside/operator/elsewhere.server.ts";
import { parties, sources } from "#app/domains/people/integrations/elsewhere.ts";
import { failNext, linkMixcloud } from "#tests/helpers/linked-accounts.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "../context.ts";

const operator = { token: "test-operator-key-0123456789" };
const services = (body: object = {}) =>
  answerOf<ServiceView[]>(request("/api/operator/services", { as: operator, body }));

test("operators see which services are on and whether their keys work, and never a secret", async () => {
  expect(await refusalOf(request("/api/operator/services", { as: await makePerson(), body: {} }))).toBe(
    "not-found",
  );
  await linkMixcloud(await makePerson(), "counted");
  const all = await services();
  expect(all.map(({ party, state }) => [party, state])).toEqual(
    [...parties, ...sources].map((party) => [party, "simulator"]),
  );
  expect(all.every(({ check }) => check === null)).toBe(true);
  expect(all.find(({ party }) => party === "mixcloud")).toMatchObject({ refused: 0, refusedAt: null });
  expect(all.find(({ party }) => party === "mixcloud")?.linked).toBeGreaterThan(0);
  const check = async (party: string) =>
    (await services({ check: party })).flatMap((each) =>
      each.check === null ? [] : [each.party, each.check],
    );
  expect(await check("lastfm")).toEqual(["lastfm", "works"]);
  expect(await check("listenbrainz")).toEqual(["listenbrainz", "works"]);
  expect(await check("mixcloud")).toEqual(["mixcloud", "unknown"]);
  expect(await check("musicbrainz")).toEqual(["musicbrainz", "works"]);
  expect(await check("coverart")).toEqual(["coverart", "works"]);
  expect(await check("commons")).toEqual(["commons", "works"]);
  expect(await check("acoustid")).toEqual(["acoustid", "works"]);
  await failNext({ count: 1, status: 0 }, "lastfm");
  expect(await check("lastfm")).toEqual(["lastfm", "unreachable"]);
  expect(JSON.stringify(all)).not.toContain("local-secret");
});

test("a service is on by its keys, or by the list of those without; wrong keys are refused", async () => {
  const deployed = {
    ...env,
    CUE_LASTFM_KEY: "another-key",
    CUE_LASTFM_SECRET: "canary-of-lastfm",
    CUE_ELSEWHERE: "bluesky, listenbrainz",
    CUE_MODE: "production",
  } as unknown as Env;
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), deployed, null);
  const all = await listServices(ctx, {});
  const on = all.flatMap(({ party, state }) => (state === "off" ? [] : [`${party}: ${state}`]));
  expect(on).toEqual(["bluesky: list", "listenbrainz: list", "lastfm: keys"]);
  // Sources are on only where they are listed, not by default.
  const listed = (list?: string) =>
    sources.filter(
      (source) =>
        createAppContext(
          new Request(env.CUE_ORIGIN),
          { ...deployed, CUE_ELSEWHERE: list } as Env,
          null,
        ).connect(source) !== null,
    );
  expect(listed()).toEqual([]);
  expect(listed("commons, coverart, musicbrainz, acoustid")).toEqual(["musicbrainz", "coverart", "commons"]);
  expect(JSON.stringify(all)).not.toContain("canary");
  expect(all.find(({ party }) => party === "lastfm")?.callback).toMatch(/\/api\/social\/lastfm$/);

  const connect: typeof ctx.connect = (party) => {
    const service = createAppContext(new Request(env.CUE_ORIGIN), env, null).connect(party);
    return service && { ...service, keys: { id: "local", secret: "wrong" } };
  };
  const [checked] = (await listServices({ ...ctx, connect }, { check: "lastfm" })).filter(
    ({ check }) => check !== null,
  );
  expect(checked).toMatchObject({ party: "lastfm", check: "refused" });
});
