/** Searches everything that other users can get for every secret of some broadcasters. */
import { connect } from "node:net";
import { call, Person } from "#tests/fixtures/people.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/** Icecast's own pages, and other paths that an attacker would try at an encoder port. */
const ingestPaths = [
  "/",
  "/status.xsl",
  "/status-json.xsl",
  "/status2.xsl",
  "/server_version.xsl",
  "/auth.xsl",
  "/admin/stats",
  "/admin/stats.xml",
  "/admin/listmounts",
  "/admin/listmounts.xsl",
  "/admin/listclients",
  "/admin/",
  "//admin/stats",
  "/%61dmin/stats",
  "/../admin/stats",
];

test("no response to another user contains a secret of a broadcaster", async ({
  cue,
  manager,
  broadcast,
  visit,
  newPerson,
  allowConsole,
}) => {
  // Pages that are not the stranger's answer 404, and browsers log every 4xx to the console.
  allowConsole(/status of 404.*\/management\//);
  const performer = await newPerson("Guarded");
  const stranger = await newPerson("Curious");
  const ingest = await cue.makePerformer(performer.username);
  const stage = await cue.createStage({ name: "Vault", manager: manager.username, isOnDemand: true });
  const canaries = {
    "performer's mount": ingest.mount,
    "performer's password": ingest.password,
    "stage's mount": stage.mount,
    "stage's password": stage.password,
    "performer's token": performer.token,
    "performer's e-mail": performer.email,
    "performer's own password": performer.password,
  };
  const encoders = [
    await broadcast({ ...ingest, format: "mp3", track: 1 }),
    await broadcast({ ...stage, format: "mp3", track: 2 }),
  ];
  for (const encoder of encoders) await encoder.announce("Secret", "Keeper");
  const leaks: string[] = [];
  const search = (where: string, text: string) => {
    for (const [what, canary] of Object.entries(canaries)) {
      if (text.includes(canary)) leaks.push(`the ${what} is in ${where}`);
    }
  };

  const rooms = [`stage/${stage.id}`, `profile/${performer.id}`];
  const sockets = await Promise.all([
    ...rooms.map((room) => RoomSocket.open(cue.origin, room)),
    ...rooms.map((room) => RoomSocket.open(cue.origin, room, { person: stranger })),
  ]);
  await sockets[0]?.event("room set", ({ data }) => data.status === "live");

  const { page } = await visit({ as: stranger });
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => search(`a frame of ${socket.url()}`, payload.toString())),
  );
  const paths = ["/", `/room/${stage.id}`, `/profile/${performer.id}`, `/management/${stage.id}`, "/djs"];
  for (const path of [...paths, `/player/stage/${stage.id}`, "/management"]) {
    await page.goto(path);
    await page.waitForTimeout(300);
    search(`the page ${path}`, await page.content());
  }

  for (const who of [null, stranger]) await searchCalls(cue.origin, who, stage.id, performer, search);
  for (const path of ingestPaths) {
    const answer = await askPort(cue.ingestPort, path);
    search(`the encoder port's answer to ${path}`, answer);
    expect(answer, `the encoder port answered ${path}`).not.toMatch(/^HTTP\/1\.\d 200/);
  }
  for (const [index, socket] of sockets.entries()) search(`socket ${index}`, socket.raw.join("\n"));
  search("the logs", await cue.logs());
  expect(leaks).toEqual([]);
  for (const socket of sockets) socket.close();
});

/** Calls every route of the API description with arguments that fit many of them. */
async function searchCalls(
  origin: string,
  who: Person | null,
  stage: string,
  performer: Person,
  search: (where: string, text: string) => void,
): Promise<void> {
  interface Description {
    paths: Record<string, Record<string, unknown>>;
  }
  const { body } = await call<Description>(origin, null, "GET", "/api/openapi.json");
  const argument = {
    room: stage,
    stage,
    user: performer.id,
    dj: performer.id,
    search: "Guarded",
    mount: "x",
  };
  for (const [path, verbs] of Object.entries(body.paths)) {
    // Linking an account leads to pages.
    if (
      /logout|register|recovery|(social\/(mixcloud|twitter|mastodon|lastfm)(\/linked)?|spotify\/login)$/.test(
        path,
      )
    )
      continue;
    for (const verb of ["get", "post"] as const) {
      if (!(verb in verbs)) continue;
      const method = verb === "get" ? "GET" : "POST";
      const full = path.startsWith("/api") ? path : `/api${path}`;
      const answer = await call(origin, who?.token ?? null, method, full, {
        body: method === "POST" ? argument : undefined,
      });
      search(`${method} ${path} for ${who === null ? "nobody" : "a stranger"}`, JSON.stringify(answer.body));
      expect(answer.status, `${method} ${path}`).toBeLessThan(500);
    }
  }
}

/** A raw request, because a client would normalize the path; empty if the port closes without a response. */
function askPort(port: number, path: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET ${path} HTTP/1.0\r\nHost: localhost\r\n\r\n`),
    );
    let text = "";
    socket.on("data", (data: Buffer) => {
      text += data.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
    socket.setTimeout(1_000, () => socket.destroy());
  });
}
