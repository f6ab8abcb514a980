/** The part of a tone that is in its recording after what makes it was killed again and again. */
import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import type { ReplayGap } from "#app/domains/air/replays/contract.ts";
import { openDatabase } from "#tests/fixtures/database.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { recorderOf } from "#tests/fixtures/recorded-tones.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import type { BenchOptions } from "../options.ts";
import { broadcastOnAir } from "../replay/recordings.ts";
import { fileOf } from "../replay/tones.ts";
import { type Chapter, type Figure, ms } from "../report.ts";
import { filledPackets, recordedPages, repeatedPackets, wrongGranules } from "./packets.ts";

const run = promisify(execFile);
/** Time that the victim lives once it answers again, ms. */
const livesMs = { min: 1_500, max: 4_000 } as const;
/** Time within which everything that was not acknowledged is sent again. */
const settleMs = 15_000;
const readyMs = 120_000;
/** Sound that the encoder has sent and that had not been packed when the agent died, ms. */
const onTheWayMs = 400;
/** Time from the connection to the first sound, ms. */
const untilSoundMs = 500;

/** Processes by what is in their command line, and single objects. */
const victims = [
  { name: "runtime", words: "workerd" },
  { name: "room", object: "room" },
  { name: "tape", object: "tape" },
  { name: "agent", words: "container/agent/main.ts" },
] as const;
type Victim = (typeof victims)[number];

/** The content of `/replay/{id}.json`. */
interface RecordedFile {
  startTime: number;
  duration: number;
  gaps: ReplayGap[];
}

interface Recorded {
  durationMs: number;
  gaps: ReplayGap[];
  /** Time from the encoder's first connection to its end. */
  sentMs: number;
  /** Packets that are missing, and were filled in, while the encoder was connected. */
  missing: number;
  /** The same while it was not: a pause of less than two seconds is filled, a longer one is a gap. */
  filled: number;
  repeated: number;
  /** Pages whose granule position is not that of the packets up to their end. */
  wrongGranules: number;
  /** Number of ffmpeg's complaints about the file. */
  complaints: number;
  worstLagMs: number;
}

export async function benchRecordingKills({ kills }: BenchOptions): Promise<Chapter> {
  const figures: Figure[] = [];
  const voidBecause: string[] = [];
  for (const victim of victims) {
    const recorded = await record(victim, kills);
    const { durationMs, gaps, sentMs, missing, filled, repeated, worstLagMs } = recorded;
    const gapMs = gaps.reduce((sum, { duration }) => sum + duration, 0);
    const worst = Math.max(0, ...gaps.map(({ duration }) => duration));
    const isAgent = victim.name === "agent";
    const name = `${kills} kills of the ${victim.name}`;
    figures.push(
      { what: `${name}: sent / recorded`, value: `${ms(sentMs)} / ${ms(durationMs)}` },
      {
        what: `${name}: gaps, together, the longest`,
        value: `${gaps.length}, ${ms(gapMs)}, ${ms(worst)}`,
        aim: isAgent ? "the encoder's own" : "0",
      },
      {
        what: `${name}: packets filled in while the encoder was connected / was not`,
        value: `${missing} / ${filled}`,
        aim: isAgent ? "0 / any" : "0 / 0",
      },
      {
        what: `${name}: packets twice, pages with a wrong granule position, complaints of ffmpeg`,
        value: `${repeated} / ${recorded.wrongGranules} / ${recorded.complaints}`,
        aim: "0 / 0 / 0",
      },
    );
    if (worstLagMs > 100) voidBecause.push(`${name}: the encoder's writer was ${ms(worstLagMs)} late.`);
  }
  return {
    name: "recording-kills",
    title: "A recording while its makers are killed",
    method:
      `ffmpeg sends a tone as MP3 and connects again half a second after each end, while \`kill -9\` ends the process, or the runtime aborts the object, ${kills} times, ` +
      "1.5 to 4 s after it answers again. Then the recording is fetched and its packets are read: where one is missing, the recording has a packet that asks the decoder to conceal it.",
    figures,
    voidBecause,
  };
}

