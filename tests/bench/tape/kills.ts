/** What of a tone is in its recording after the runtime, or the agent, was killed again and again. */
import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { ReplayGap } from "#app/domains/replays/contract.ts";
import { openDatabase } from "#tests/fixtures/database.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms } from "../report.ts";

const run = promisify(execFile);
/** How long the process lives once it answers again, ms. */
const livesMs = { min: 1_500, max: 4_000 } as const;
/** What was not acknowledged is sent again in this time. */
const settleMs = 15_000;
const readyMs = 120_000;
/** Sound that the encoder has sent and that had not been packed when the agent died, ms. */
const onTheWayMs = 400;
/** From the connection to the first sound, ms. */
const untilSoundMs = 500;
/** Shorter than one lost packet of 20 ms. */
const silenceS = 0.015;

const victims = [
  { name: "runtime", words: "workerd" },
  { name: "agent", words: "container/agent/main.ts" },
] as const;
type Victim = (typeof victims)[number];

/** What `/replay/{id}.json` says. */
interface RecordedFile {
  startTime: number;
  duration: number;
  gaps: ReplayGap[];
}

interface Recorded {
  durationMs: number;
  gaps: ReplayGap[];
  /** Of the encoder's first connection to its end. */
  sentMs: number;
  /** How often the decoded tone is silent while the encoder was connected; what is a gap is not in the file. */
  silences: number;
  /** The same while it was not: what is missing is filled where that is less than two seconds. */
  filled: number;
  /** What ffmpeg says of the file. */
  complaints: number;
  packetsOutOfOrder: number;
  worstLagMs: number;
}

export async function benchRecordingKills({ kills }: BenchOptions): Promise<Chapter> {
  const figures: Figure[] = [];
  const voidBecause: string[] = [];
  for (const victim of victims) {
    const recorded = await record(victim, kills);
    const { durationMs, gaps, sentMs, silences, filled, complaints, packetsOutOfOrder, worstLagMs } =
      recorded;
    const gapMs = gaps.reduce((sum, { duration }) => sum + duration, 0);
    const worst = Math.max(0, ...gaps.map(({ duration }) => duration));
    const isRuntime = victim.name === "runtime";
    const name = `${kills} kills of the ${victim.name}`;
    figures.push(
      { what: `${name}: sent / recorded`, value: `${ms(sentMs)} / ${ms(durationMs)}` },
      {
        what: `${name}: gaps, together, the longest`,
        value: `${gaps.length}, ${ms(gapMs)}, ${ms(worst)}`,
        aim: isRuntime ? "0" : "those of the encoder's own connections",
      },
      {
        what: `${name}: silences in the decoded tone while the encoder was connected / was not, and they are filled`,
        value: `${silences} / ${filled}`,
        aim: "0 / any",
      },
      {
        what: `${name}: packets out of order / complaints of ffmpeg`,
        value: `${packetsOutOfOrder} / ${complaints}`,
        aim: "0 / 0",
      },
    );
    if (worstLagMs > 100) voidBecause.push(`${name}: the encoder's writer was ${ms(worstLagMs)} late.`);
  }
  return {
    name: "recording-kills",
    title: "A recording while its makers are killed",
    method:
      `ffmpeg sends a tone as MP3 and connects again half a second after each end, while \`kill -9\` ends the process ${kills} times, ` +
      "1.5 to 4 s after it answers again. Then the recording is fetched, its packets are read and its tone is decoded.",
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
    for (let kill = 0; kill < kills; kill++) {
      await sleep(livesMs.min + Math.random() * (livesMs.max - livesMs.min));
      await cue.crash(victim.words);
      await isBack(cue, victim);
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

/** When the encoder was not connected, with the sound that was on its way at its end and is not there at its start. */
function absencesOf({ exits, connections }: Encoder): Span[] {
  return exits.map(({ at }) => ({
    from: at - onTheWayMs,
    to: (connections.find((connected) => connected > at) ?? Date.now()) + untilSoundMs,
  }));
}

async function isBack(cue: CueInstance, { words }: Victim): Promise<void> {
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
  const file = join(await mkdtemp(join(tmpdir(), "cue-kills-")), "replay.opus");
  await writeFile(file, await (await fetch(`${cue.origin}/replay/${id}.opus`)).bytes());
  const { stdout } = await run(
    "ffprobe",
    ["-v", "error", "-show_entries", "packet=pts", "-of", "csv=p=0", file],
    { maxBuffer: 1e8 },
  );
  const times = stdout.trim().split("\n").map(Number);
  const packetsOutOfOrder = times.filter((time, n) => n > 0 && time <= (times[n - 1] ?? 0)).length;
  const filter = `silencedetect=noise=-50dB:d=${silenceS}`;
  const decoded = await run("ffmpeg", ["-v", "info", "-i", file, "-af", filter, "-f", "null", "-"], {
    maxBuffer: 1e8,
  });
  const complaints = await run("ffmpeg", ["-v", "warning", "-i", file, "-f", "null", "-"]);
  const starts = [...decoded.stderr.matchAll(/silence_start: (\S+)/g)].map(
    ([, seconds]) => startTime + Number(seconds) * 1_000 + gapsBefore(gaps, Number(seconds) * 1_000),
  );
  const isAway = (at: number) => absences.some(({ from, to }) => from <= at && at <= to);
  return {
    durationMs: duration,
    gaps,
    silences: starts.filter((at) => !isAway(at)).length,
    filled: starts.filter(isAway).length,
    complaints: complaints.stderr.trim() === "" ? 0 : complaints.stderr.trim().split("\n").length,
    packetsOutOfOrder,
  };
}

/** How much is missing before this position, ms. */
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
