/** A deployed copy without an email service: it promises no email, and stores none. */
import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { expect, test } from "vitest";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { listMails } from "#app/domains/people/notifications/queries/mails.ts";
import { openDb } from "#db/client.ts";
import { solveCaptcha } from "#tests/helpers/captcha.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import worker from "./app.ts";
import { createAppContext } from "./context.ts";

const origin = "https://cue.example";
const { MAIL: _, ...bindings } = env;
const deployed: Env = { ...bindings, CUE_MODE: "production", CUE_ORIGIN: origin };
const password = "a rather long password";

/** Returns the status and error code of a call, once all its background work is done. */
async function call(path: string, { as, body }: { as?: Person; body?: unknown } = {}) {
  const ctx = createExecutionContext();
  const headers = {
    "content-type": "application/json",
    ...(as && { authorization: `Bearer ${as.token}` }),
  };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await worker.fetch(new Request(`${origin}${path}`, init), deployed, ctx);
  const { code } = await response.json<{ code?: string }>();
  await waitOnExecutionContext(ctx);
  return { status: response.status, code };
}

test("without email, calls that need an emailed link are refused with their own error code", async () => {
  const email = "ina@example.com";
  const ina = await makePerson({ username: "Ina", email, passwordHash: hashPassword(password) });
  const refused = { status: 409, code: "email-not-configured" };
  expect(await call("/api/recovery/request", { body: { username: "Ina", email } })).toEqual(refused);
  // The same for an unknown username and address.
  expect(await call("/api/recovery/request", { body: { username: "No", email } })).toEqual(refused);
  expect(await call("/api/users/resendVerification", { as: ina })).toEqual(refused);
  const change = { email: "new@example.com", password };
  expect(await call("/api/users/changeEmail", { as: ina, body: change })).toEqual(refused);
  const rows = await env.DB.prepare("select * from mail_tokens, email_changes").all();
  expect(rows.results).toEqual([]);
});

test("without email, other calls work and store no email", async () => {
  const account = { username: "Jon", email: "jon@example.com", password, retype: password };
  const captcha = await solveCaptcha("203.0.113.50");
  expect(await call("/api/users/register", { body: { ...account, captcha } })).toMatchObject({ status: 200 });
  const kim = await makePerson({ username: "Kim", passwordHash: hashPassword(password) });
  const next = "another long password";
  const body = { current: password, new: next, retype: next };
  expect(await call("/api/users/changePassword", { as: kim, body })).toMatchObject({ status: 200 });
  expect(await listMails(openDb(env.DB), 10)).toEqual([]);
});

test("the configuration says whether the instance can send email", () => {
  const canSend = (instance: Env) =>
    createAppContext(new Request(origin), instance, null).config.canSendEmail;
  expect(canSend(deployed)).toBe(false);
  expect(canSend({ ...deployed, MAIL: {} as SendEmail })).toBe(true);
  expect(canSend({ ...deployed, CUE_MODE: "local" as Env["CUE_MODE"] })).toBe(true);
});
