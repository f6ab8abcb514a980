import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { codecs } from "#app/domains/air/media/contract/control.ts";
import { type AgentProcess, startAgent, until } from "./agent-process.ts";
import { crafted } from "./crafted.ts";
import {
  basic,
  type Encoder,
  type EncoderOptions,
  encodings,
  exchange,
  openSource,
  sendTitle,
  startEncoder,
} from "./encoder.ts";
import { type FakeGateway, routeOf, startFakeGateway } from "./fake-gateway.ts";
import { decodeMp3, decodeOpus, shareOfTone } from "./listening.ts";
import { testPlace } from "./place.ts";

const { port, state } = await testPlace();
let gateway: FakeGateway;
let agent: AgentProcess;
const encoders: Encoder[] = [];

beforeAll(async () => {
  gateway = await startFakeGateway();
  agent = await startAgent({ port, state, gatewayUrl: gateway.url });
  await until(() => agent.last("control-connected"), "the agent reached the gateway");
});
const stopEncoders = () => {
  for (const encoder of encoders.splice(0)) encoder.stop();
};
afterEach(({ onTestFailed }) => onTestFailed(() => console.info(agent.output())));
afterAll(async () => {
  stopEncoders();
  await agent.stop();
  await gateway.stop();
  rmSync(state, { recursive: true, force: true });
});

let mounts = 0;
/** A mount that the gateway knows and routes. */
function newMount(): { mount: string; password: string } {
  const mount = `mount${++mounts}`;
  gateway.passwords.set(mount, `secret-${mount}`);
  gateway.send(routeOf(mount));
  return { mount, password: `secret-${mount}` };
}

function encode(options: Omit<EncoderOptions, "port">): Encoder {
  const encoder = startEncoder({ port, ...options });
  encoders.push(encoder);
  return encoder;
}

const framesOf = (mount: string, kind: "opus" | "mp3") =>
  gateway.frames.filter((frame) => frame.stream === `stream-${mount}` && frame.kind === kind);
const factsOf = (mount: string) => gateway.facts.filter((fact) => fact.mount === mount);
const titlesOf = (mount: string) =>
  factsOf(mount)
    .filter((fact) => fact.type === "title")
    .map(({ artist, title }) => [artist, title]);

