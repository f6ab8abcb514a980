/** Additions of the Worker's edge to every response, and how a local and a deployed instance differ. */
import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { insertMail, listMails } from "#app/domains/people/notifications/queries/mails.ts";
import { openDb } from "#db/client.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { request } from "#tests/helpers/request.ts";
import worker from "./app.ts";
import { clientNetwork } from "./client-network.ts";
import type { HonoEnv } from "./hono.ts";
import { sendMails } from "./jobs/send-mails.ts";
import localWorker from "./local/app.ts";
import { withContext } from "./middleware/with-context.ts";
import { cookieName, findViewer, sessionCookie } from "./session.ts";

const deployed: Env = { ...env, CUE_MODE: "production", CUE_ORIGIN: "https://cue.example" };

test("every response has a request id, a strict policy with its own nonce, and is not cached", async () => {
  const [first, second] = [await request("/api/docs"), await request("/api/docs")];
  const policy = first.headers.get("content-security-policy") ?? "";
  for (const part of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "connect-src 'self' ws://localhost:8787",
  ]) {
    expect(policy.split("; ")).toContain(part);
  }
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'wasm-unsafe-eval';/);
  expect(second.headers.get("content-security-policy")).not.toBe(policy);
  expect(first.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(first.headers.get("x-request-id")).not.toBe(second.headers.get("x-request-id"));
  expect(first.headers.get("x-content-type-options")).toBe("nosniff");
  expect(first.headers.get("cache-control")).toBe("no-store");
  expect(first.headers.get("strict-transport-security")).toBeNull();
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  expect(await first.text()).toContain(`<script nonce="${nonce}"`);
});

test("a deployed instance requires TLS, has no simulators, and accepts only the host-bound cookie", async () => {
  const ask = async (path: string, { fetch } = worker) => {
    const ctx = createExecutionContext();
    const response = await fetch(new Request(`https://cue.example${path}`), deployed, ctx);
    await waitOnExecutionContext(ctx);
    return response;
  };
  for (const path of ["/dev/outbox", "/dev/outbox.json", "/dev/push", "/dev/push/messages.json"])
    expect((await ask(path, localWorker)).status).toBe(404);
  const status = await ask("/api/status");
  expect(status.headers.get("strict-transport-security")).toContain("max-age=63072000");

  const person = await makePerson();
  const asks = (cookie: string) =>
    findViewer(new Request("https://cue.example/", { headers: { cookie } }), deployed);
  expect(cookieName(deployed)).toBe("__Host-cue");
  expect(sessionCookie(deployed, person.token)).toMatch(/; Secure$/);
  expect((await asks(`__Host-cue=${person.token}`))?.id).toBe(person.id);
  expect(await asks(`cue=${person.token}`)).toBeNull();
});

test("an embedded player ignores the session of its viewer", async () => {
  const app = new Hono<HonoEnv>().use(withContext).get("*", (c) => c.json(c.get("app").viewer?.id ?? null));
  const person = await makePerson();
  const viewerAt = async (path: string) => {
    const ctx = createExecutionContext();
    const headers = { cookie: `cue=${person.token}` };
    return (await app.request(path, { headers }, env, ctx)).json();
  };
  expect(await viewerAt("/room/x")).toBe(person.id);
  expect(await viewerAt("/player/stage/x")).toBeNull();
  expect(await viewerAt("/player/stage/x.data")).toBeNull();
});

test("an IPv6 network counts as one client, and so do both notations of an IPv4 address", () => {
  expect(clientNetwork("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2");
  expect(clientNetwork("2001:0DB8:0001:0002::1")).toBe("2001:db8:1:2");
  expect(clientNetwork("2001:db8::1")).toBe("2001:db8:0:0");
  expect(clientNetwork("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(clientNetwork("203.0.113.9")).toBe("203.0.113.9");
});

test("a later run sends an email once after a failed attempt", async () => {
  const db = openDb(env.DB);
  await insertMail(db, { id: "mail-1", to: "a@example.com", subject: "S", text: "T", html: "H", at: 1 });
  const sent: unknown[] = [];
  let isAway = true;
  const mailing = {
    ...deployed,
    MAIL: {
      send: async (mail: unknown) => {
        if (isAway) throw new Error("away");
        sent.push(mail);
        return { messageId: "1" };
      },
    },
  } as unknown as Env;
  await sendMails(mailing);
  isAway = false;
  await Promise.all([sendMails(mailing), sendMails(mailing)]);
  await sendMails(mailing);
  expect(sent).toEqual([
    {
      from: { name: "Cue Music", email: "noreply@cue.example" },
      to: "a@example.com",
      subject: "S",
      text: "T",
      html: "H",
    },
  ]);
  // Links into accounts and names are deleted once they are sent.
  const kept = { attempts: 2, sentAt: expect.any(Number), subject: "", text: "", html: "" };
  expect((await listMails(db, 1))[0]).toMatchObject(kept);
});
