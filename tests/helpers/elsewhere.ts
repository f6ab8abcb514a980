/**
 * The common part of tests of the accounts at other services: the simulators' faults and clock, and posts to a target.
 */
import { env } from "cloudflare:test";
import { expect } from "vitest";
import type { AppContext } from "#app/context.ts";
import { type AccountParty, findPostAccount } from "#app/domains/outside/posts/queries/post-settings.ts";
import { sendPost } from "#app/domains/outside/posts/send.server.ts";
import type { Outcome } from "#app/domains/people/deliveries/outcome.ts";
import type { Party } from "#app/domains/people/integrations/elsewhere.ts";
import { createAppContext } from "../../workers/context.ts";
import { findViewer } from "../../workers/session.ts";
import type { Person } from "./people.ts";
import { answerOf, request } from "./request.ts";

/** The clock of one test file: the simulators of the next one start with a new one. */
let ahead: { file: string | undefined; ms: number } = { file: undefined, ms: 0 };
const thisFile = () => expect.getState().testPath;
const aheadMs = () => (ahead.file === thisFile() ? ahead.ms : 0);

/** Moves the clock of the simulators and of `contextOf` ahead. */
export async function advanceClock(ms: number): Promise<void> {
  ahead = { file: thisFile(), ms: aheadMs() + ms };
  await answerOf(request("/dev/elsewhere/clock", { body: { aheadMs: ms } }));
}

export const now = (): number => Date.now() + aheadMs();

export async function contextOf(person: Person, bindings: Env = env): Promise<AppContext> {
  const headers = { authorization: `Bearer ${person.token}` };
  const asPerson = new Request(env.CUE_ORIGIN, { headers });
  const ctx = createAppContext(asPerson, bindings, await findViewer(asPerson, bindings));
  return { ...ctx, clock: { now } };
}

/** The next requests of a service fail. */
export const failNextAt = (party: Party, fault: Record<string, unknown>): Promise<unknown> =>
  answerOf(request(`/dev/elsewhere/${party}/fail`, { body: { count: 1, ...fault } }));

/** Posts to the account of a person when they go live. `broadcast`: the same for the attempts of one post. */
export async function postLive(
  person: Person,
  party: AccountParty,
  { broadcast, ...rest }: { broadcast: string; isUnsure?: boolean; at?: number },
): Promise<Outcome> {
  const { isUnsure = false, at = now() } = rest;
  return send(person, party, { kind: "live", broadcast, at, remote: null, isUnsure });
}

/** Changes the post of a broadcast that has ended. */
export const postEnd = (
  person: Person,
  party: AccountParty,
  { broadcast, remote }: { broadcast: string; remote: string },
): Promise<Outcome> => send(person, party, { kind: "ended", broadcast, at: now(), remote, isUnsure: false });

async function send(
  { id, username, token }: Person,
  party: AccountParty,
  given: { kind: "live" | "ended"; broadcast: string; at: number; remote: string | null; isUnsure: boolean },
): Promise<Outcome> {
  const { kind, broadcast, at, remote, isUnsure } = given;
  const ctx = await contextOf({ id, username, token });
  const target = await findPostAccount(ctx.db, id, party);
  if (target === undefined) throw new Error("nothing is linked");
  const set = { id: "s1", name: "Late bus #vinyl", startsAt: at, endsAt: at + 3_600_000 };
  const onAir = { key: broadcast, at, path: "/stage/night-bus", broadcast, set };
  const place = { performer: { id, username }, stage: { id: "st1", name: "Night Bus" } };
  const event =
    kind === "live"
      ? { kind, ...onAir, ...place }
      : { kind, ...onAir, ...place, replay: "/player/replay/r1" };
  return sendPost(ctx, { owner: `user/${id}`, target: target.id, event, text: null, remote, isUnsure });
}