async function record(victim: Victim, kills: number): Promise<Recorded> {
  const cue = await CueInstance.start();
  try {
    const manager = await Person.register(cue.origin, "Manager");
    await cue.admin("make-manager", manager.username);
    const stage = await cue.createStage({ name: "Killed", manager: manager.username, isOnDemand: true });
    const { mount, password } = stage;
    const port = cue.ingestPort;
    const tone = { format: "mp3", track: 1, reconnectAfterMs: 500 } as const;
    const encoder = await Encoder.start({ port, mount, password, ...tone });
    await sleep(6_000);
    const startedAt = encoder.connectedAt;
    const broadcast = await broadcastOnAir(cue);
    for (let kill = 0; kill < kills; kill++) {
      await sleep(livesMs.min + Math.random() * (livesMs.max - livesMs.min));
      if ("object" in victim) await recorderOf(cue).abort(broadcast, victim.object);
      else {
        await cue.crash(victim.words);
        await isBack(cue, victim.words);
      }
    }
    await sleep(settleMs);
    const { worstLagMs } = encoder;
    const away = absencesOf(encoder);
    await encoder.stop();
    const sentMs = Date.now() - startedAt;
    return { ...(await readRecording(cue, away)), sentMs, worstLagMs };
  } finally {
    await cue.stop();
  }
}

interface Span {
  /** Epoch ms. */
  from: number;
  to: number;
}

/**
 * Returns when the encoder was not connected, with the sound that was on its way at its end and is not there at its
 * start.
 */
function absencesOf({ exits, connections }: Encoder): Span[] {
  return exits.map(({ at }) => ({
    from: at - onTheWayMs,
    to: (connections.find((connected) => connected > at) ?? Date.now()) + untilSoundMs,
  }));
}

async function isBack(cue: CueInstance, words: string): Promise<void> {
  for (;;) {
    await sleep(100);
    const isThere = (await cue.processes(words)).length > 0;
    const answers = await fetch(`${cue.origin}/api/status`).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (isThere && answers) return;
  }
}

async function readRecording(
  cue: CueInstance,
  absences: readonly Span[],
): Promise<Omit<Recorded, "sentMs" | "worstLagMs">> {
  const id = await replayOf(cue);
  const described = await fetch(`${cue.origin}/replay/${id}.json`);
  if (!described.ok) throw new Error(`The recording cannot be read: ${described.status}`);
  const { duration, gaps, startTime } = (await described.json()) as RecordedFile;
  const pages = await recordedPages(cue, id);
  const file = join(await mkdtemp(join(tmpdir(), "cue-kills-")), "replay.opus");
  await writeFile(file, await fileOf(cue, id, "opus"));
  const { stderr } = await run("ffmpeg", ["-v", "warning", "-i", file, "-f", "null", "-"]);
  const missing = filledPackets(pages).filter((place) => {
    const position = place * packetMs;
    const at = startTime + position + gapsBefore(gaps, position);
    return !absences.some(({ from, to }) => from <= at && at <= to);
  });
  return {
    durationMs: duration,
    gaps,
    missing: missing.length,
    filled: filledPackets(pages).length - missing.length,
    repeated: repeatedPackets(pages),
    wrongGranules: wrongGranules(pages),
    complaints: stderr.trim() === "" ? 0 : stderr.trim().split("\n").length,
  };
}

/** Returns how much is missing before this position, ms. */
const gapsBefore = (gaps: readonly ReplayGap[], position: number) =>
  gaps.reduce((sum, { at, duration }) => (at <= position ? sum + duration : sum), 0);

/** The recording, once it is complete. */
async function replayOf(cue: CueInstance): Promise<string> {
  for (let waited = 0; waited < readyMs; waited += 500) {
    const database = openDatabase(cue);
    const row = database.prepare("select id from replays where status = 'ready' limit 1").get();
    database.close();
    if (row !== undefined) return String(row["id"]);
    await sleep(500);
  }
  throw new Error("The recording was not complete.");
}
