import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { ToggleSettings } from "#app/domains/people/accounts/contract/settings.ts";
import { createVault } from "#app/domains/people/accounts/security/vault.ts";
import type { NotificationSettingsView } from "#app/domains/people/notifications/contract.ts";
import { sealUnsubscribe } from "#app/domains/people/notifications/unsubscribe-token.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";

const toggles = (as: Person) => answerOf<ToggleSettings>(request("/api/users/getToggleSettings", { as }));
const tokenFor = (person: Person) =>
  sealUnsubscribe(createVault(env.CUE_SECRET), person.id, "followerNotifications");
const oneClick = { text: "List-Unsubscribe=One-Click", type: "application/x-www-form-urlencoded" };

test("one-click unsubscribe of an email works without a session and can be repeated", async () => {
  const [person, other] = [await makePerson(), await makePerson()];
  const address = `/unsubscribe?token=${await tokenFor(person)}`;
  for (let click = 0; click < 2; click++)
    expect((await request(address, { raw: oneClick })).status).toBe(200);
  expect(await toggles(person)).toMatchObject({ followerNotifications: false, emailNotifications: true });
  expect(await toggles(other)).toMatchObject({ followerNotifications: true });
});

test("opening an unsubscribe link, or using a modified or unrelated one, changes nothing", async () => {
  const person = await makePerson();
  const token = await tokenFor(person);
  await request(`/unsubscribe?token=${token}`);
  const vault = createVault(env.CUE_SECRET);
  const foreign = await vault.seal(JSON.stringify([person.id, "followerNotifications"]), "second-factor");
  const column = await vault.seal(JSON.stringify([person.id, "userId"]), "unsubscribe");
  for (const wrong of ["", `${token}A`, token.slice(2), foreign, column]) {
    expect((await request(`/unsubscribe?token=${wrong}`, { raw: oneClick })).status).toBe(400);
    const body = { token: wrong };
    expect(await refusalOf(request("/api/notifications/unsubscribeMail", { body }))).toBe("bad-input");
  }
  expect(await toggles(person)).toMatchObject({ followerNotifications: true });
});

test("quiet hours are saved with a valid time zone", async () => {
  const as = await makePerson();
  const save = (quietHours: unknown) =>
    request("/api/notifications/quietHours", { as, body: { quietHours } });
  const night = { from: 1_320, to: 420, timeZone: "America/Argentina/Buenos_Aires" };
  await answerOf(save(night));
  const read = () => answerOf<NotificationSettingsView>(request("/api/notifications/settings", { as }));
  expect(await read()).toMatchObject({ quietHours: night, hasVerifiedEmail: false });
  for (const wrong of [{ timeZone: "Moon/Sea" }, { from: 1_440 }, { to: -1 }, { from: 1.5 }])
    expect(await refusalOf(save({ ...night, ...wrong }))).toBe("bad-input");
  await answerOf(save(null));
  expect((await read()).quietHours).toBeNull();
});

test("invalid push endpoints and keys are refused", async () => {
  const as = await makePerson();
  const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
  const subscribe = (body: object) => request("/api/notifications/subscribe", { as, body });
  for (const endpoint of ["https://127.0.0.1/x", "http://push.example.com/x", "https://[::1]/x", "x"])
    expect(await refusalOf(subscribe({ endpoint, keys }))).toBe("bad-input");
  const endpoint = "https://push.example.com/x";
  for (const wrong of [{ p256dh: "A".repeat(87) }, { auth: "AAAA" }])
    expect(await refusalOf(subscribe({ endpoint, keys: { ...keys, ...wrong } }))).toBe("bad-input");
  expect(await answerOf(subscribe({ endpoint, keys }))).toEqual({ isOn: true });
});
