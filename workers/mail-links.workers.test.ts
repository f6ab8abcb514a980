/** Mail scanners follow links, which must change nothing: a link takes effect only by pressing a button. */
import { env } from "cloudflare:test";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { createVault } from "#app/domains/people/accounts/security/vault.ts";
import { noticeMail } from "#app/domains/people/notifications/mails.ts";
import { sealUnsubscribe } from "#app/domains/people/notifications/unsubscribe-token.ts";
import { appContext } from "#app/router-context.ts";
import * as confirmEmail from "#app/routes/confirm-email/route.tsx";
import * as recover from "#app/routes/recover/route.tsx";
import * as unsubscribe from "#app/routes/unsubscribe/route.tsx";
import * as verify from "#app/routes/verify/route.tsx";
import { mailsTo, mailTo } from "#tests/helpers/outbox.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { everyTable } from "#tests/helpers/storage.ts";
import { createAppContext } from "./context.ts";

const password = "a rather long password";
const email = "mailbox@example.com";
const next = "next.mailbox@example.com";

/** The loaders of the pages that emails link to with a token. The Worker of these tests has no pages. */
const pages: Readonly<Record<string, { loader: (args: never) => unknown }>> = {
  "/verify": verify,
  "/recover": recover,
  "/confirm-email": confirmEmail,
  "/unsubscribe": unsubscribe,
};
/** The other pages that emails link to; their addresses contain nothing that can be used up. */
const plainPages = new Set(["/settings/security", "/inbox"]);

/** Sends every kind of email with a link, to a user without a known device. */
async function makeMails(): Promise<{ person: Person; links: URL[] }> {
  const person = await makePerson({ username: "Mailbox", email, passwordHash: hashPassword(password) });
  await answerOf(request("/api/users/resendVerification", { as: person }));
  await answerOf(request("/api/users/changeEmail", { as: person, body: { email: next, password } }));
  await answerOf(request("/api/recovery/request", { body: { username: "Mailbox", email } }));
  await mailTo(email, "new password");
  const token = await sealUnsubscribe(createVault(env.CUE_SECRET), person.id, "emailNotifications");
  const notice = { kind: "follow", message: "Somebody follows you", at: 0, key: "x", url: "/inbox" } as const;
  const origin = env.CUE_ORIGIN;
  const told = noticeMail({ username: "Mailbox", email }, [notice], {
    origin,
    tokens: new Map([["emailNotifications", token]]),
  });
  const mails = [...(await mailsTo(email)), ...(await mailsTo(next)), told];
  const texts = mails.flatMap((mail) => [
    mail.text,
    mail.html,
    JSON.stringify("headers" in mail && mail.headers),
  ]);
  const found = texts.flatMap((text) => text.match(/https?:\/\/[^\s"<>]+/g) ?? []);
  return { person, links: [...new Set(found)].map((link) => new URL(link)) };
}

/** Runs a GET as the pages handle it. */
async function open(link: URL, method = "GET"): Promise<unknown> {
  const page = pages[link.pathname];
  const asked = new Request(link, { method });
  const context = new RouterContextProvider();
  context.set(appContext, createAppContext(asked, env, null));
  return page?.loader({ request: asked, context, params: {} } as never);
}

test("opening the links of every email changes nothing, and each link still works", async () => {
  const { person, links } = await makeMails();
  const withToken = links.filter(({ searchParams }) => searchParams.has("token"));
  expect(withToken.map(({ pathname }) => pathname).toSorted()).toEqual([
    "/confirm-email",
    "/confirm-email",
    "/recover",
    "/unsubscribe",
    "/verify",
  ]);
  for (const link of links)
    expect(pages[link.pathname] !== undefined || plainPages.has(link.pathname), link.href).toBe(true);

  const before = await everyTable();
  for (const link of withToken)
    for (const method of ["HEAD", "GET", "GET"]) expect(await open(link, method)).toBeTruthy();
  expect(await everyTable()).toEqual(before);

  const [verification, recovery, ending] = ["/verify", "/recover", "/unsubscribe"].map((path) =>
    withToken.find(({ pathname }) => pathname === path),
  );
  const press = (link: URL | undefined) =>
    request(`${link?.pathname}${link?.search}`, {
      raw: { text: "", type: "application/x-www-form-urlencoded" },
    });
  const me = () =>
    answerOf<{ email: string; emailVerified: boolean }>(request("/api/users/me", { as: person }));

  expect(await me()).toMatchObject({ emailVerified: false });
  const pressed = await press(verification);
  expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/verify?outcome=verified"]);
  expect(await me()).toMatchObject({ emailVerified: true });
  expect((await press(verification)).headers.get("location")).toBe("/verify?outcome=used");

  expect((await press(ending)).status).toBe(200);
  const toggles = await answerOf(request("/api/users/getToggleSettings", { as: person }));
  expect(toggles).toMatchObject({ emailNotifications: false });

  for (const link of withToken.filter(({ pathname }) => pathname === "/confirm-email")) {
    const body = { token: link.searchParams.get("token") };
    await answerOf(request("/api/users/confirmEmailChange", { body }));
  }
  expect(await me()).toMatchObject({ email: next });

  // An account with a changed address cannot be recovered through the old mailbox.
  const body = { token: recovery?.searchParams.get("token"), password, retype: password };
  expect((await request("/api/recovery/reset", { body })).status).toBe(410);
});
