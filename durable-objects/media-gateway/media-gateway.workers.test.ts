import { env, evictDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaseMs } from "#app/domains/air/media/contract/control.ts";
import {
  connectAgent,
  createBroadcaster,
  createCredential,
  encoderOn,
  encoderReport,
  healthy,
  loud,
} from "#tests/helpers/agent.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { Inbox } from "../inbox/inbox.ts";
import { ProfileRoom } from "../room/profile-room.ts";
import { StageRoom } from "../room/stage-room.ts";

/** The reports to rooms in order, the stages that want their streams, and the number of calls to unavailable stages. */
let told: string[] = [];
let asked = 0;
let wanted: Record<string, boolean | "away"> = {};
/** The listener count of a performer's profile, if the profile reports one. */
let listeners: number | undefined;

/** Gateways of earlier tests are still running: reports about other performers are not counted. */
const toldOf = (...names: string[]) =>
  told.filter((line) => names.some((name) => line.includes(`/${name} `))).sort();

const gateway = (name: string) => env.MEDIA_GATEWAY.getByName(name);

beforeEach(() => {
  told = [];
  asked = 0;
  wanted = {};
  listeners = undefined;
  vi.spyOn(StageRoom.prototype, "streamChanged").mockImplementation(async function (this: StageRoom, report) {
    const path = `stage/${this.name}`;
    if (wanted[path] === "away") asked += 1;
    if (wanted[path] === "away") await new Promise((resolve) => setTimeout(resolve, 60_000));
    told.push(`${path} ${report.state} ${report.claimedBy}`);
    return { wants: wanted[path] === true };
  });
  vi.spyOn(ProfileRoom.prototype, "streamChanged").mockImplementation(async function (
    this: ProfileRoom,
    report,
  ) {
    told.push(`profile/${this.name} ${report.state} ${report.claimedBy}`);
    return { wants: false, listeners };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a performer's stream goes to their profile, but never briefly while a stage carries their set", async () => {
  const stub = gateway("claims");
  const agent = await connectAgent(stub, "start");
  await agent.hello();
  const { mount, stream } = await createBroadcaster("claimed");
  await stub.watch("stage/first", ["claimed"]);
  await stub.watch("stage/second", ["claimed", "other"]);
  wanted = { "stage/first": true, "stage/second": true };

  await agent.facts(encoderOn(mount)({ type: "connected" }));
  expect(await agent.next("route")).toMatchObject({ mount, stream, room: "stage/first" });
  expect(told.filter((line) => line.startsWith("profile"))).toEqual(["profile/claimed up stage/first"]);
  expect(told).toContain("stage/second up stage/first");
  expect(await stub.claim("stage/second", stream, true)).toMatchObject({ claimedBy: "stage/first" });

  // A handover: the first stage releases it, the second takes it, and the profile never gets it in between.
  wanted = { "stage/second": true };
  expect(await stub.claim("stage/first", stream, false)).toMatchObject({ claimedBy: null });
  expect(await agent.next("route")).toMatchObject({ room: "stage/second" });
  expect(told.filter((line) => /^profile.* null$/.test(line))).toEqual([]);

  wanted = {};
  await stub.claim("stage/second", stream, false);
  expect(await agent.next("route")).toMatchObject({ room: "profile/claimed" });
  expect(told.at(-1)).toBe("profile/claimed up null");
});

test("a stage's own stream goes only to that stage", async () => {
  const agent = await connectAgent(gateway("own"), "start");
  await agent.hello();
  await createCredential("own", "stage", "own-stage");
  await agent.facts(encoderOn("own-mount")({ type: "connected" }));
  expect(await agent.next("route")).toMatchObject({ stream: "own-stream", room: "stage/own-stage" });
  expect(told.filter((line) => line.includes("own"))).toEqual(["stage/own-stage up null"]);
});

test("the profile waits a limited time for a stage that does not respond", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const stub = gateway("silent-stage");
  const agent = await connectAgent(stub, "start");
  await agent.hello();
  const { mount } = await createBroadcaster("waiting");
  await stub.watch("stage/silent", ["waiting"]);
  wanted = { "stage/silent": "away" };
  await agent.facts(encoderOn(mount)({ type: "connected" }));
  await vi.waitFor(() => expect(told).toContain("profile/waiting up null"), {
    timeout: 20_000,
    interval: 100,
  });
  expect(asked).toBeGreaterThanOrEqual(2);
});

test("streams are unknown, not down, while the agent is silent until its next snapshot", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const stub = gateway("lease");
  const agent = await connectAgent(stub, "start");
  await agent.hello();
  const [here, gone] = [await createBroadcaster("here"), await createBroadcaster("gone")];
  await agent.snapshot([encoderReport(here.mount), encoderReport(gone.mount)]);
  await vi.waitFor(() => expect(toldOf("here", "gone")).toHaveLength(2));
  told = [];
  await evictDurableObject(stub);

  // The agent counts as heard when the object starts again.
  expect(await stub.isAgentConnected()).toBe(true);
  vi.setSystemTime(Date.now() + leaseMs);
  expect(await stub.isAgentConnected()).toBe(false);
  await runAlarm(stub);
  await vi.waitFor(() =>
    expect(toldOf("here", "gone")).toEqual(["profile/gone unknown null", "profile/here unknown null"]),
  );
  expect(await stub.mountStatus(here.mount)).toMatchObject({
    isConnected: false,
    isUnknown: true,
    ended: null,
  });

  told = [];
  await agent.snapshot([encoderReport(here.mount)]);
  await vi.waitFor(() =>
    expect(toldOf("here", "gone")).toEqual(["profile/gone down null", "profile/here up null"]),
  );
  expect(await stub.isAgentConnected()).toBe(true);
});

