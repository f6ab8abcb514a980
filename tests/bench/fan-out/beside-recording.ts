/** The effect of recording, and of writers and listeners of other recordings, on the listeners of what is on air. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import { readSecrets } from "#scripts/instance/secrets.ts";
import { CueInstance, type NewStage } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { makeTones, recordTones, type Unrecorded } from "#tests/fixtures/recorded-tones.ts";
import { readFigures, StagePage } from "#tests/fixtures/stage-page.ts";
import { listeningBrowser } from "../../../playwright.config.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms } from "../report.ts";
import { median } from "../statistics.ts";
import { Load } from "./load.ts";
import { inSlices, type Stop, sliceMs, startReaders, startWriter } from "./recorders.ts";
import { Source } from "./source.ts";

/** Few enough that the processor is not what the delay depends on. */
const listeners = 100;
/** The load of a busy machine beside: as much as so many stages send, and so many players ask for when they start. */
const many = { writers: 5, readers: 4, everyMs: 1_000 };
/** A player asks for as much as it plays. */
const playedMs = 10_000;
const partMs = 20_000;
const archiveParts = 15;
const settleMs = 3_000;
/** The grace time of an encoder that is gone, so that the next broadcast is another one. */
const graceMs = 9_000;
const cases = [
  "not recorded",
  "recorded",
  "another one written",
  "another one heard",
  "five others written",
  "four others begun every second",
] as const;
type Case = (typeof cases)[number];
/** The case that the delay of each case is compared with, and by how much it may be later. */
const compared: Partial<Record<Case, { with: Case; aim?: string }>> = {
  recorded: { with: "not recorded", aim: "≤ 1 ms" },
  "another one written": { with: "recorded", aim: "≤ 1 ms" },
  "another one heard": { with: "recorded", aim: "≤ 1 ms" },
  "five others written": { with: "recorded" },
  "four others begun every second": { with: "recorded" },
};

interface Measured {
  p99: number;
  p999: number;
  lost: number;
  packets: number;
  /** Number of underruns of a player in Chromium that listens too. */
  underruns: number;
}

interface Place {
  agentKey: string;
  stages: { recorded: NewStage; unrecorded: NewStage };
  archive: { id: string; bytes: number };
  unwritten: Unrecorded;
  slices: ReturnType<typeof inSlices>;
}

export async function benchBesideRecording(options: BenchOptions): Promise<Chapter> {
  const measured = new Map<Case, Measured[]>(cases.map((name) => [name, []]));
  const amounts = { written: 0, read: 0 };
  const cue = await CueInstance.start();
  const browser = await chromium.launch(listeningBrowser);
  try {
    const place = await openPlace(cue, options);
    const write = (everyMs: number) => () => startWriter(place.unwritten, place.slices, everyMs);
    const read = (readers: number, everyMs: number) => () =>
      startReaders(cue, { replay: place.archive.id, bytes: place.archive.bytes, readers, everyMs });
    const startOf: Record<Case, () => Stop> = {
      "not recorded": () => nothing,
      recorded: () => nothing,
      "another one written": write(sliceMs),
      "another one heard": read(1, playedMs),
      "five others written": write(sliceMs / many.writers),
      "four others begun every second": read(many.readers, many.everyMs),
    };
    const [unrecorded, ...recorded] = cases;
    for (let round = 0; round < options.rounds; round++) {
      // Each comes first as often.
      const turned = recorded.map((_, at) => recorded[(at + round) % recorded.length] as Case);
      for (const [stage, names] of [
        [place.stages.unrecorded, [unrecorded]],
        [place.stages.recorded, turned],
      ] as const) {
        const measure = async (name: Case, during: () => Promise<Measured>) => {
          const stop = startOf[name]();
          measured.get(name)?.push(await during());
          const amount = await stop();
          if (name.endsWith("written")) amounts.written += amount;
          else amounts.read += amount;
        };
        await onAir({ cue, browser, stage, agentKey: place.agentKey }, options, (during) =>
          inTurn(names, (name) => measure(name, during)),
        );
      }
    }
  } finally {
    await browser.close();
    await cue.stop();
  }
  return toChapter(measured, options, amounts);
}

const nothing: Stop = async () => 0;

async function inTurn<T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<void> {
  for (const value of values) await work(value);
}