describe.concurrent("beside other sources,", () => {
  afterAll(stopEncoders);

  test.each(codecs)("%s by PUT gives whole packets of the sent tone", async (codec) => {
    const { mount, password } = newMount();
    encode({ mount, password, encoding: encodings[codec] });
    await until(() => framesOf(mount, "opus").length >= 100, "two seconds of packets");

    const opus = framesOf(mount, "opus");
    const sound = await decodeOpus(opus);
    expect(sound.length).toBe(opus.length * 960);
    expect(shareOfTone(sound.subarray(24_000, 72_000), 1_000)).toBeGreaterThan(0.98);
    expect(opus.map(({ seq }) => seq)).toEqual(opus.map((_, index) => index));
    expect(opus.map(({ isDiscontinuity }) => isDiscontinuity)).toEqual(opus.map((_, index) => index === 0));

    const mp3 = decodeMp3(framesOf(mount, "mp3"));
    expect(shareOfTone(mp3.subarray(24_000, 48_000), 1_000)).toBeGreaterThan(0.98);

    const facts = factsOf(mount);
    expect(facts.map(({ type }) => type).filter((type) => type !== "level")).toEqual([
      "connected",
      "firstAudio",
    ]);
    expect(facts.find((fact) => fact.type === "firstAudio")?.codec).toBe(codec);
    const levels = facts.filter((fact) => fact.type === "level").map(({ level }) => level);
    // ffmpeg's sine is at an eighth of full scale, and 3 dB lower in each of two channels.
    expect(Math.abs((levels.at(-1)?.peakDb ?? 0) + 21.1)).toBeLessThan(1);
    expect(levels.at(-1)?.bitrate).toBeGreaterThan(20_000);
  });

  test("the old SOURCE method and a chunked PUT as by curl are accepted", async () => {
    const { mount, password } = newMount();
    encode({ mount, password, isLegacy: true });
    await until(() => framesOf(mount, "opus").length > 10, "packets from SOURCE");

    const chunked = newMount();
    const head = `PUT /${chunked.mount} HTTP/1.1\r\n${basic(chunked.password)}\r\nTransfer-Encoding: chunked\r\n`;
    const answer = await exchange(port, `${head}Expect: 100-continue\r\n\r\n5\r\nhello\r\n`, 800);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.0 200 OK/);
  });

  test("timestamps follow the server's clock in steps of 20 ms a packet, despite a burst at the start", async () => {
    const { mount, password } = newMount();
    encode({ mount, password });
    await until(() => framesOf(mount, "opus").length >= 150, "three seconds of packets");
    const frames = framesOf(mount, "opus");
    const now = Date.now();
    const last = frames.at(-1);
    expect(now - (last?.at ?? 0)).toBeGreaterThan(0);
    expect(now - (last?.at ?? 0)).toBeLessThan(1_000);
    const settled = frames.slice(50);
    for (const [index, frame] of settled.entries()) {
      const expected = (settled[0]?.at ?? 0) + index * 20;
      expect(Math.abs(frame.at - expected)).toBeLessThan(100);
    }
  });

  test("an encoder that sends a second at a time reaches listeners evenly", async () => {
    const { mount, password } = newMount();
    encode({
      mount,
      password,
      encoding: encodings.opus.replace("-page_duration 20000", "-page_duration 1000000"),
    });
    await until(() => framesOf(mount, "opus").length >= 300, "six seconds of packets", 12_000);
    const times = framesOf(mount, "opus")
      .slice(200)
      .map(({ receivedAt }) => receivedAt);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // Single late packets can be caused by the machine; unsmoothed chunks would put 900 ms between every fifty.
    expect(gaps.toSorted((a, b) => b - a)[2]).toBeLessThan(150);
  });

  test("a slowly sent head times out after five seconds", async () => {
    const startedAt = performance.now();
    expect(await exchange(port, "SOURCE /x HTTP/1.0\r\n", 8_000)).toMatch(/^HTTP\/1\.0 408 /);
    expect(performance.now() - startedAt).toBeLessThan(6_500);
  });

  test("a silent encoder has a codec and level, and its first audio is the first audible sound", async () => {
    const { mount, password } = newMount();
    // Below -60 dBFS first, then as loud as ffmpeg's sine.
    const sound = "sine=frequency=500:sample_rate=48000,volume='if(lt(t,4),0.004,1)':eval=frame";
    encode({ mount, password, sound });
    await until(() => factsOf(mount).some(({ type }) => type === "firstAudio"), "the first sound", 10_000);
    const facts = factsOf(mount);
    const [connected] = facts;
    const firstAudio = facts.find(({ type }) => type === "firstAudio");
    const silent = facts.slice(
      0,
      facts.findIndex(({ type }) => type === "firstAudio"),
    );
    const levels = silent.filter((fact) => fact.type === "level");
    expect(levels.length).toBeGreaterThan(5);
    expect(levels[0]?.codec).toBe("mp3");
    for (const { level } of levels) expect(level.rmsDb).toBeLessThan(-60);
    expect((firstAudio?.at ?? 0) - (connected?.at ?? 0)).toBeGreaterThan(3_500);
    await until(() => {
      const silences = factsOf(mount).filter((fact) => fact.type === "silence");
      return silences.length === 2 && silences[1]?.isSilent === false;
    }, "the end of the silence");
  });

  test("the start and end of silence are reported", async () => {
    const { mount, password } = newMount();
    const sound = "sine=frequency=500:sample_rate=48000,volume='if(between(t,1,5),0,1)':eval=frame";
    encode({ mount, password, sound });
    await until(() => factsOf(mount).filter(({ type }) => type === "silence").length === 2, "both", 10_000);
    const [begin, end] = factsOf(mount).filter((fact) => fact.type === "silence");
    expect([begin?.isSilent, end?.isSilent]).toEqual([true, false]);
    expect((end?.at ?? 0) - (begin?.at ?? 0)).toBeGreaterThan(3_000);
    expect((end?.at ?? 0) - (begin?.at ?? 0)).toBeLessThan(5_500);
  });

  test("a source that stops sending is disconnected, and its owner can reconnect earlier", async () => {
    const { mount, password } = newMount();
    const stalled = await openSource(port, mount, password);
    await sleep(2_200);
    const successor = await openSource(port, mount, password);
    await until(() => stalled.destroyed, "the stalled one is ended");
    const told = () => factsOf(mount).filter(({ type }) => type !== "level");
    await until(() => told().length === 3, "three facts");
    expect(told().map(({ type }) => type)).toEqual(["connected", "disconnected", "connected"]);
    await until(() => successor.destroyed, "Icecast's own time-out", 9_000);
    await until(() => told().at(-1)?.type === "disconnected", "the gateway is told");
  });
});

