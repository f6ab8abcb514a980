import { env, SELF } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { makePerson } from "#tests/helpers/people.ts";
import { addPerformer, addStage, Listener, until } from "#tests/helpers/rooms.ts";

const origin = "http://localhost:8787";

function upgrade(path: string, headers: Record<string, string> = { origin }) {
  return SELF.fetch(`${origin}/realtime/${path}`, { headers: { upgrade: "websocket", ...headers } });
}

async function listener(path: string, headers?: Record<string, string>): Promise<Listener> {
  const response = await upgrade(path, headers);
  if (response.webSocket === null) throw new Error(`not upgraded: ${response.status}`);
  return new Listener(response.webSocket);
}

describe("an origin header", () => {
  test.each([
    ["another site", "https://evil.example"],
    ["a suffix of ours", "http://localhost:8787.evil.example"],
    ["another port", "http://localhost:8788"],
    ["no port", "http://localhost"],
    ["another scheme", "https://localhost:8787"],
    ["another case", "http://LOCALHOST:8787"],
    ["a slash too many", "http://localhost:8787/"],
    ["null", "null"],
    ["nothing", ""],
  ])("that is %s is refused before the upgrade", async (_, other) => {
    await addStage("o", {}).catch(() => undefined);
    const response = await upgrade("stage/o", { origin: other });
    expect(response.status).toBe(403);
    expect(response.webSocket).toBeNull();
  });

  test("that is missing is refused, except with a bearer token", async () => {
    const ann = await makePerson();
    await addStage("program");
    expect((await upgrade("stage/program", {})).status).toBe(403);
    expect((await upgrade("stage/program", { cookie: `cue=${ann.token}` })).status).toBe(403);
    expect((await upgrade("stage/program", { authorization: `Bearer ${"x".repeat(43)}` })).status).toBe(401);
    const program = await listener("stage/program", { authorization: `Bearer ${ann.token}` });
    expect(await program.say("beep")).toMatchObject({ event: "ack" });
  });
});

describe("a socket", () => {
  test("belongs to the session of its cookie, whatever headers and queries say", async () => {
    const [ann, bob] = [await makePerson(), await makePerson()];
    await addStage("who");
    const claims = {
      "x-cue-viewer": JSON.stringify({ userId: bob.id, username: "Bob", canWrite: true }),
      "x-cue-agent": "audio",
      "x-cue-shard": "0",
    };
    const socket = await listener(`stage/who?_pk=uplink&stream=s&user=${bob.id}`, {
      origin,
      cookie: `cue=${ann.token}`,
      ...claims,
    });
    await socket.say("it is me");
    expect((await socket.event("room message")).data).toMatchObject({ userId: ann.id, user: ann.username });
    const nobody = await listener("stage/who", { origin, ...claims });
    expect(await nobody.say("and me?")).toMatchObject({ code: "authorization" });
  });

  test("of an embedded page is anonymous, whatever its cookie is", async () => {
    const ann = await makePerson();
    await addStage("embedded");
    const socket = await listener("stage/embedded?embed=1", { origin, cookie: `cue=${ann.token}` });
    expect(await socket.say("hi")).toMatchObject({ code: "authorization" });
    expect(await socket.send("listen", { class: "normal" })).toMatchObject({ event: "ack" });
    await until(() => socket.events.some(({ event }) => event === "room listeners"));
  });

  test("closes with 4401 within five seconds of the log-out", async () => {
    const ann = await makePerson();
    await addStage("left");
    const socket = await listener("stage/left", { origin, cookie: `cue=${ann.token}` });
    await socket.event("snapshot");
    const out = await SELF.fetch(`${origin}/api/users/logout`, {
      method: "POST",
      headers: { authorization: `Bearer ${ann.token}`, "content-type": "application/json" },
      body: "{}",
    });
    expect(out.status).toBe(200);
    expect(await until(() => socket.closeCode, 5_000)).toBe(4401);
  });
});

describe("a socket address", () => {
  test("of a stage is its id or its custom URL in any case", async () => {
    await addStage("addressed");
    await env.DB.prepare("update stages set custom_url = 'the-club' where id = 'addressed'").run();
    for (const name of ["addressed", "the-club", "The-Club"]) {
      const socket = await listener(`stage/${name}`);
      expect((await socket.event("snapshot")).data.id).toBe("addressed");
    }
  });

  test("that is unknown answers 404, and 426 without an upgrade", async () => {
    await addPerformer("known");
    expect((await listener("profile/known")).closeCode).toBeUndefined();
    // A listener has no room, and no visitor makes one.
    const listeners = `profile/${(await makePerson()).id}`;
    for (const path of ["stage/none", "profile/none", listeners, "nowhere"]) {
      expect((await upgrade(path)).status).toBe(404);
    }
    // Private sockets require a session first.
    for (const path of ["inbox", "conversation/one"]) expect((await upgrade(path)).status).toBe(401);
    expect((await SELF.fetch(`${origin}/realtime/lobby`, { headers: { origin } })).status).toBe(426);
    expect((await upgrade("lobby")).status).toBe(101);
  });
});
