/** Broadcasting programs as packaged by Debian, with the configuration file that Cue generates for them. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { buttFile } from "#app/domains/air/media/encoder-files/butt.ts";
import { liquidsoapFile } from "#app/domains/air/media/encoder-files/liquidsoap.ts";
import { mixxxFile } from "#app/domains/air/media/encoder-files/mixxx.ts";
import { freePort } from "#container/agent/icecast/loopback-port.ts";
import { type Display, startDisplay } from "#tests/fixtures/display.ts";
import { type AgentProcess, startAgent, until } from "./agent-process.ts";
import { type FakeGateway, routeOf, startFakeGateway } from "./fake-gateway.ts";
import { mixxxSettings } from "./mixxx.ts";
import { testPlace } from "./place.ts";

const { port, state } = await testPlace();
const home = join(state, "home");
const run = promisify(execFile);
const children: ChildProcess[] = [];
let gateway: FakeGateway;
let agent: AgentProcess;
let display: Display;
let stopSoundCard = () => {};

beforeAll(async () => {
  mkdirSync(home, { recursive: true });
  await startSoundCard();
  gateway = await startFakeGateway();
  agent = await startAgent({ port, state, gatewayUrl: gateway.url });
  await until(() => agent.last("control-connected"), "the agent reached the gateway");
  display = await startDisplay();
});
afterEach(({ onTestFailed }) => onTestFailed(() => console.info(agent.output())));
afterAll(async () => {
  for (const child of children.toReversed()) child.kill("SIGKILL");
  await display.stop();
  stopSoundCard();
  await agent.stop();
  await gateway.stop();
  rmSync(state, { recursive: true, force: true });
});

/**
 * A sound card that delivers silence in real time: BUTT does not broadcast without one, and sends at the speed of its
 * card.
 */
async function startSoundCard(): Promise<void> {
  const pipe = join(home, "silence");
  await run("mkfifo", [pipe]);
  const file = `type file slave.pcm null file /dev/null infile "${pipe}" format raw`;
  const card = `type plug slave { pcm { ${file} } format S16_LE rate 44100 channels 2 } hint { show on description "Cue" }`;
  writeFileSync(join(home, ".asoundrc"), `pcm.!default { ${card} }\npcm.cue { ${card} }\n`);
  const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const startedAt = performance.now();
  let frames = 0;
  const timer = setInterval(() => {
    const due = Math.floor((performance.now() - startedAt) * 44.1);
    try {
      writeSync(descriptor, new Uint8Array((due - frames) * 4));
    } catch {
      // The pipe is full: no process reads it now.
    }
    frames = due;
  }, 20);
  stopSoundCard = () => {
    clearInterval(timer);
    closeSync(descriptor);
  };
}

/** Starts BUTT under `display`. Returns a function that sends it commands. */
async function startButt(file: string): Promise<(...words: string[]) => Promise<string>> {
  const commandPort = String(await freePort());
  const environment = { PATH: process.env.PATH, HOME: home, DISPLAY: display.name };
  const path = join(home, "cue.butt");
  writeFileSync(path, file);
  const child = spawn("butt", ["-c", path, "-p", commandPort], { env: environment, stdio: "ignore" });
  children.push(child);
  const tell = async (...words: string[]) =>
    (await run("butt", ["-p", commandPort, ...words], { env: environment })).stdout;
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await tell("-S").catch(() => "")).includes("connected:")) return tell;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("BUTT does not answer.");
}

// A mount of its own for each attempt: the agent tells the title that it knows of a mount.
const newMount = (program: string) => `${program}-mount-${++attempts}`;
let attempts = 0;

