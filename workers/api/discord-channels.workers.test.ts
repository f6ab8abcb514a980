import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { addDiscord, addTelegram } from "#app/domains/outside/posts/add-channel.server.ts";
import {
  addChannel,
  added,
  expectNowhere,
  failNext,
  listTargets,
  makeBot,
  makeChat,
  makeWebhook,
  onAirEvent,
  post,
  press,
  receivedBy,
  removeTarget,
} from "#tests/helpers/channels.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";
import { createAppContext } from "../context.ts";
import { findViewer } from "../session.ts";

const text = { text: "Hello" };

test("an instance on which they are off has neither", async () => {
  const person = await makePerformer();
  const asPerson = new Request(env.CUE_ORIGIN, { headers: { authorization: `Bearer ${person.token}` } });
  const off = { ...env, CUE_ELSEWHERE: "mastodon" } as unknown as Env;
  const ctx = createAppContext(asPerson, off, await findViewer(asPerson, off));
  await expect(addDiscord(ctx, { url: await makeWebhook() })).rejects.toMatchObject({ code: "not-found" });
  await expect(addTelegram(ctx, { token: "x", chat: "@x" })).rejects.toMatchObject({ code: "not-found" });
});

test("a stage's channels are those of its managers, and each owner has five at most", async () => {
  const [manager, other, performer] = [await makePerson(), await makePerson(), await makePerformer()];
  const stage = await makeStage(manager);
  const url = await makeWebhook();
  expect(await refusalOf(addChannel(manager, "discord", { url }))).toBe("no-test");
  expect(await refusalOf(addChannel(other, "discord", { stage: stage.id, url }))).toBe("not-found");
  const target = await added(manager, "discord", { stage: stage.id, url });
  expect(target).toMatchObject({ party: "discord", name: "Captain Hook", owner: { kind: "stage" } });
  expect(await listTargets(manager, stage.id)).toHaveLength(1);
  expect(await listTargets(manager)).toEqual([]);
  expect(await refusalOf(removeTarget(other, target.id))).toBe("not-found");
  // The same channel may be a performer's too.
  await added(performer, "discord", { url });
  for (let i = 0; i < 3; i++) await added(performer, "discord", { url: await makeWebhook() });
  const token = await makeBot();
  await added(performer, "telegram", { token, chat: await makeChat("channel") });
  expect(await refusalOf(addChannel(performer, "discord", { url: await makeWebhook() }))).toBe(
    "too-many-channels",
  );
  const chat = await makeChat("group");
  expect(await refusalOf(addChannel(performer, "telegram", { token, chat }))).toBe("too-many-channels");
  // One that is there already is linked again.
  await added(performer, "discord", { url });
  expect(await listTargets(performer)).toHaveLength(5);
  expect(await listTargets(manager, stage.id)).toHaveLength(1);
});