describe("a title", () => {
  afterEach(stopEncoders);

  test("with song, artist and title in Latin-1 or UTF-8 is reported once without delay", async () => {
    const { mount, password } = newMount();
    encode({ mount, password });
    await until(() => factsOf(mount).some(({ type }) => type === "connected"), "connected");
    const connection = factsOf(mount)[0];
    const sentAt = Date.now();
    expect(await sendTitle(port, mount, password, "song=One+-+First")).toBe("HTTP/1.0 200 OK");
    await sendTitle(port, mount, password, "song=One+-+First");
    await sendTitle(port, mount, password, "artist=Bj%F6rk&title=J%F3ga&charset=ISO-8859-1");
    await sendTitle(port, mount, password, "song=");
    await until(() => titlesOf(mount).length === 2, "two titles");
    expect(titlesOf(mount)).toEqual([
      ["One", "First"],
      ["Björk", "Jóga"],
    ]);
    const title = factsOf(mount).find((fact) => fact.type === "title");
    expect(title).toMatchObject({
      connection: connection && "connection" in connection && connection.connection,
    });
    expect(Math.abs((title?.at ?? 0) - sentAt)).toBeLessThan(200);
  });

  test("that is a placeholder is reported without artist and title", async () => {
    const { mount, password } = newMount();
    encode({ mount, password });
    await until(() => factsOf(mount).some(({ type }) => type === "connected"), "connected");
    await sendTitle(port, mount, password, "song=One+-+First");
    await sendTitle(port, mount, password, "song=Unknown");
    await until(() => titlesOf(mount).length === 2, "two titles");
    expect(titlesOf(mount)).toEqual([
      ["One", "First"],
      ["", ""],
    ]);
  });

  test("that arrives before its source is kept for it", async () => {
    const { mount, password } = newMount();
    await sendTitle(port, mount, password, "song=Early+-+Bird");
    await until(() => titlesOf(mount).length === 1, "the title without a connection");
    encode({ mount, password });
    await until(() => titlesOf(mount).length === 2, "the title of the connection");
    const facts = factsOf(mount).filter((fact) => fact.type === "title" || fact.type === "connected");
    expect(facts.map(({ type, connection }) => [type, connection === null])).toEqual([
      ["title", true],
      ["connected", false],
      ["title", false],
    ]);
    await until(
      () => gateway.snapshots.at(-1)?.find((entry) => entry.mount === mount)?.title,
      "in the snapshot",
    );
  });

  test.each(["vorbis", "opus", "flac"] as const)("is read from the comments of Ogg %s", async (codec) => {
    const { mount, password } = newMount();
    encode({ mount, password, encoding: encodings[codec], metadata: { artist: "Ünder", title: "Ground" } });
    await until(() => titlesOf(mount).length > 0, "the title");
    expect(titlesOf(mount)).toEqual([["Ünder", "Ground"]]);
  });

  test("with unusual characters is cleaned", async () => {
    const { mount, password } = newMount();
    const other = newMount();
    encode({ mount, password });
    encode({ ...other, sound: "sine=frequency=440:sample_rate=48000" });
    await until(() => framesOf(other.mount, "opus").length > 10, "both are on");
    for (const song of ["-", "\"'", "]]>", "a\0b", "\u202egnp", "<b>&amp;", "\u0001", "x".repeat(5_000)]) {
      await sendTitle(port, mount, password, `song=${encodeURIComponent(song)}`);
      await sleep(1_050); // one a second is sent
    }
    await until(() => titlesOf(mount).length >= 7, "seven titles");
    const clean = ["-", "\"'", "]]>", "a b", "gnp", "<b>&", "x".repeat(200)];
    expect(titlesOf(mount).map(([, title]) => title)).toEqual(clean);
    const huge = await exchange(
      port,
      `GET /admin/metadata?mode=updinfo&mount=/${mount}&song=${"y".repeat(1_000_000)}`,
    );
    expect(huge).toMatch(/^HTTP\/1\.0 431|^$/);
    const before = framesOf(other.mount, "opus").length;
    await sleep(500);
    expect(framesOf(other.mount, "opus").length).toBeGreaterThan(before + 15);
  });
});

