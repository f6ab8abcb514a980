/** Everything that the listening chapters share: a copy of Cue, its peers, one sound to all, and a browser. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import { CueInstance, type NewStage } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import { PlainIcecast } from "#tests/fixtures/rig/plain-icecast.ts";
import { freePort } from "#tests/fixtures/rig/ports.ts";
import { listeningBrowser } from "../../../playwright.config.ts";

/** Somewhere to listen, by one click on the page's only or first play button. */
export interface Place {
  name: string;
  url: string;
}

export interface Stand {
  cue: CueInstance;
  manager: Person;
  browser: Browser;
  cueMp3: Place & { encoder: Encoder };
  cueOpus: Place & { encoder: Encoder };
  icecastMp3: Place;
  icecastOpus: Place;
  /** A fresh on-demand stage. */
  newStage(name: string): Promise<NewStage>;
  /** The worst that any writer was behind its clock, ms. */
  worstLagMs(): number;
  close(): Promise<void>;
}

/** Icecast's default, which a listener of it gets unless someone tuned it. */
const defaultBurst = 65_535;
/** Time until a burst holds what it would hold on any other day. */
const warmUpMs = 8_000;

export async function openStand(): Promise<Stand> {
  const cue = await CueInstance.start();
  const manager = await Person.register(cue.origin, "Manager");
  await cue.admin("make-manager", manager.username);
  const newStage = (name: string) => cue.createStage({ name, manager: manager.username, isOnDemand: true });
  const [mp3Stage, opusStage] = [await newStage("MP3"), await newStage("Opus")];
  const plain = await PlainIcecast.start({ port: await freePort(), burstBytes: defaultBurst });
  const tuned = await PlainIcecast.start({ port: await freePort(), burstBytes: 0 });
  const mount = { mount: "stream", track: 0 };
  const encoders = await Promise.all([
    Encoder.start({ ...mp3Stage, port: cue.ingestPort, format: "mp3", track: 0 }),
    Encoder.start({ ...opusStage, port: cue.ingestPort, format: "opus", track: 0 }),
    Encoder.start({ ...mount, port: plain.port, password: plain.password, format: "mp3" }),
    Encoder.start({ ...mount, port: tuned.port, password: tuned.password, format: "opus" }),
  ]);
  const browser = await chromium.launch(listeningBrowser);
  const pages = await servePeerPage();
  const peerUrl = (port: number) =>
    `http://127.0.0.1:${(pages.address() as AddressInfo).port}/#http://127.0.0.1:${port}/stream`;
  await sleep(warmUpMs);
  return {
    cue,
    manager,
    browser,
    newStage,
    cueMp3: { name: "Cue, MP3 encoder", url: `${cue.origin}/room/${mp3Stage.id}`, encoder: encoders[0] },
    cueOpus: { name: "Cue, Opus encoder", url: `${cue.origin}/room/${opusStage.id}`, encoder: encoders[1] },
    icecastMp3: { name: "Icecast MP3, audio element", url: peerUrl(plain.port) },
    icecastOpus: { name: "Icecast Ogg Opus tuned, audio element", url: peerUrl(tuned.port) },
    worstLagMs: () => Math.max(...encoders.map((encoder) => encoder.worstLagMs)),
    async close() {
      await browser.close();
      for (const encoder of encoders) await encoder.kill();
      await plain.stop();
      await tuned.stop();
      pages.close();
      await cue.stop();
    },
  };
}

/** The simplest web radio page there is: one button, one audio element. */
async function servePeerPage(): Promise<Server> {
  const script = `document.querySelector("button").onclick = () => {
    const audio = new Audio();
    audio.crossOrigin = "anonymous";
    audio.src = location.hash.slice(1) + "?" + Date.now();
    const context = new AudioContext();
    context.createMediaElementSource(audio).connect(context.destination);
    audio.play();
  };`;
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><title>A radio</title><main><button>Play</button></main><script>${script}</script>`,
    );
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return server;
}
