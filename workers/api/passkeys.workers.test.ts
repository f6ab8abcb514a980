import { env } from "cloudflare:test";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { AccountView, SessionView } from "#app/domains/people/accounts/contract/accounts.ts";
import type { DeviceView, PasskeyView } from "#app/domains/people/accounts/contract/security.ts";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { Authenticator, type Quirks } from "#tests/helpers/authenticator.ts";
import { mailTo } from "#tests/helpers/outbox.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";

type Options = { challenge: string; excludeCredentials?: unknown[]; user?: { id: string; name: string } };

const password = "a rather long password";
let passwordHash: string;
beforeAll(() => {
  passwordHash = hashPassword(password);
});
afterEach(() => {
  vi.useRealTimers();
});

const makeOwner = (username: string) =>
  makePerson({ username, email: `${username.toLowerCase()}@example.com`, passwordHash });
const addOptions = (person: Person) =>
  answerOf<Options>(request("/api/passkeys/addOptions", { as: person, body: { password } }));
const logInOptions = () => answerOf<Options>(request("/api/passkeys/logInOptions", { body: {} }));
const list = (person: Person) => answerOf<PasskeyView[]>(request("/api/passkeys/list", { as: person }));
const logIn = (response: unknown) => request("/api/passkeys/logIn", { body: { response } });

async function addPasskey(person: Person, name = "Phone") {
  const authenticator = await Authenticator.forUser(person.id);
  const response = await authenticator.create(await addOptions(person));
  await answerOf<PasskeyView>(request("/api/passkeys/add", { as: person, body: { name, response } }));
  return authenticator;
}

test("a passkey can be added, used to log in without a code, renamed and removed, with emails about changes", async () => {
  const owner = await makeOwner("Keyed");
  const options = await addOptions(owner);
  expect(options).toMatchObject({
    rp: { id: "localhost", name: "Cue Music" },
    user: { name: "Keyed" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const authenticator = await addPasskey(owner, "  Ada’s phone ");
  expect(await list(owner)).toEqual([
    { id: authenticator.id, name: "Ada’s phone", createdAt: expect.any(Number), lastUsedAt: null },
  ]);
  expect((await addOptions(owner)).excludeCredentials).toMatchObject([{ id: authenticator.id }]);

  // With a second factor on, a password alone would not be enough; a passkey is.
  await env.DB.prepare(
    "insert into second_factors (user_id, sealed_secret, created_at, confirmed_at) values (?, 'x', 1, 1)",
  )
    .bind(owner.id)
    .run();
  const response = await logIn(await authenticator.get(await logInOptions()));
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^cue=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/),
    expect.stringMatching(/^cue-device=/),
    expect.stringMatching(/^cue-bookmark=/),
  ]);
  const session = await response.json<SessionView>();
  expect(await answerOf<AccountView>(request("/api/users/me", { as: session }))).toMatchObject({
    username: "Keyed",
  });
  expect((await list(owner))[0]?.lastUsedAt).toEqual(expect.any(Number));
  expect(await answerOf<DeviceView[]>(request("/api/users/getSessions", { as: session }))).toHaveLength(2);

  const renamed = { passkey: authenticator.id, name: "Pocket" };
  expect(
    await answerOf<PasskeyView[]>(request("/api/passkeys/rename", { as: owner, body: renamed })),
  ).toMatchObject([{ name: "Pocket" }]);
  expect(
    await answerOf<PasskeyView[]>(
      request("/api/passkeys/remove", { as: owner, body: { passkey: authenticator.id } }),
    ),
  ).toEqual([]);
  expect(await refusalOf(logIn(await authenticator.get(await logInOptions())))).toBe("passkey-failed");
  expect((await mailTo("keyed@example.com", "passkey was added")).text).toContain("“Ada’s phone”");
  expect((await mailTo("keyed@example.com", "passkey was removed")).text).toContain("“Pocket”");
});

test("adding a passkey requires the password, and an account has at most ten", async () => {
  const owner = await makeOwner("Tenfold");
  const wrong = request("/api/passkeys/addOptions", { as: owner, body: { password: `${password} ` } });
  expect(await refusalOf(wrong)).toBe("wrong-password");
  await env.DB.batch(
    Array.from({ length: 10 }, (_, index) =>
      env.DB.prepare(
        "insert into passkeys (id, user_id, public_key, name, created_at) values (?, ?, '', 'Key', 1)",
      ).bind(`tenfold-${index}`, owner.id),
    ),
  );
  const full = request("/api/passkeys/addOptions", { as: owner, body: { password } });
  expect(await refusalOf(full)).toBe("conflict");
});