test("levels are sent at most once a second, and a performer sees the newest", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const stub = gateway("levels");
  const agent = await connectAgent(stub, "start");
  await agent.hello();
  const { mount } = await createBroadcaster("levels");
  const encoder = encoderOn(mount);
  await agent.facts(encoder({ type: "connected" }), encoder({ type: "firstAudio", codec: "mp3" }));
  await agent.next("route");
  await vi.waitFor(() => expect(toldOf("levels")).not.toEqual([]));
  told = [];
  for (let half = 0; half < 10; half++) {
    vi.setSystemTime(Date.now() + 500);
    await agent.facts(encoder({ type: "level", level: { ...loud, rmsDb: -half }, quality: healthy }));
  }
  expect(toldOf("levels").length).toBeGreaterThanOrEqual(4);
  expect(toldOf("levels").length).toBeLessThanOrEqual(6);
  expect(await stub.mountStatus(mount)).toMatchObject({
    isConnected: true,
    codec: "mp3",
    level: { rmsDb: -9 },
    quality: healthy,
    ended: null,
  });
  expect(JSON.stringify(told)).not.toContain("quietMs");
  const frozen = { ...healthy, quietMs: 4_500 };
  await agent.facts(encoder({ type: "level", level: loud, quality: frozen }));
  const endedAt = Date.now();
  await agent.facts(encoder({ type: "disconnected" }, endedAt));
  expect(await stub.mountStatus(mount)).toMatchObject({
    isConnected: false,
    isUnknown: false,
    quality: null,
    ended: { at: endedAt, isFrozen: true, fault: null },
  });
  expect(await stub.mountStatus("nobody")).toMatchObject({ isConnected: false, level: null, ended: null });
});

test("an agent reports the codec and level of a silent encoder before its first sound", async () => {
  const stub = gateway("silent");
  const agent = await connectAgent(stub, "start");
  await agent.hello();
  const { mount } = await createBroadcaster("silent");
  const encoder = encoderOn(mount);
  const silent = { ...loud, rmsDb: -120, peakDb: -120 };
  await agent.facts(
    encoder({ type: "connected" }),
    encoder({ type: "level", level: silent, quality: healthy, codec: "flac" }),
  );
  expect(await stub.mountStatus(mount)).toMatchObject({
    isConnected: true,
    firstAudioAt: null,
    codec: "flac",
    level: silent,
  });
});

test("the mount of a stream test is not routed to a room, and five seconds of sound pass the test", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const stub = gateway("test");
  const agent = await connectAgent(stub, "start");
  await agent.hello();
  const { mount } = await createBroadcaster("student", { kind: "test", isPerformer: false });
  const encoder = encoderOn(mount);
  expect(await stub.testProgress(mount)).toEqual({ status: "testing", level: 0, isConnected: false });
  await agent.facts(encoder({ type: "connected" }));
  expect(await agent.next("route")).toMatchObject({ room: null });
  expect(await stub.testProgress(mount)).toMatchObject({ status: "connected", isConnected: true });
  const hear = async (halves: number) => {
    for (let half = 0; half < halves; half++) {
      vi.setSystemTime(Date.now() + 500);
      await agent.facts(encoder({ type: "level", level: loud }));
    }
  };
  await hear(9);
  expect(await stub.testProgress(mount)).toMatchObject({ status: "audioDetected", level: 179 });
  await hear(1);
  expect(await stub.testProgress(mount)).toMatchObject({ status: "completed" });
  await agent.facts(encoder({ type: "disconnected" }));
  await evictDurableObject(stub);
  expect(await stub.testProgress(mount)).toEqual({ status: "completed", level: 0, isConnected: false });
  expect(toldOf("student")).toEqual([]);
  // The mocked clock is ahead of the alarms' own.
  await runAlarm(stub);
  const row = await env.DB.prepare("select completed_at from ingest_credentials where mount = ?")
    .bind(mount)
    .first();
  expect(row?.completed_at).toEqual(expect.any(Number));
});

