/** The signature, verified by the code that the documentation gives to developers. */
import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { formerSecretMs, newWebhookSecret, rolledSecrets, signBody, validSecrets } from "./signature.ts";

type Verify = (body: string | Buffer, header: string, secret: string) => boolean;

const [, code = ""] = /```js\n(.*?)```/s.exec(readFileSync("app/content/webhooks.md", "utf8")) ?? [];
const { isFromCue } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
)) as { isFromCue: Verify };

const body = JSON.stringify({ id: "d1", data: { name: "Žurka 🎧" } });
const secret = newWebhookSecret();

test("the documented code accepts what is signed, and nothing else", async () => {
  const header = await signBody([secret], body, Date.now());
  expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
  expect(isFromCue(body, header, secret)).toBe(true);
  expect(isFromCue(Buffer.from(body), header, secret)).toBe(true);
  expect(isFromCue(`${body} `, header, secret)).toBe(false);
  expect(isFromCue(body, header, newWebhookSecret())).toBe(false);
  expect(isFromCue(body, header.replace(/t=\d/, "t=2"), secret)).toBe(false);
  for (const none of ["", "t=", "v1=", `t=${Date.now()}`, "t=x,v1=zz", header.slice(0, -2)])
    expect(isFromCue(body, none, secret), none).toBe(false);
});

test("a call that was recorded is refused five minutes later", async () => {
  const header = await signBody([secret], body, Date.now());
  vi.useFakeTimers({ now: Date.now() + 301_000 });
  expect(isFromCue(body, header, secret)).toBe(false);
  vi.useRealTimers();
});

test("a former secret signs for another day beside the new one", async () => {
  const now = Date.now();
  const secrets = rolledSecrets({ current: secret, former: null }, "whsec_next", now);
  expect(validSecrets(secrets, now + formerSecretMs - 1)).toEqual(["whsec_next", secret]);
  expect(validSecrets(secrets, now + formerSecretMs)).toEqual(["whsec_next"]);
  const header = await signBody(validSecrets(secrets, now), body, now);
  expect(isFromCue(body, header, secret)).toBe(true);
  expect(isFromCue(body, header, "whsec_next")).toBe(true);
});

test("a signature is that of the documented algorithm", async () => {
  // Computed with openssl.
  expect(await signBody(["whsec_test"], '{"id":"d1"}', 1_800_000_000_999)).toBe(
    "t=1800000000,v1=0bf1a0d725bb28959b5c706a8f39bee16b58202babd48fad91301e7f43acccda",
  );
});

test("a secret has 256 random bits", () => {
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(newWebhookSecret()).not.toBe(secret);
});
