import { expect, test } from "vitest";
import type { OwnEvent, OwnEventKind } from "#app/domains/people/deliveries/events.ts";
import { webhookEventOf } from "./events.ts";
import { toWebhookBody } from "./payload.ts";

/** Secrets that a caller may pass along with a person or a place. */
const secrets = { email: "canary@example.com", mount: "canary", password: "canary", first: "Canary" };
const ada = { id: "u1", username: "AdaMarlow", ...secrets };
const lou = { id: "u2", username: "Lou", ...secrets };
const hall = { id: "s1", name: "The Glasshouse", ...secrets };
const times = { name: "Late bus", startsAt: 1_000, endsAt: 2_000, ...secrets };
const booked = { id: "set1", ...times };
const base = { key: "k", at: 1_234, path: "/room/s1", ...secrets };
const onAir = { broadcast: "b1", performer: ada, stage: hall, set: booked };

const events: Record<OwnEventKind, OwnEvent> = {
  live: { ...base, kind: "live", ...onAir },
  track: {
    ...base,
    kind: "track",
    ...onAir,
    track: { id: "t1", artist: "Ana", title: "Undertow", ...secrets },
  },
  ended: { ...base, kind: "ended", ...onAir, performer: null, set: null, replay: "/replay/r1" },
  follower: { ...base, kind: "follower", performer: ada, stage: null, follower: lou },
  request: { ...base, kind: "request", request: "q1", performer: ada, stage: hall, set: times },
  answer: {
    ...base,
    kind: "answer",
    request: "q1",
    performer: ada,
    stage: hall,
    set: times,
    isAccepted: false,
  },
  booked: { ...base, kind: "booked", performer: ada, stage: hall, set: booked },
};

const call = { id: "d1", webhook: "w1", now: 9_999, origin: "https://cue.example" };
const bodyOf = (event: OwnEvent | null) =>
  JSON.parse(toWebhookBody({ ...call, owner: "stage/s1", event })) as Record<string, unknown>;

const ofAda = { id: "u1", username: "AdaMarlow", url: "https://cue.example/profile/u1" };
const ofHall = { id: "s1", name: "The Glasshouse", url: "https://cue.example/room/s1" };
const ofSet = { id: "set1", name: "Late bus", startsAt: 1_000, endsAt: 2_000 };
const url = "https://cue.example/room/s1";
const played = { broadcast: "b1", performer: ofAda, stage: ofHall, set: ofSet, url };
const asked = { performer: ofAda, stage: ofHall, set: { name: "Late bus", startsAt: 1_000, endsAt: 2_000 } };

test.each<[OwnEventKind, string, object]>([
  ["live", "live.started", played],
  [
    "track",
    "track.changed",
    {
      ...played,
      track: { id: "t1", artist: "Ana", title: "Undertow", url: "https://cue.example/tracks/t1" },
    },
  ],
  [
    "ended",
    "set.ended",
    { ...played, performer: null, set: null, replay: { url: "https://cue.example/replay/r1" } },
  ],
  [
    "follower",
    "follower.added",
    {
      follower: { id: "u2", username: "Lou", url: "https://cue.example/profile/u2" },
      performer: ofAda,
      stage: null,
      url,
    },
  ],
  ["request", "booking.requested", { request: "q1", ...asked, url }],
  ["answer", "booking.answered", { request: "q1", isAccepted: false, ...asked, url }],
  ["booked", "booking.created", { performer: ofAda, stage: ofHall, set: ofSet, url }],
])("of the event %s everyone may know this", (kind, event, data) => {
  expect(bodyOf(events[kind])).toEqual({
    id: "d1",
    event,
    createdAt: 1_234,
    owner: { kind: "stage", id: "s1" },
    data,
  });
  expect(webhookEventOf(kind)).toBe(event);
});

test("nothing else of an event leaves", () => {
  for (const event of Object.values(events)) expect(JSON.stringify(bodyOf(event))).not.toMatch(/canary/i);
});

test("a repeated call has the same body", () => {
  const body = (now: number) => toWebhookBody({ ...call, now, owner: "user/u1", event: events.live });
  expect(body(1)).toBe(body(2));
});

test("a test names the webhook and its owner", () => {
  expect(JSON.parse(toWebhookBody({ ...call, owner: "user/u1", event: null }))).toEqual({
    id: "d1",
    event: "test",
    createdAt: 9_999,
    owner: { kind: "performer", id: "u1" },
    data: { webhook: "w1" },
  });
});
