/** Limits of the sockets that one account and one network may keep open: every address of `realtime.ts`. */
import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { stages } from "#db/schema/index.ts";
import { socketLimits } from "#durable-objects/socket-limits.ts";
import { makeConversation } from "#tests/helpers/conversations.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { addStage } from "#tests/helpers/rooms.ts";
import { realtime } from "./realtime.ts";

const db = openDb(env.DB);
const origin = "http://localhost:8787";

/** Opens that many sockets, one after the other; the codes of those that were closed are at their places. */
async function openMany(count: number, path: string, headers: Record<string, string>) {
  const closed = new Map<number, number>();
  const sockets: WebSocket[] = [];
  for (let n = 0; n < count; n++) {
    const response = await SELF.fetch(`${origin}/realtime/${path}`, {
      headers: { upgrade: "websocket", origin, ...headers },
    });
    const socket = response.webSocket;
    if (socket === null) throw new Error(`${path} was not upgraded: ${response.status}`);
    socket.addEventListener("close", ({ code }) => {
      closed.set(n, code);
      socket.close();
    });
    socket.accept();
    sockets.push(socket);
  }
  return { closed, end: () => sockets.forEach((socket) => socket.close()) };
}

/** The sockets of `realtime.ts`, each with an address of one that the person may open. */
const addresses: Record<string, (person: Person) => string | Promise<string>> = {
  "/stage/:stage{[^/]{1,100}}": async () => {
    await addStage("busy").catch(() => undefined);
    return "stage/busy";
  },
  "/profile/:user{[^/]{1,64}}": ({ id }) => `profile/${id}`,
  "/inbox": () => "inbox",
  "/sound-check": () => "sound-check",
  "/conversation/:id{[^/]{1,64}}": async (person) => {
    const other = await makePerson();
    return `conversation/${(await makeConversation(person.id, [other.id])).id}`;
  },
  "/lobby": () => "lobby",
};

test("every socket is in the list", () => {
  const paths = realtime.routes.filter(({ method }) => method === "GET").map(({ path }) => path);
  expect(Object.keys(addresses).toSorted()).toEqual(paths.toSorted());
});

test.each(Object.entries(addresses))(
  "one account keeps so many of %s; the oldest are closed",
  async (_, address) => {
    const person = await makePerformer();
    const path = await address(person);
    const headers = { cookie: `cue=${person.token}` };
    const { closed, end } = await openMany(socketLimits.account + 3, path, headers);
    await expect
      .poll(() => [...closed])
      .toEqual([
        [0, 4429],
        [1, 4429],
        [2, 4429],
      ]);
    end();
  },
);

test.each(Object.entries(addresses))(
  "too many frames to %s are refused, and then it is closed",
  async (_, address) => {
    const person = await makePerformer();
    const response = await SELF.fetch(`${origin}/realtime/${await address(person)}`, {
      headers: { upgrade: "websocket", origin, cookie: `cue=${person.token}` },
    });
    const socket = response.webSocket;
    if (socket === null) throw new Error(`not upgraded: ${response.status}`);
    const codes: unknown[] = [];
    let closedWith: number | undefined;
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string" && data.includes('"rate-limited"')) codes.push("rate-limited");
    });
    socket.addEventListener("close", ({ code }) => {
      closedWith = code;
    });
    socket.accept();
    for (let n = 0; n < 400; n++) socket.send("{");
    await expect.poll(() => closedWith, { timeout: 20_000 }).toBe(1013);
    expect(codes.length).toBeGreaterThan(100);
  },
);

test.each(["stage/crowded", "lobby"])(
  "one network keeps so many of %s without an account, and others are not touched",
  async (path) => {
    await addStage("crowded").catch(() => undefined);
    const other = await openMany(1, path, { "cf-connecting-ip": "203.0.113.9" });
    const school = await openMany(socketLimits.network + 2, path, { "cf-connecting-ip": "203.0.113.8" });
    await expect.poll(() => [...school.closed.keys()]).toEqual([0, 1]);
    expect(other.closed.size).toBe(0);
    other.end();
    school.end();
  },
);

test("without an edge in front, the machine is not one network", async () => {
  await addStage("machine");
  const [machine, network] = await Promise.all(
    ["127.0.0.1", "203.0.113.11"].map((from) =>
      openMany(socketLimits.network + 1, "stage/machine", { "cf-connecting-ip": from }),
    ),
  );
  await expect.poll(() => network?.closed.size).toBe(1);
  expect(machine?.closed.size).toBe(0);
  machine?.end();
  network?.end();
});

test("another spelling of a room's address is the same room, for networks and accounts", async () => {
  await addStage("many-names");
  await db.update(stages).set({ customUrl: "spelled" }).where(eq(stages.id, "many-names"));
  const paths = ["stage/many-names", "stage/spelled", "stage/Spelled", "stage/SPELLED"];
  const headers = { "cf-connecting-ip": "203.0.113.10" };
  const many = await Promise.all(
    paths.map((path) => openMany(Math.ceil(socketLimits.network / paths.length) + 1, path, headers)),
  );
  await expect.poll(() => many.flatMap(({ closed }) => [...closed]).length).toBe(paths.length);
  many.forEach(({ end }) => end());
});