async function openPlace(cue: CueInstance, { rounds, fanOutMs }: BenchOptions): Promise<Place> {
  const manager = await Person.register(cue.origin, "Manager");
  await cue.admin("make-manager", manager.username);
  const open = (name: string) => cue.createStage({ name, manager: manager.username, isOnDemand: true });
  const stages = { recorded: await open("Recorded"), unrecorded: await open("Unrecorded") };
  for (const [stage, keepsReplays] of [
    [stages.recorded, true],
    [stages.unrecorded, false],
  ] as const) {
    const { status } = await manager.post("/api/rooms/update", { room: stage.id, keepsReplays });
    if (status !== 200) throw new Error(`The stage was not changed: ${status}`);
  }
  const { id } = await recordTones(cue, { stageId: (await open("Archive")).id, parts: archiveParts, partMs });
  const { headers } = await fetch(`${cue.origin}/replay/${id}.opus`, { method: "HEAD" });
  // And what is written before and after a measurement.
  const writtenMs = rounds * (many.writers + 1) * (fanOutMs + 10_000);
  const written = { stageId: (await open("Written")).id, parts: Math.ceil(writtenMs / partMs), partMs };
  const unwritten = await makeTones(cue, written);
  // The load speaks for the agent; the real one must not come back and take its place.
  for (const { pid } of await cue.processes("container/agent/main.ts")) process.kill(pid, "SIGSTOP");
  return {
    agentKey: readSecrets(cue.state)?.agentKey ?? "",
    stages,
    archive: { id, bytes: Number(headers.get("content-length")) },
    unwritten,
    slices: inSlices(unwritten.frames),
  };
}

/** A broadcast, in which `work` measures as often as it likes. */
async function onAir(
  at: { cue: CueInstance; browser: Browser; stage: NewStage; agentKey: string },
  { fanOutMs }: BenchOptions,
  work: (measure: () => Promise<Measured>) => Promise<void>,
): Promise<void> {
  const { origin } = at.cue;
  const { agentKey, stage } = at;
  const source = await Source.start({ kind: "cue", origin, agentKey, mount: stage.mount });
  const load = await Load.start({ kind: "cue", url: origin, room: `stage/${stage.id}`, count: listeners });
  const context = await at.browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/room/${stage.id}`);
    const name = await page.getByRole("heading", { level: 1 }).textContent();
    await new StagePage(page, name ?? "").play();
    await page.waitForFunction(
      () => (window as unknown as { __cue: { phase: string } }).__cue.phase === "live",
    );
    await sleep(settleMs);
    await work(async () => {
      const before = await readFigures(page);
      const { delays, lost, packets } = await load.measure(fanOutMs);
      const { underruns } = await readFigures(page);
      const [p99, p999] = [delays.percentile(0.99), delays.percentile(0.999)];
      return { p99, p999, lost, packets, underruns: underruns - before.underruns };
    });
  } finally {
    await context.close();
    await load.end();
    await source.end();
  }
  await sleep(graceMs);
}

function toChapter(
  measured: ReadonlyMap<Case, Measured[]>,
  { rounds, fanOutMs }: BenchOptions,
  { written, read }: { written: number; read: number },
): Chapter {
  const of = (name: Case, value: (each: Measured) => number) => (measured.get(name) ?? []).map(value);
  const sum = (name: Case, value: (each: Measured) => number) =>
    of(name, value).reduce((total, each) => total + each, 0);
  const figures = cases.flatMap((name): Figure[] => {
    const p99s = of(name, ({ p99 }) => p99);
    const base = compared[name];
    const more = p99s.map((p99, round) =>
      base === undefined ? 0 : p99 - (of(base.with, (each) => each.p99)[round] ?? Number.NaN),
    );
    return [
      {
        what: `${name}: added delay, p99 / p99.9`,
        value: `${ms(median(p99s))} / ${ms(median(of(name, ({ p999 }) => p999)))}`,
      },
      ...(base === undefined
        ? []
        : [{ what: `${name}: p99 over “${base.with}”, median`, value: ms(median(more)), aim: base.aim }]),
      {
        what: `${name}: packets lost, underruns of a player`,
        value: `${sum(name, ({ lost }) => lost)} of ${sum(name, ({ packets }) => packets)}, ${sum(name, ({ underruns }) => underruns)}`,
        aim: "0, 0",
      },
    ];
  });
  return {
    name: "beside-recording",
    title: `What ${listeners} listeners notice of recordings`,
    method:
      `${cases.length} cases in turn, ${rounds} rounds of ${fanOutMs / 1_000} s; medians of the rounds, and of their differences. ` +
      `Written: five seconds of another broadcast every five seconds, or every second, ${Math.round(written)} s in all. Heard: a reader asks for ten ` +
      `seconds of a recording every ten seconds; begun: ${many.readers} readers do so every second, ${Math.round(read / 1e6)} MB in all. A player in ` +
      "Chromium listens to the stage too. " +
      "All of them, and the load, share this machine's cores.",
    figures,
    voidBecause: [
      ...(read === 0 ? ["Nothing was read of a recording."] : []),
      ...(written === 0 ? ["Nothing was written to another recording."] : []),
    ],
  };
}
