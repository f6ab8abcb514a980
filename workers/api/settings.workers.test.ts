import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { ToggleSettings } from "#app/domains/people/accounts/contract/settings.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { linkChannel } from "#tests/helpers/post-targets.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";

const defaults = {
  emailNotifications: true,
  chatNotifications: true,
  followerNotifications: true,
  mentionNotifications: true,
  systemNotifications: true,
  roomNotifications: true,
  notifications: true,
  bookingNotifications: true,
  chatMails: true,
  followerMails: true,
  mentionMails: true,
  systemMails: true,
  stageMails: true,
  performerMails: true,
  bookingMails: true,
  mixcloudPersonal: false,
  twitterLive: false,
};

const read = (as: Person) => answerOf<ToggleSettings>(request("/api/users/getToggleSettings", { as }));
const save = (as: Person, body: unknown, status = 200) =>
  answerOf<ToggleSettings>(request("/api/users/saveToggleSettings", { as, body }), status);

test("toggles change only the given settings of the caller, also in simultaneous calls", async () => {
  const [ana, bob] = [await makePerson(), await makePerson()];
  // Without an account at X there is nothing that `twitterLive` could switch.
  for (const { id } of [ana, bob])
    await linkChannel({ owner: `user/${id}`, party: "twitter" }, { onLive: false });
  expect(await read(ana)).toEqual(defaults);
  expect(await save(ana, {})).toEqual(defaults);
  expect(await save(ana, { twitterLive: true, chatNotifications: false })).toEqual({
    ...defaults,
    twitterLive: true,
    chatNotifications: false,
  });
  expect(await save(ana, { chatNotifications: true, userId: bob.id })).toEqual({
    ...defaults,
    twitterLive: true,
  });
  expect(await read(bob)).toEqual(defaults);

  await Promise.all(Object.entries(defaults).map(([name, value]) => save(bob, { [name]: !value })));
  const flipped = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, !value]));
  expect(await read(bob)).toEqual(flipped);
  for (const wrong of [{ notifications: "yes" }, { twitterLive: null }, [true]])
    expect(await save(bob, wrong, 400)).toMatchObject({ code: "bad-input" });
});

test("tweets can be switched only where an account is linked, whose own setting it is", async () => {
  const person = await makePerson();
  const accounts = () =>
    answerOf<Record<string, unknown>>(request("/api/social/connectedAccounts", { as: person }));
  const refused = request("/api/users/saveToggleSettings", {
    as: person,
    body: { twitterLive: true, notifications: false },
  });
  expect(await refusalOf(refused)).toBe("twitter-not-linked");
  // Nothing of a refused call is saved, and what is off can be switched off.
  expect(await save(person, { twitterLive: false })).toEqual(defaults);
  const { id } = await linkChannel({ owner: `user/${person.id}`, party: "twitter" }, { onLive: false });
  expect(await save(person, { twitterLive: true })).toEqual({ ...defaults, twitterLive: true });
  expect(await accounts()).toMatchObject({ twitter: true, tweetLive: true, tweetBookings: false });
  const update = { target: id, onLive: false, onBooking: true };
  await answerOf(request("/api/posts/update", { as: person, body: update }));
  expect(await read(person)).toEqual(defaults);
  expect(await accounts()).toMatchObject({ tweetLive: false, tweetBookings: true });
});

test("feedback is accepted ten times an hour", async () => {
  const person = await makePerson();
  const submit = (message: unknown) => request("/api/feedback/submit", { as: person, body: { message } });
  expect(await answerOf(submit("  The <b>lamp</b> is lovely.\n"))).toEqual({
    type: "confirm",
    message: "Feedback submitted, thank you!",
  });
  const { results } = await env.DB.prepare("select user_id, message from feedback").all();
  expect(results).toEqual([{ user_id: person.id, message: "The <b>lamp</b> is lovely." }]);
  for (const wrong of ["", "   ", "x".repeat(4_001), 5, null])
    expect(await answerOf(submit(wrong), 400)).toMatchObject({ code: "bad-input" });
  for (let sent = 1; sent < 10; sent++) expect((await submit("Again")).status).toBe(200);
  expect(await answerOf(submit("Once more"), 429)).toMatchObject({ code: "rate-limited" });
});