describe("a Discord channel", () => {
  test.each([
    "https://example.com/api/webhooks/123456789012345678/aaaa",
    "http://discord.com/api/webhooks/123456789012345678/TOKEN",
    "https://discord.com.evil.example/api/webhooks/123456789012345678/TOKEN",
    "https://discord.com@evil.example/api/webhooks/123456789012345678/TOKEN",
    "https://discord.com:444/api/webhooks/123456789012345678/TOKEN",
    "https://discord.com/api/webhooks/123456789012345678/../../users/@me",
    "https://discord.com/api/users/@me",
    "hello",
  ])("is not added by %s", async (url) => {
    const person = await makePerformer();
    const asked = (await receivedBy("discord")).length;
    const body = { url: url.replace("TOKEN", "a".repeat(68)) };
    expect(await refusalOf(addChannel(person, "discord", body))).toBe("not-a-webhook");
    expect(await receivedBy("discord")).toHaveLength(asked);
  });

  test("is added by its webhook's address, at any of its hosts, and its secret is nowhere", async () => {
    const person = await makePerformer();
    const url = await makeWebhook();
    const token = url.split("/").at(-1) ?? "";
    expect(await refusalOf(addChannel(person, "discord", { url: url.replace(/.$/, "~") }))).toBe(
      "not-a-webhook",
    );
    const other = `${url.slice(0, -4)}aaaa`;
    expect(await refusalOf(addChannel(person, "discord", { url: other }))).toBe("webhook-unknown");
    const unknown = url.replace(/\/\d+\//, "/123456789012345678/");
    expect(await refusalOf(addChannel(person, "discord", { url: unknown }))).toBe("webhook-unknown");
    await failNext("discord", { status: 403 });
    expect(await refusalOf(addChannel(person, "discord", { url }))).toBe("elsewhere-busy");
    await failNext("discord", { status: 0 });
    expect(await refusalOf(addChannel(person, "discord", { url }))).toBe("elsewhere-busy");
    const target = await added(person, "discord", { url: `${url.replace("//", "//ptb.")}?wait=true` });
    expect(target).toMatchObject({ name: "Captain Hook", isRefused: false, canEdit: true });
    expect(JSON.stringify(target)).not.toContain(token);
    await expectNowhere(token);
  });

  test("gets a post with a card that notifies no one, and changes at the end", async () => {
    const person = await makePerformer();
    const stage = { id: "01STAGE", name: "Night Shift" };
    const target = await added(person, "discord", { url: await makeWebhook() });
    const live = await post(target.id, { event: onAirEvent("live", person, stage) });
    expect(live).toMatchObject({
      is: "sent",
      url: expect.stringMatching(/^https:\/\/discord\.com\/channels\/\d+\//),
    });
    const sent = (await receivedBy("discord")).at(-1);
    expect(sent).toMatchObject({
      method: "POST",
      path: expect.stringMatching(/^\/api\/v10\/webhooks\/\d+\/…\?wait=true$/),
      body: {
        allowed_mentions: { parse: [] },
        embeds: [{ title: expect.stringContaining("Late [bus]\\("), url: `${env.CUE_ORIGIN}/room/01STAGE` }],
      },
    });
    const remote = live.is === "sent" ? (live.remote ?? "") : "";
    expect(await post(target.id, { event: onAirEvent("ended", person, stage), remote })).toMatchObject({
      is: "sent",
    });
    const edited = (await receivedBy("discord")).at(-1);
    expect(edited).toMatchObject({
      method: "PATCH",
      body: { embeds: [{ url: `${env.CUE_ORIGIN}/replay/broadcast` }] },
    });
    expect(edited?.path).toContain(`/messages/${remote}`);
    const gone = await post(target.id, { event: onAirEvent("ended", person, stage), remote: "123" });
    expect(gone).toMatchObject({ is: "refused", details: expect.stringContaining("Unknown Message") });
  });

  test("says when it wants to be left alone", async () => {
    const person = await makePerformer();
    const target = await added(person, "discord", { url: await makeWebhook() });
    await failNext("discord", { status: 429 });
    expect(await post(target.id, text)).toMatchObject({ is: "later", waitMs: 1_337 });
    for (const status of [403, 502]) {
      await failNext("discord", { status });
      expect(await post(target.id, text)).toMatchObject({ is: "later", waitMs: null });
    }
    const outcomes = [];
    for (let i = 0; i < 6; i++) outcomes.push(await post(target.id, text));
    const waits = outcomes.filter((outcome) => outcome.is === "later");
    expect(waits.length).toBeGreaterThan(0);
    for (const { waitMs } of waits) expect(waitMs).toBeLessThanOrEqual(2_000);
  });

  test("is dead once its webhook was deleted, and lives when it is added again", async () => {
    const person = await makePerformer();
    const url = await makeWebhook();
    const target = await added(person, "discord", { url });
    await failNext("discord", { status: 401 });
    expect(await post(target.id, text)).toMatchObject({ is: "dead" });
    await press("discord", `/delete/${url.split("/").at(-2)}`);
    expect(await post(target.id, text)).toMatchObject({
      is: "dead",
      details: expect.stringContaining("deleted"),
    });
    await env.DB.prepare("update post_targets set refused_at = 1 where id = ?").bind(target.id).run();
    const before = (await receivedBy("discord")).length;
    expect(await post(target.id, text)).toMatchObject({ is: "dead" });
    expect(await receivedBy("discord")).toHaveLength(before);
    expect(await refusalOf(addChannel(person, "discord", { url }))).toBe("webhook-unknown");
  });

  test("keeps its settings when it is added again", async () => {
    const person = await makePerformer();
    const url = await makeWebhook();
    const { id } = await added(person, "discord", { url });
    await answerOf(request("/api/posts/update", { as: person, body: { target: id, hasLink: false } }));
    await env.DB.prepare("update post_targets set refused_at = 1 where id = ?").bind(id).run();
    expect(await added(person, "discord", { url })).toMatchObject({ id, hasLink: false, isRefused: false });
    expect(await post(id, text)).toMatchObject({ is: "sent" });
  });

  test("gets nothing twice where no response came", async () => {
    const person = await makePerformer();
    const target = await added(person, "discord", { url: await makeWebhook() });
    await failNext("discord", { status: 0, isHandled: true });
    expect(await post(target.id, text)).toEqual({ is: "unsure" });
    const before = (await receivedBy("discord")).length;
    expect(await post(target.id, { ...text, isUnsure: true })).toEqual({ is: "unsure" });
    expect(await receivedBy("discord")).toHaveLength(before);
  });

  test("that is a forum is refused in words", async () => {
    const person = await makePerformer();
    const target = await added(person, "discord", { url: await makeWebhook("forum") });
    const outcome = await post(target.id, text);
    expect(outcome).toMatchObject({
      is: "refused",
      details: expect.stringContaining("Choose a text channel"),
    });
  });

  test("is removed with its secret", async () => {
    const person = await makePerformer();
    const { id } = await added(person, "discord", { url: await makeWebhook() });
    expect(await answerOf(removeTarget(person, id))).toEqual([]);
    expect(await refusalOf(removeTarget(person, id))).toBe("not-found");
    const stored = env.DB.prepare("select count(*) as n from post_targets where id = ?").bind(id);
    expect(await stored.first("n")).toBe(0);
  });
});
