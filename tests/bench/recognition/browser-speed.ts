/** The speed of a browser at making peaks of files: in Chromium, through the worker that crates are read with. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { build } from "vite";
import { projectFolder } from "#scripts/settings.ts";
import { listeningBrowser } from "../../../playwright.config.ts";
import type { RowFigure } from "./acceptance.ts";
import type { Track } from "./material.ts";

const formats = [
  { name: "MP3 320 kbit/s", ending: "mp3", codec: ["-c:a", "libmp3lame", "-b:a", "320k"] },
  { name: "FLAC", ending: "flac", codec: ["-c:a", "flac"] },
  { name: "WAV", ending: "wav", codec: ["-c:a", "pcm_s16le"] },
] as const;
const aim = 60;
/** Each track so often in its file, to be as long as tracks are. */
const repeats = 2;

export async function measureBrowser(tracks: readonly Track[]): Promise<RowFigure[]> {
  if (tracks.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), "cue-browser-speed-"));
  const browser = await chromium.launch(listeningBrowser);
  let server: Server | undefined;
  try {
    await buildPage(folder);
    server = await serve(folder);
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.postData() ?? ""));
    const figures: RowFigure[] = [];
    for (const format of formats)
      figures.push(await measureFormat({ browser, page, tracks, folder, format }));
    const bytes = sent.reduce((sum, body) => sum + body.length, 0);
    return [
      ...figures,
      {
        what: "browser: bytes that were sent meanwhile",
        value: `${bytes} (that of the product's page is watched by tests/e2e/pages/crate.spec.ts)`,
        aim: "0",
        row: 12,
        isReached: bytes === 0,
      },
    ];
  } finally {
    await browser.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Reading {
  browser: Browser;
  page: Page;
  tracks: readonly Track[];
  folder: string;
  format: (typeof formats)[number];
}

async function measureFormat({ browser, page, tracks, folder, format }: Reading): Promise<RowFigure> {
  const files = tracks.map(({ file }, place) => {
    const path = join(folder, `${place}.${format.ending}`);
    const raw = ["-stream_loop", `${repeats - 1}`, "-f", "s16le", "-ar", "48000", "-ac", "1", "-i", file];
    const args = ["-v", "error", "-y", ...raw, ...format.codec, "-ar", "44100", "-ac", "2", path];
    const { status, stderr } = spawnSync("ffmpeg", args);
    if (status !== 0) throw new Error(`ffmpeg: ${String(stderr)}`);
    return path;
  });
  const seconds = repeats * tracks.reduce((sum, track) => sum + track.seconds, 0);
  await page.locator("input").setInputFiles(files);
  const read = async (asksAcoustId: boolean) => {
    const [processor, wall] = [await rendererSeconds(browser), performance.now()];
    const count = await page.evaluate((asks) => window.readFiles(asks), asksAcoustId);
    if (count !== files.length)
      throw new Error(`${files.length - count} ${format.name} files could not be read.`);
    const passed = (performance.now() - wall) / 1_000;
    return { processor: seconds / ((await rendererSeconds(browser)) - processor), wall: seconds / passed };
  };
  // What is loaded and compiled the first time is no part of the speed.
  await read(true);
  const [plain, asking] = [await read(false), await read(true)];
  return {
    what: `browser, ${format.name}: × real time by its processor time (by the clock)`,
    value: `${toSpeed(plain)}; with AcoustID's fingerprint ${toSpeed(asking)}`,
    aim: `≥ ${aim} ×`,
    row: 12,
    isReached: Math.min(plain.processor, asking.processor) >= aim,
  };
}

const toSpeed = ({ processor, wall }: { processor: number; wall: number }) =>
  `${processor.toFixed(0)} × (${wall.toFixed(0)} ×)`;

/** Processor time of the pages' processes: of all their threads, the decoder's too. */
async function rendererSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

async function buildPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: "error",
    worker: { format: "es" },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "esnext",
      modulePreload: false,
      rolldownOptions: {
        input: join(projectFolder, "tests/bench/recognition/browser/read-page.ts"),
        output: { entryFileNames: "page.js" },
      },
    },
  });
}

const types: Record<string, string> = { js: "text/javascript", wasm: "application/wasm" };

async function serve(folder: string): Promise<Server> {
  const html = `<!doctype html><title>A crate</title><input type="file" multiple><script type="module" src="/page.js"></script>`;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    if (pathname === "/") return response.setHeader("content-type", "text/html").end(html);
    response.setHeader("content-type", types[pathname.slice(pathname.lastIndexOf(".") + 1)] ?? "text/plain");
    void readFile(join(folder, normalize(pathname))).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return server;
}
