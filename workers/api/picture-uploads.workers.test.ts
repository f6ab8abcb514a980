/** Rules for every call with a picture: its limits, and what happens to the previous picture. */
import { env } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { AppContext, Viewer } from "#app/context.ts";
import { sendMessage } from "#app/domains/air/messages/send.server.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { StageNoticeView } from "#app/domains/air/stages/contract/manage.ts";
import { updateStage } from "#app/domains/air/stages/manage.server.ts";
import { saveProfile } from "#app/domains/people/people/my-profile.server.ts";
import { linkMixcloud } from "#tests/helpers/linked-accounts.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { samples } from "#tests/helpers/pictures/samples.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";
import { createAppContext } from "../context.ts";

const picture = `data:image/jpeg;base64,${Buffer.from(samples.baseline).toString("base64")}`;
const anotherPicture = `data:image/jpeg;base64,${Buffer.from(samples.progressive).toString("base64")}`;

function contextOf({ id, username }: Person, change: Partial<AppContext> = {}): AppContext {
  const flags = { isPerformer: false, hasPassedTest: false, isManager: true, isOperator: false };
  const shown = { photo: null, badge: null, performerType: null };
  const viewer: Viewer = { id, username, ...shown, ...flags, sessionHash: "session" };
  return { ...createAppContext(new Request(env.CUE_ORIGIN), env, viewer), ...change };
}

const picturesOf = async (ownerId: string) =>
  (await env.DB.prepare("select id from pictures where owner_id = ?").bind(ownerId).all<{ id: string }>())
    .results;
const filesIn = async () => (await env.PICTURES.list()).objects.map(({ key }) => key.split("/")[0]);
const thumbnailOf = (id: string) =>
  env.DB.prepare("select thumbnail from stages where id = ?").bind(id).first<string>("thumbnail");

test("no upload of any kind is decoded once the upload limit is reached", async () => {
  const [person, other] = [await makePerson({ isManager: true }), await makePerson()];
  const stage = await makeStage(person);
  const keep = vi.fn<AppContext["pictures"]["keep"]>();
  const usedUp = { ok: false, code: "rate-limited", retryAfterMs: 1_000 } as const;
  const pictures = { keep, remove: () => Promise.resolve(), readAsJpeg: () => Promise.resolve(null) };
  const real = contextOf(person);
  const take: AppContext["limits"]["take"] = (key, limit) =>
    key.startsWith("pictures:") ? Promise.resolve(usedUp) : real.limits.take(key, limit);
  const ctx = { ...real, pictures, limits: { ...real.limits, take } };
  const uploads = [
    () => updateStage(ctx, { room: stage.id, thumbnail: picture }),
    () => saveProfile(ctx, { profile: picture }),
    () => saveProfile(ctx, { banner: picture }),
    () => sendMessage(ctx, { participants: [other.id], message: "", picture }),
  ];
  for (const upload of uploads) await expect(upload()).rejects.toMatchObject({ code: "rate-limited" });
  expect(keep).not.toHaveBeenCalled();
});

test("uploads of all kinds share one limit, including refused pictures", async () => {
  const person = await makePerson({ isManager: true });
  const stage = await makeStage(person);
  const update = (thumbnail: string) =>
    request("/api/rooms/update", { as: person, body: { room: stage.id, thumbnail } });
  for (let i = 0; i < 6; i++) await answerOf(update(picture));
  for (let i = 0; i < 6; i++)
    expect(await refusalOf(update("data:image/png;base64,aGk="))).toBe("picture-type");
  expect(await refusalOf(update(picture))).toBe("rate-limited");
  const ofProfile = request("/api/users/saveProfile", { as: person, body: { profile: picture } });
  expect(await refusalOf(ofProfile)).toBe("rate-limited");
  // Updates without a picture are still allowed.
  await answerOf(request("/api/rooms/update", { as: person, body: { room: stage.id, genre: "Dub" } }));
});

test("a refused change of a stage keeps its thumbnail and stores nothing of the new one", async () => {
  const manager = await makePerson({ isManager: true });
  const [stage, other] = [await makeStage(manager), await makeStage(manager)];
  const update = (change: object) =>
    request("/api/rooms/update", { as: manager, body: { room: stage.id, ...change } });
  const { thumbnail } = await answerOf<StageNoticeView>(update({ thumbnail: picture }));
  const [own] = await picturesOf(stage.id);
  const before = await filesIn();
  expect(before).toContain(own?.id);

  for (const wish of [anotherPicture, null])
    expect(await refusalOf(update({ thumbnail: wish, customUrl: other.customUrl }))).toBe("conflict");
  expect(await thumbnailOf(stage.id)).toBe(thumbnail);
  expect(await picturesOf(stage.id)).toEqual([own]);
  expect(await filesIn()).toEqual(before);

  await answerOf(update({ thumbnail: anotherPicture, customUrl: `${other.customUrl}-2` }));
  const [next, ...more] = await picturesOf(stage.id);
  expect(more).toEqual([]);
  expect(next).not.toEqual(own);
  const after = await filesIn();
  expect(after).toContain(next?.id);
  expect(after).not.toContain(own?.id);
});

