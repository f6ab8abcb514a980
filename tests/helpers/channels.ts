/** Channels at the simulators of Discord and Telegram, and posts to them. */
import { env } from "cloudflare:test";
import { expect } from "vitest";
import type { PostTargetView } from "#app/domains/outside/posts/contract.ts";
import { findPostTarget } from "#app/domains/outside/posts/queries/post-targets.ts";
import { sendPost } from "#app/domains/outside/posts/send.server.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { Outcome } from "#app/domains/people/deliveries/outcome.ts";
import { ownerOf } from "#app/domains/people/deliveries/queries/owned-by.ts";
import { openDb } from "#db/client.ts";
import { createAppContext } from "../../workers/context.ts";
import type { SimulatedRequest } from "../../workers/local/elsewhere/simulators.ts";
import type { Person } from "./people.ts";
import { answerOf, request } from "./request.ts";

type ChannelParty = "discord" | "telegram";

const pageOf = async (party: ChannelParty, path = "/"): Promise<string> =>
  (await request(`/dev/elsewhere/${party}${path}`)).text();

/** Presses a button of a simulator's page. */
export async function press(party: ChannelParty, path: string, fields: Record<string, string> = {}) {
  const raw = { text: String(new URLSearchParams(fields)), type: "application/x-www-form-urlencoded" };
  await request(`/dev/elsewhere/${party}${path}`, { raw });
}

/** Returns the address as Discord shows it. */
export async function makeWebhook(kind: "text" | "forum" = "text", name = "Captain Hook"): Promise<string> {
  await press("discord", "/", { name, kind });
  return /https:\/\/discord\.com\/api\/webhooks\/[^<]+/.exec(await pageOf("discord"))?.[0] ?? "";
}

export async function makeBot(): Promise<string> {
  await press("telegram", "/bots", { name: "Cue Bot" });
  return /<code>(\d+:[\w-]+)<\/code>/.exec(await pageOf("telegram"))?.[1] ?? "";
}

/** Returns its number. */
export async function makeChat(kind: "channel" | "group", username = ""): Promise<string> {
  await press("telegram", "/chats", { title: "Night Shift", kind, username });
  return newestChat();
}

export async function newestChat(): Promise<string> {
  return /<code>(-\d+)<\/code>/.exec(await pageOf("telegram"))?.[1] ?? "";
}

export const addChannel = (as: Person, party: ChannelParty, body: Record<string, unknown>) =>
  request(`/api/posts/add${party === "discord" ? "Discord" : "Telegram"}`, { as, body });

export const added = (as: Person, party: ChannelParty, body: Record<string, unknown>) =>
  answerOf<PostTargetView>(addChannel(as, party, body));

/** Lists the targets of a person, or of a stage that they manage. */
export const listTargets = (as: Person, stage?: string) =>
  answerOf<PostTargetView[]>(
    request(`/api/posts/list${stage === undefined ? "" : `?stage=${stage}`}`, { as }),
  );

export const removeTarget = (as: Person, target: string) =>
  request("/api/posts/remove", { as, body: { target } });

/** Neither what is stored nor what the simulators list may contain a secret. */
export async function expectNowhere(secret: string): Promise<void> {
  const { results } = await env.DB.prepare("select * from post_targets").all();
  expect(JSON.stringify(results)).not.toContain(secret);
  expect(await (await request("/dev/elsewhere.json")).text()).not.toContain(secret);
}

export const failNext = (party: ChannelParty, fault: Record<string, unknown>) =>
  answerOf(request(`/dev/elsewhere/${party}/fail`, { body: { count: 1, ...fault } }));

/** Returns the requests that a simulator has received, oldest first. */
export async function receivedBy(party: ChannelParty): Promise<SimulatedRequest[]> {
  const all = await answerOf<SimulatedRequest[]>(request("/dev/elsewhere.json"));
  return all.filter((each) => each.party === party).toReversed();
}

/** Sends a post as the deliveries of its owner do. */
export async function post(
  target: string,
  about: { event?: OwnEvent; text?: string; remote?: string; isUnsure?: boolean },
): Promise<Outcome> {
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  const row = await findPostTarget(openDb(env.DB), target);
  if (row === undefined) throw new Error("no such target");
  const { event = null, text = null, remote = null, isUnsure = false } = about;
  return sendPost(ctx, { owner: ownerOf(row), target, event, text, remote, isUnsure });
}

/** A broadcast of a person on a stage that has started, or ended. */
export function onAirEvent(
  kind: "live" | "ended",
  performer: Person,
  stage: { id: string; name: string },
): OwnEvent {
  const at = Date.now();
  const set = {
    id: "set",
    name: "Late [bus](https://example.com) @everyone",
    startsAt: at,
    endsAt: at + 3_600_000,
  };
  const common = { key: "broadcast", at, path: `/room/${stage.id}`, broadcast: "broadcast", stage, set };
  const who = { performer: { id: performer.id, username: performer.username } };
  return kind === "live"
    ? { kind, ...common, ...who }
    : { kind, ...common, ...who, replay: "/replay/broadcast" };
}
