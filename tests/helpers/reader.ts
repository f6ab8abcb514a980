/** A user with a verified address and browsers of a push service, for the tests of notifications. */
import { env, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeEach, vi } from "vitest";
import type { NewNotice, NoticeKind } from "#app/domains/people/notifications/contract.ts";
import { readPushKey } from "#app/domains/people/notifications/push-key.ts";
import { inbox } from "#durable-objects/stubs.ts";
import { mailsTo } from "./outbox.ts";
import { makePerson, type Person } from "./people.ts";
import { PushService } from "./push-service.ts";
import { answerOf, request } from "./request.ts";

export const minute = 60_000;
/** Noon UTC, so that quiet hours of any zone do not matter; no alarm runs by itself at that date. */
const noon = Date.parse("2030-05-01T12:00:00Z");
export const service = new PushService(readPushKey(env.CUE_PUSH_KEY ?? "").publicKey);

/** Every test of the file starts at noon, with the push service instead of `fetch`. */
export function startAtNoon(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: noon });
    vi.spyOn(globalThis, "fetch").mockImplementation(service.fetch);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

let count = 0;
export const notice = (kind: NoticeKind, change: Partial<NewNotice> = {}): NewNotice => ({
  kind,
  message: `${kind} ${++count}`,
  at: Date.now(),
  key: `key ${count}`,
  url: "/room/club",
  ...change,
});

export const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
export const tell = (person: Person, told: NewNotice) => inbox(env, person.id).notify(told);
/** Runs everything that is due by now. */
export const settle = async (person: Person) => {
  for (let turn = 0; turn < 4; turn++) await runDurableObjectAlarm(inbox(env, person.id));
};
export const listed = async (person: Person) =>
  (await inbox(env, person.id).notices()).map(({ message }) => message);
export const mails = (person: Person) => mailsTo(`${person.username}@example.com`);

export async function makeReader(
  name: string,
  facts: { emailVerifiedAt?: number | null } = {},
): Promise<Person> {
  return makePerson({ username: name, email: `${name}@example.com`, emailVerifiedAt: noon, ...facts });
}

export async function turnOn(person: Person): Promise<string> {
  const subscription = service.subscribe();
  await answerOf(request("/api/notifications/subscribe", { as: person, body: subscription }));
  return subscription.endpoint;
}
export const pushed = (endpoint: string) => service.received(endpoint).map(({ payload }) => payload["body"]);