describe("at the encoder port,", () => {
  afterEach(stopEncoders);

  test("a wrong password is answered with 401 and reported, and a missing one is not reported", async () => {
    const { mount } = newMount();
    const head = (authorization: string) =>
      `SOURCE /${mount} HTTP/1.0\r\n${authorization}Content-Length: 0\r\n\r\n`;
    expect(await exchange(port, head(`${basic("wrong")}\r\n`))).toMatch(/^HTTP\/1\.0 401 /);
    expect(await exchange(port, head(""))).toMatch(/^HTTP\/1\.0 401 .*\r\n[\s\S]*Allow: .*PUT/);
    expect(await sendTitle(port, mount, "wrong", "song=x")).toMatch(/ 401 /);
    await until(() => factsOf(mount).length === 2, "two refusals");
    expect(factsOf(mount)).toMatchObject([
      { type: "refused", reason: "password" },
      { type: "refused", reason: "password" },
    ]);
  });

  test("a source that decodes to much more than its header declares is disconnected, another continues", {
    timeout: 90_000,
  }, async () => {
    const { mount, password } = newMount();
    const other = newMount();
    encode(other);
    await until(() => framesOf(other.mount, "opus").length > 25, "another is on air");
    const socket = await openSource(port, mount, password);
    for (const piece of crafted.hiddenLowRate()) {
      // Each kilobyte decodes to five seconds of sound.
      for (let at = 0; at < piece.length && !socket.destroyed; at += 1_024) {
        socket.write(piece.subarray(at, at + 1_024));
        await sleep(50);
      }
      if (socket.destroyed) break;
    }
    const isEnd = (fact: { type: string }) => fact.type === "disconnected";
    const fact = await until(() => factsOf(mount).find(isEnd), "told");
    expect(fact).toMatchObject({ fault: "flood" });
    const sent = framesOf(other.mount, "opus").length;
    await until(() => framesOf(other.mount, "opus").length > sent + 25, "another continues");
    expect(factsOf(other.mount).some(isEnd)).toBe(false);
  });

  test("a second source on a busy mount gets 403, its owner is notified, and the first one continues", async () => {
    const { mount, password } = newMount();
    encode({ mount, password });
    await until(() => framesOf(mount, "opus").length > 25, "the first is on air");
    const second = `PUT /${mount} HTTP/1.1\r\n${basic(password)}\r\nContent-Type: audio/mpeg\r\n\r\n`;
    expect(await exchange(port, second)).toMatch(/^HTTP\/1\.0 403 /);
    await until(
      () => factsOf(mount).some((fact) => fact.type === "refused" && fact.reason === "busy"),
      "told",
    );
    const before = framesOf(mount, "opus").length;
    await sleep(500);
    expect(framesOf(mount, "opus").length).toBeGreaterThan(before + 15);
  });

  test("Icecast's own pages cannot be reached", async () => {
    const { mount, password } = newMount();
    encode({ mount, password });
    await until(() => framesOf(mount, "opus").length > 0, "a mount to look for");
    for (const path of [
      "/",
      "/status.xsl",
      "/status-json.xsl",
      `/${mount}`,
      `/${mount}.m3u`,
      "/admin/stats",
    ]) {
      for (const line of [`GET ${path} HTTP/1.1`, `HEAD ${path} HTTP/1.0`, `POST ${path} HTTP/1.1`]) {
        const answer = await exchange(port, `${line}\r\nHost: x\r\n${basic(password)}\r\n\r\n`);
        expect(answer).toMatch(/^HTTP\/1\.0 404 /);
        expect(answer).not.toContain(mount);
      }
    }
    expect(await exchange(port, `SOURCE /admin/stats HTTP/1.0\r\n${basic(password)}\r\n\r\n`)).toMatch(
      / 404 /,
    );
    expect(await exchange(port, "\x16\x03\x01 no http at all\r\n\r\n")).toMatch(/ 400 /);
  });

  test.each([
    ["a line break within a value", "ice-description: one\ntwo"],
    ["two line breaks within a value", "ice-description: one\n\ntwo"],
    ["a folded value", "ice-description: one\r\n\ttwo"],
    ["a line without a colon", "just words"],
    ["a control character", "ice-name: a\u001bb"],
  ])("a source with %s in its request is accepted, as by Icecast", async (_, line) => {
    const { mount, password } = newMount();
    const head = `SOURCE /${mount} HTTP/1.0\r\n${line}\r\n${basic(password)}\r\nContent-Type: audio/mpeg\r\n\r\n`;
    expect(await exchange(port, head, 500)).toMatch(/^HTTP\/1\.0 200 /);
  });

  test("a revocation ends the source and its password", async () => {
    const { mount, password } = newMount();
    const encoder = encode({ mount, password });
    await until(() => framesOf(mount, "opus").length > 10, "on air");
    gateway.passwords.set(mount, "a-new-one");
    gateway.send({ type: "cut", mount, reason: "reset" });
    await encoder.exited;
    await until(() => factsOf(mount).some(({ type }) => type === "disconnected"), "told");
    const again = `SOURCE /${mount} HTTP/1.0\r\n${basic(password)}\r\n\r\n`;
    expect(await exchange(port, again)).toMatch(/ 401 /);
    await openSource(port, mount, "a-new-one").then((socket) => socket.destroy());
  });
});

test("no mount and no password is ever logged", () => {
  expect(agent.output()).not.toMatch(/mount\d|secret-/);
});
