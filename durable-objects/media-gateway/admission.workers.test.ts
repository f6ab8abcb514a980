import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeCodes } from "#app/domains/air/media/contract/control.ts";
import { hasColumn } from "#packages/durable/columns.ts";
import {
  connectAgent,
  createBroadcaster,
  createCredential,
  encoderOn,
  encoderReport,
} from "#tests/helpers/agent.ts";
import { ProfileRoom } from "../room/profile-room.ts";

const gateway = (name: string) => env.MEDIA_GATEWAY.getByName(name);

beforeEach(() => {
  vi.spyOn(ProfileRoom.prototype, "streamChanged").mockResolvedValue({ wants: false });
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("a newer agent replaces the older one, which is refused when it reconnects", async () => {
  const stub = gateway("fence");
  const older = await connectAgent(stub, "start-1");
  const fence = await older.hello();
  const again = await connectAgent(stub, "start-1");
  expect(await again.hello()).toBe(fence);
  expect(await older.closed).toBe(1000);

  const newer = await connectAgent(stub, "start-2");
  expect(await newer.hello()).toBeGreaterThan(fence);
  expect(await again.closed).toBe(closeCodes.fenced);
  await evictDurableObject(stub);
  const back = await connectAgent(stub, "start-1");
  back.send({ type: "hello", start: "start-1", at: Date.now() });
  expect(await back.closed).toBe(closeCodes.fenced);
  expect(await stub.isAgentConnected()).toBe(true);
});

test("an agent that greeted an earlier version is known, without the column that nothing reads", async () => {
  const stub = gateway("earlier");
  const before = await connectAgent(stub, "start");
  const fence = await before.hello();
  await runInDurableObject(stub, (_, { storage }) =>
    storage.sql.exec("alter table agent add column heard_at integer not null default 0"),
  );
  await evictDurableObject(stub);
  expect(await (await connectAgent(stub, "start")).hello()).toBe(fence);
  await runInDurableObject(stub, (_, { storage }) =>
    expect(hasColumn(storage.sql, "agent", "heard_at")).toBe(false),
  );
});

test("only the agent's own upgrade is accepted, and no message before its hello", async () => {
  const stub = gateway("stranger");
  const { mount, password } = await createBroadcaster("stranger");
  const agent = await connectAgent(stub, "start");
  agent.send({ type: "authorize", id: "1", mount, password });
  expect(await agent.closed).toBe(closeCodes.fenced);
});

test("an encoder needs the right password of a valid credential and a performer who is not suspended", async () => {
  const agent = await connectAgent(gateway("admit"), "start");
  await agent.hello();
  const admit = async (name: string, options: Parameters<typeof createBroadcaster>[1] = {}) => {
    const { mount, password } = await createBroadcaster(name, options);
    return agent.isAdmitted(mount, password);
  };
  const { mount, password } = await createBroadcaster("ada");
  expect(await agent.isAdmitted(mount, password)).toBe(true);
  expect(await agent.isAdmitted(mount, `${password}x`)).toBe(false);
  expect(await agent.isAdmitted(mount, "")).toBe(false);
  expect(await agent.isAdmitted("nobody", password)).toBe(false);
  expect(await admit("banned", { bannedAt: 1 })).toBe(false);
  expect(await admit("listener", { isPerformer: false })).toBe(false);
  expect(await admit("tester", { kind: "test", isPerformer: false, expiresAt: Date.now() + 60_000 })).toBe(
    true,
  );
  expect(await admit("late", { kind: "test", expiresAt: Date.now() - 1 })).toBe(false);
  await createCredential("stage", "stage", "some-stage");
  expect(await agent.isAdmitted("stage-mount", "stage-password")).toBe(true);
});

test("a known encoder can connect while D1 is unavailable, but not with a revoked key", async () => {
  const stub = gateway("away");
  const agent = await connectAgent(stub, "start");
  await agent.hello();
  const [kept, reset, unseen] = [
    await createBroadcaster("kept"),
    await createBroadcaster("reset"),
    await createBroadcaster("unseen"),
  ];
  for (const { mount, password } of [kept, reset]) expect(await agent.isAdmitted(mount, password)).toBe(true);
  await stub.revoke(reset.mount, "reset");
  await evictDurableObject(stub);

  vi.spyOn(Object.getPrototypeOf(env.DB), "prepare").mockImplementation(() => {
    throw new Error("D1 is away");
  });
  expect(await agent.isAdmitted(kept.mount, kept.password)).toBe(true);
  expect(await agent.isAdmitted(kept.mount, "wrong")).toBe(false);
  expect(await agent.isAdmitted(reset.mount, reset.password)).toBe(false);
  expect(await agent.isAdmitted(unseen.mount, unseen.password)).toBe(false);
});

test("a replaced key disconnects its source immediately, with repeated messages to the agent if needed", async () => {
  const stub = gateway("cut");
  const agent = await connectAgent(stub, "start");
  await agent.hello();
  const { mount, password, stream } = await createBroadcaster("cut");
  const connectedAt = Date.now();
  await agent.snapshot([encoderReport(mount, { connectedAt })]);
  await agent.next("route");

  await env.DB.prepare("update ingest_credentials set password = 'new' where mount = ?").bind(mount).run();
  await stub.revoke(mount, "reset");
  expect(await agent.next("cut")).toEqual({ type: "cut", mount, reason: "reset" });
  expect(await stub.report(stream)).toMatchObject({ state: "down" });
  expect(await agent.isAdmitted(mount, password)).toBe(false);

  await evictDurableObject(stub);
  await agent.snapshot([encoderReport(mount, { connectedAt })]);
  expect(await agent.next("cut")).toMatchObject({ mount });
  expect(await stub.report(stream)).toMatchObject({ state: "down" });
  const restarted = await connectAgent(stub, "start-2");
  await restarted.hello();
  expect(await restarted.next("cut")).toMatchObject({ mount });

  expect(await restarted.isAdmitted(mount, "new")).toBe(true);
  await restarted.facts(encoderOn(mount, "c2")({ type: "connected" }, Date.now() + 1_000));
  expect(await stub.report(stream)).toMatchObject({ state: "up", connection: "c2" });
});