const lies: [string, Quirks][] = [
  ["another site", { origin: "https://evil.example" }],
  ["another host", { rpId: "evil.example" }],
  ["a challenge of its own", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" }],
  ["the other ceremony", { type: "webauthn.wrong" }],
  ["an owner who was not there", { isUserVerified: false }],
];

test.each(lies)("a passkey cannot be added by an answer from %s", async (_, quirks) => {
  const owner = await makePerson({ passwordHash });
  const authenticator = await Authenticator.forUser(owner.id);
  const response = await authenticator.create(await addOptions(owner), quirks);
  const added = request("/api/passkeys/add", { as: owner, body: { name: "Key", response } });
  expect(await refusalOf(added)).toBe("passkey-failed");
  expect(await list(owner)).toEqual([]);
});

test.each([...lies, ["somebody else’s handle", { userHandle: "c29tZWJvZHk" }] as [string, Quirks]])(
  "a user cannot log in by an answer from %s",
  async (_, quirks) => {
    const owner = await makePerson({ passwordHash });
    const authenticator = await addPasskey(owner);
    const response = await authenticator.get(await logInOptions(), quirks);
    expect(await refusalOf(logIn(response))).toBe("passkey-failed");
  },
);

test("a challenge is valid once, for its own session and ceremony, and for five minutes", async () => {
  const owner = await makeOwner("Challenged");
  const other = await makeOwner("Otherwise");
  const add = async (person: Person, options: Options) => {
    const response = await (await Authenticator.forUser(person.id)).create(options);
    return request("/api/passkeys/add", { as: person, body: { name: "Key", response } });
  };
  const options = await addOptions(owner);
  expect(await refusalOf(add(other, options))).toBe("passkey-failed");
  const aligned = await Promise.all(Array.from({ length: 8 }, () => add(owner, options)));
  expect(aligned.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await refusalOf(add(owner, await logInOptions()))).toBe("passkey-failed");

  const authenticator = await addPasskey(owner);
  const crossed = await authenticator.get(await addOptions(owner));
  expect(await refusalOf(logIn(crossed))).toBe("passkey-failed");
  const answered = await authenticator.get(await logInOptions());
  const replays = await Promise.all(Array.from({ length: 8 }, () => logIn(answered)));
  expect(replays.filter(({ status }) => status === 200)).toHaveLength(1);

  const late = await logInOptions();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 300_001 });
  expect(await refusalOf(logIn(await authenticator.get(late)))).toBe("passkey-failed");
});

test("a passkey whose counter does not increase is refused as a copy", async () => {
  const authenticator = await addPasskey(await makePerson({ passwordHash }));
  const signIn = async (counter: number) =>
    (await logIn(await authenticator.get(await logInOptions(), { counter }))).status;
  expect([await signIn(7), await signIn(7), await signIn(3), await signIn(0), await signIn(8)]).toEqual([
    200, 400, 400, 400, 200,
  ]);
});

test("a passkey of an authenticator without a counter keeps working", async () => {
  const authenticator = await addPasskey(await makePerson({ passwordHash }));
  const signIn = async () =>
    (await logIn(await authenticator.get(await logInOptions(), { counter: 0 }))).status;
  expect([await signIn(), await signIn()]).toEqual([200, 200]);
});

test("a forged signature, an unknown passkey and malformed answers get the same error", async () => {
  const owner = await makePerson({ passwordHash });
  const authenticator = await addPasskey(owner);
  const good = await authenticator.get(await logInOptions());
  const stranger = await (await Authenticator.forUser(owner.id)).get(await logInOptions());
  const forged = { ...stranger, id: authenticator.id, rawId: authenticator.id };
  const tampered = { ...good, response: { ...good.response, authenticatorData: "AAAA" } };
  const malformed = [
    {},
    { id: 5 },
    { ...good, response: null },
    { ...good, rawId: "x" },
    { ...good, type: "x" },
  ];
  for (const response of [forged, stranger, tampered, ...malformed])
    expect(await refusalOf(logIn(response))).toBe("passkey-failed");
  for (const response of [
    {},
    { id: "x", rawId: "x", type: "public-key", response: { clientDataJSON: "e30" } },
  ])
    expect(
      await refusalOf(request("/api/passkeys/add", { as: owner, body: { name: "Key", response } })),
    ).toBe("passkey-failed");
  for (const body of [{}, { response: "text" }, { response: [] }])
    expect(await refusalOf(request("/api/passkeys/logIn", { body }))).toBe("bad-input");
});

test("a passkey of another user is not found, and a banned owner is told of the ban", async () => {
  const owner = await makePerson({ passwordHash });
  const other = await makePerson({ passwordHash });
  const authenticator = await addPasskey(owner);
  for (const [path, body] of [
    ["rename", { passkey: authenticator.id, name: "Mine" }],
    ["rename", { passkey: "nothing", name: "Mine" }],
    ["remove", { passkey: authenticator.id }],
    ["remove", { passkey: "nothing" }],
  ] as const)
    expect(await refusalOf(request(`/api/passkeys/${path}`, { as: other, body }))).toBe("not-found");
  for (const name of ["", "   ", "x".repeat(61), 7])
    expect(
      await refusalOf(
        request("/api/passkeys/rename", { as: owner, body: { passkey: authenticator.id, name } }),
      ),
    ).toBe("bad-input");
  expect(await list(owner)).toMatchObject([{ name: "Phone" }]);
  await env.DB.prepare("update users set banned_at = 1 where id = ?").bind(owner.id).run();
  expect(await refusalOf(logIn(await authenticator.get(await logInOptions())))).toBe("banned");
});

test("a passkey that is registered cannot be added by another user", async () => {
  const owner = await makePerson({ passwordHash });
  const other = await makePerson({ passwordHash });
  const authenticator = await addPasskey(owner);
  const response = await authenticator.create(await addOptions(other));
  const added = request("/api/passkeys/add", { as: other, body: { name: "Mine", response } });
  expect(await refusalOf(added)).toBe("passkey-failed");
  expect(await list(other)).toEqual([]);
});
