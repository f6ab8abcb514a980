/**
 * Records the finished sets of the demo: encodes their songs and sends them to the copy that runs, one set after the
 * other, below the priority of everything else. Started once by `npm start`; what is done is noted in the state folder.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { demoBroadcastId } from "#db/demo-performances.ts";
import { readSettings } from "../../settings.ts";
import { pcm } from "../encoder.ts";
import { demoTracks } from "../music-folder.ts";
import { chatOf } from "./chat.ts";
import { encodeSound, toUplinkFrames } from "./encode.ts";
import { played } from "./performances.ts";
import { connectRecorder } from "./recorder.ts";

/** A second of pages and of live sound after each start comes first. */
const startAfterMs = 3_000;
const settings = readSettings();
const { CUE_OPERATOR_KEY: key } = z.object({ CUE_OPERATOR_KEY: z.string() }).parse(process.env);
const recorder = connectRecorder(settings.localAddress, key);
const notes = join(settings.state, "demo", "recorded.json");

lowerPriority();
await sleep(startAfterMs);
const done = new Set(readNotes());
for (const performance of played) {
  if (done.has(performance.name)) continue;
  await record(performance);
  done.add(performance.name);
  mkdirSync(join(settings.state, "demo"), { recursive: true });
  writeFileSync(notes, JSON.stringify([...done]));
}
process.exit(0);

async function record({ name, songs, speed }: (typeof played)[number]): Promise<void> {
  const began = Date.now();
  const id = demoBroadcastId(name);
  const broadcast = await recorder.find(id);
  // A visitor has deleted its stage or its performer.
  if (broadcast === null) return log({ name, event: "gone" });
  const files = songs.flatMap((place) => demoTracks(settings.state)[place]?.file ?? []);
  const inputs = files.flatMap((file) => ["-i", file]);
  const joined = `${files.map((_, index) => `[${index}:a]`).join("")}concat=n=${files.length}:v=0:a=1`;
  const sound = await encodeSound(inputs, `${joined},asetrate=${Math.round(pcm.sampleRate * speed)}[sound]`);
  const frames = toUplinkFrames(sound, broadcast.startedAt);
  const { bytes, isKept } = await recorder.send(id, frames);
  if (isKept) {
    await recorder.say(id, chatOf(name, broadcast.startedAt));
    await recorder.end(id);
  }
  const { user, system } = process.cpuUsage();
  log({
    name,
    event: isKept ? "recorded" : "not-kept",
    seconds: sound.opus.length / 50,
    bytes,
    tookMs: Date.now() - began,
    ownCpuMs: Math.round((user + system) / 1_000),
  });
}

function readNotes(): string[] {
  return existsSync(notes) ? z.array(z.string()).parse(JSON.parse(readFileSync(notes, "utf8"))) : [];
}

function lowerPriority(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  try {
    // Where each session is a group of its own, priorities count within it only.
    writeFileSync("/proc/self/autogroup", "19");
  } catch {
    // Not Linux, or without groups.
  }
}

function log(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