test("BUTT's titles arrive, and it shows the listener count", { timeout: 60_000 }, async () => {
  const [mount, password] = [newMount("butt"), "butt-password"];
  gateway.passwords.set(mount, password);
  gateway.send(routeOf(mount));
  const factsOf = (type: string) =>
    gateway.facts.filter((fact) => fact.mount === mount && fact.type === type);
  const butt = await startButt(buttFile({ address: "127.0.0.1", port, mount, password }));
  await butt("-s");
  await until(() => factsOf("connected").length > 0, "BUTT is connected", 20_000);
  gateway.send({ type: "listeners", mount, count: 17 });

  for (const title of ["First", "Sëcond", "Third"]) {
    await butt("-u", `Artist - ${title}`);
    await until(
      () =>
        gateway.facts.some((fact) => fact.type === "title" && fact.mount === mount && fact.title === title),
      title,
    );
  }
  const titles = gateway.facts.flatMap((fact) =>
    fact.type === "title" && fact.mount === mount ? [`${fact.artist} / ${fact.title}`] : [],
  );
  expect(titles).toEqual(["Artist / First", "Artist / Sëcond", "Artist / Third"]);

  let status = "";
  const deadline = performance.now() + 15_000;
  while (!status.includes("listeners: 17") && performance.now() < deadline) {
    // It answers one command at a time, and none while it is busy.
    status = await butt("-S").catch(() => "");
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  expect(status).toContain("listeners: 17");
  await butt("-d");
  await until(() => factsOf("disconnected").length > 0, "BUTT has left");
  expect(factsOf("connected")).toHaveLength(1);
});

test("Mixxx's titles arrive", { timeout: 100_000 }, async () => {
  const [mount, password] = [newMount("mixxx"), "mixxx-password"];
  const facts = () => gateway.facts.filter((fact) => fact.mount === mount);
  const titles = () =>
    facts().flatMap((fact) => (fact.type === "title" ? [`${fact.artist} / ${fact.title}`] : []));
  gateway.passwords.set(mount, password);
  gateway.send(routeOf(mount));
  const folder = join(home, "mixxx");
  rmSync(folder, { recursive: true, force: true });
  const profile = mixxxFile({ address: "127.0.0.1", port, mount, password }, "http://localhost");
  const words = await mixxxSettings(folder, profile, [
    { artist: "Artist", title: "First", seconds: 8 },
    { artist: "Artist", title: "Sëcond", seconds: 60 },
  ]);
  const environment = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: display.name };
  const child = spawn("mixxx", words, { env: environment, stdio: "ignore" });
  children.push(child);
  try {
    await until(() => titles().length > 0, "the title of the first deck", 30_000);
    // Mixxx plays as soon as its files are loaded, and goes on air on another thread.
    if (titles()[0] === "Artist / Sëcond")
      throw new Error("The machine was late: Mixxx told no title before its first track had ended.");
    // The first deck reaches its end, and the second one continues.
    await until(() => titles().length > 1, "the title of the second deck", 40_000);
    expect(titles()).toEqual(["Artist / First", "Artist / Sëcond"]);
  } finally {
    child.kill();
  }
  await until(() => facts().some((fact) => fact.type === "disconnected"), "Mixxx has left");
});

test.each([
  ["UTF-8", ""],
  ["another alphabet, which it declares", 'encoding="WINDOWS-1251",'],
])("Liquidsoap's titles arrive in %s", { timeout: 60_000 }, async (_, encoding) => {
  const [mount, password] = [newMount("liquidsoap"), "liquidsoap-password"];
  const facts = () => gateway.facts.filter((fact) => fact.mount === mount);
  const titles = () =>
    facts().flatMap((fact) => (fact.type === "title" ? [`${fact.artist} / ${fact.title}`] : []));
  gateway.passwords.set(mount, password);
  gateway.send(routeOf(mount));
  const music = join(home, mount);
  mkdirSync(music);
  for (const [index, title] of ["Первая", "Вторая"].entries()) {
    const tags = ["-metadata", "artist=Артист", "-metadata", `title=${title}`];
    const sound = ["-f", "lavfi", "-i", "sine=duration=8", "-ac", "2"];
    await run("ffmpeg", ["-v", "error", ...sound, ...tags, join(music, `${index}.flac`)]);
  }
  // A folder instead of the sound input, as the file itself explains; the machine's root starts it.
  const script = liquidsoapFile({ address: "127.0.0.1", port, mount, password })
    .replace("music = input()", `music = playlist(mode="normal", "${music}")`)
    .replace("public=false,", `public=false, ${encoding}`);
  const file = join(home, `${mount}.liq`);
  writeFileSync(file, `settings.init.allow_root.set(true)\n${script}`);
  const child = spawn("liquidsoap", [file], { stdio: "ignore" });
  children.push(child);
  try {
    await until(() => titles().length > 1, "two titles", 40_000);
    expect(titles()).toEqual(["Артист / Первая", "Артист / Вторая"]);
  } finally {
    child.kill();
  }
  await until(() => facts().some((fact) => fact.type === "disconnected"), "Liquidsoap has left");
});