test("owners are notified of an encoder that was refused on their mount", async () => {
  const notify = vi.spyOn(Inbox.prototype, "notify");
  const agent = await connectAgent(gateway("refused"), "start");
  await agent.hello();
  const { mount } = await createBroadcaster("owner");
  const at = Date.now();
  await agent.facts(
    { type: "refused", mount, at, reason: "busy" },
    { type: "refused", mount, at, reason: "password" },
    { type: "refused", mount: "nobody", at, reason: "password" },
  );
  await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(2));
  expect(notify.mock.calls.map(([notice]) => notice.kind)).toEqual(["mount-busy", "mount-password"]);
  expect(JSON.stringify(notify.mock.calls)).not.toContain(mount);
});

test("the agent receives each changed listener count, and all of them after a restart", async () => {
  const stub = gateway("counts");
  const { mount } = await createBroadcaster("counts");
  const encoder = encoderOn(mount);
  const countsOf = ({ heard }: Awaited<ReturnType<typeof connectAgent>>) =>
    heard.flatMap((message) => (message.type === "listeners" ? [message] : []));
  let titles = 0;
  /** Returns the counts that an agent has received once its room has answered another title or two. */
  async function told(agent: Awaited<ReturnType<typeof connectAgent>>, count: number) {
    // Titles are sent once a second.
    await vi.waitFor(async () => {
      await agent.facts(encoder({ type: "title", artist: "A", title: `${++titles}` }));
      expect(countsOf(agent).at(-1)?.count).toBe(count);
    }, 5_000);
    await agent.facts(encoder({ type: "title", artist: "A", title: `${++titles}` }));
    return countsOf(agent);
  }
  const agent = await connectAgent(stub, "start");
  await agent.hello();
  await agent.facts(encoder({ type: "connected" }));
  listeners = 7;
  expect(await told(agent, 7)).toEqual([{ type: "listeners", mount, count: 7 }]);
  listeners = 9;
  expect((await told(agent, 9)).map(({ count }) => count)).toEqual([7, 9]);

  const next = await connectAgent(stub, "start-2");
  await next.hello();
  expect((await told(next, 9)).map(({ count }) => count)).toEqual([9]);
});

test("a wrong password is known until an encoder is connected, and rooms are not notified of it", async () => {
  const stub = gateway("wrong-password");
  const agent = await connectAgent(stub, "start");
  await agent.hello();
  const { mount } = await createBroadcaster("mistyped");
  const encoder = encoderOn(mount);
  const status = async () => (await stub.mountStatus(mount)).refusedAt;
  expect(await status()).toBeNull();
  const at = Date.now() - 12_000;
  await agent.facts({ type: "refused", mount, at, reason: "busy" });
  expect(await status()).toBeNull();
  await agent.facts({ type: "refused", mount, at, reason: "password" });
  await evictDurableObject(stub);
  expect(await status()).toBe(at);
  expect(toldOf("mistyped")).toEqual([]);
  const again = await connectAgent(stub, "start-2");
  await again.hello();
  await again.facts(encoder({ type: "connected" }));
  expect(await status()).toBeNull();
  await again.facts({ type: "refused", mount, at: Date.now(), reason: "password" });
  expect(await status()).toBeNull();
  await again.facts(encoder({ type: "disconnected" }));
  expect(await status()).toBeNull();
});

test("timestamps that are ten minutes off are logged and change no times", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const stub = gateway("skew");
  const agent = await connectAgent(stub, "start");
  const ahead = Date.now() + 600_000;
  await agent.hello(ahead);
  const { mount, stream } = await createBroadcaster("skew");
  await agent.snapshot([encoderReport(mount, { connectedAt: ahead, firstAudioAt: ahead })], ahead);
  const first = await stub.report(stream);
  expect(Math.abs((first?.connectedAt ?? 0) - Date.now())).toBeLessThan(10_000);
  await agent.snapshot([encoderReport(mount, { connectedAt: ahead, firstAudioAt: ahead })], ahead + 5_000);
  expect(await stub.report(stream)).toEqual(first);
  expect(warn.mock.calls.flat().join()).toContain("agent-clock");
});