test("a set's picture and tags change while it is on, and a refused change keeps the old picture alone", async () => {
  const [manager, performer] = await Promise.all([makePerson({ isManager: true }), makePerformer()]);
  const stage = await makeStage(manager);
  const { id } = await makeSet(stage, performer, -1_800_000);
  const update = (as: Person, change: object) =>
    request("/api/sets/update", { as, body: { set: id, ...change } });
  const shown = () => answerOf<SetView>(request("/api/sets/getSet", { as: performer, body: { set: id } }));
  expect(await shown()).toMatchObject({ picture: null, tags: [] });

  const tags = ["Dub", " dub ", "Deep  house"];
  await answerOf(update(performer, { picture, tags }));
  const before = await shown();
  expect(before.tags).toEqual(["Dub", "Deep house"]);
  const [own, ...more] = await picturesOf(performer.id);
  expect(before.picture).toContain(own?.id);
  expect(more).toEqual([]);

  expect(await refusalOf(update(manager, { picture: anotherPicture, revision: 0 }))).toBe("conflict");
  expect(await refusalOf(update(performer, { tags: ["a", "b", "c", "d", "e", "f"] }))).toBe("too-many-tags");
  expect(await shown()).toMatchObject({ picture: before.picture, tags: before.tags });
  expect(await picturesOf(performer.id)).toEqual([own]);

  await answerOf(update(manager, { picture: null }));
  expect(await shown()).toMatchObject({ picture: null, tags: before.tags });
  expect(await picturesOf(performer.id)).toEqual([]);
});

test("one of two simultaneous thumbnail changes is refused, and leaves no picture behind", async () => {
  const manager = await makePerson({ isManager: true });
  const stage = await makeStage(manager);
  const update = (thumbnail: string) =>
    request("/api/rooms/update", { as: manager, body: { room: stage.id, thumbnail } });
  const statuses = (await Promise.all([update(picture), update(anotherPicture), update(picture)])).map(
    ({ status }) => status,
  );
  expect(statuses).toContain(200);
  const kept = await picturesOf(stage.id);
  expect(kept).toHaveLength(1);
  expect(await thumbnailOf(stage.id)).toContain(kept[0]?.id);
});

test("so is one of two simultaneous changes of the picture that goes with uploads", async () => {
  const person = await makePerformer();
  await linkMixcloud(person, "pictured");
  const update = (mixcloudPhoto: string) =>
    request("/api/social/mixcloudUpdate", { as: person, body: { mixcloudPhoto } });
  const answers = await Promise.all([update(picture), update(anotherPicture), update(picture)]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(await picturesOf(person.id)).toHaveLength(1);
});

test("a failed database write keeps the old thumbnail and nothing of the new one", async () => {
  const manager = await makePerson({ isManager: true });
  const stage = await makeStage(manager);
  await updateStage(contextOf(manager), { room: stage.id, thumbnail: picture });
  const before = await thumbnailOf(stage.id);
  const ctx = contextOf(manager);
  const db = new Proxy(ctx.db, {
    get: (target, name) =>
      name === "batch" ? () => Promise.reject(new Error("D1 is away")) : Reflect.get(target, name, target),
  });
  await expect(updateStage({ ...ctx, db }, { room: stage.id, thumbnail: anotherPicture })).rejects.toThrow(
    "D1 is away",
  );
  expect(await thumbnailOf(stage.id)).toBe(before);
  expect(await picturesOf(stage.id)).toHaveLength(1);
});

test("a picture is not stored at all when one of its sizes cannot be stored", async () => {
  const put = env.PICTURES.put.bind(env.PICTURES);
  let count = 0;
  const failing = new Proxy(env.PICTURES, {
    get: (target, name) =>
      name === "put"
        ? (...given: Parameters<typeof put>) =>
            ++count === 2 ? Promise.reject(new Error("R2 is away")) : put(...given)
        : Reflect.get(target, name, target).bind?.(target),
  });
  const { pictures } = createAppContext(new Request(env.CUE_ORIGIN), { ...env, PICTURES: failing }, null);
  const before = await filesIn();
  await expect(pictures.keep(picture, "thumbnail", "nobody")).rejects.toThrow("R2 is away");
  expect(await picturesOf("nobody")).toEqual([]);
  expect(await filesIn()).toEqual(before);
});
