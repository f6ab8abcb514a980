/** What recording, and listeners of recordings, do to the listeners of what is on air. */
import { setTimeout as sleep } from "node:timers/promises";
import { readSecrets } from "#scripts/instance/secrets.ts";
import { openDatabase } from "#tests/fixtures/database.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms } from "../report.ts";
import { median } from "../statistics.ts";
import { Load } from "./load.ts";
import { Source } from "./source.ts";

/** Few enough that the processor is not what the delay depends on. */
const listeners = 100;
const rounds = 3;
const readyMs = 120_000;
/** Of recordings, at the same time; each asks for ten seconds of sound every second, as a player does when it starts. */
const readers = 4;
const readBytes = 160_000;
const cases = ["neither", "recorded", "recorded, with readers"] as const;
type Case = (typeof cases)[number];

interface Measured {
  p99: number;
  p999: number;
  lost: number;
  packets: number;
}

export async function benchBesideRecording(options: BenchOptions): Promise<Chapter> {
  const measured = new Map<Case, Measured[]>(cases.map((name) => [name, []]));
  const cue = await CueInstance.start();
  let reads = 0;
  try {
    const place = await openPlace(cue);
    // The first broadcast is the one that readers ask for.
    await measure(cue, place, "recorded", options);
    for (let round = 0; round < rounds; round++) {
      for (const name of cases) {
        const isRead = name === "recorded, with readers";
        const stopReading = isRead ? startReaders(cue, await firstReplay(cue)) : async () => 0;
        measured.get(name)?.push(await measure(cue, place, name, options));
        reads += await stopReading();
      }
    }
  } finally {
    await cue.stop();
  }
  const medianOf = (name: Case, value: (each: Measured) => number) =>
    median((measured.get(name) ?? []).map(value));
  const base = medianOf("neither", ({ p99 }) => p99);
  const figures = cases.flatMap((name): Figure[] => {
    const [p99, p999] = [medianOf(name, (each) => each.p99), medianOf(name, (each) => each.p999)];
    const sum = (value: (each: Measured) => number) =>
      (measured.get(name) ?? []).reduce((total, each) => total + value(each), 0);
    return [
      {
        what: `On air, ${name}: added delay, p99 / p99.9`,
        value: `${ms(p99)} / ${ms(p999)}`,
        aim: name === "neither" ? undefined : `≤ ${ms(base + 1)}`,
      },
      {
        what: `On air, ${name}: packets lost`,
        value: `${sum(({ lost }) => lost)} of ${sum(({ packets }) => packets)}`,
        aim: "0",
      },
    ];
  });
  figures.push({ what: "Read of recordings meanwhile", value: `${Math.round(reads / 1e6)} MB` });
  return {
    name: "beside-recording",
    title: `What ${listeners} listeners notice of recordings`,
    method:
      `Three cases in turn, ${rounds} rounds of ${options.fanOutMs / 1_000} s; medians of the rounds. \`neither\` is a stage that ` +
      `keeps no replays. ${readers} readers each ask for ten seconds of a recording every second. ` +
      "All of them, and the load, share this machine's cores.",
    figures,
    voidBecause: reads === 0 ? ["Nothing was read of a recording."] : [],
  };
}

interface Place {
  agentKey: string;
  recorded: { id: string; mount: string };
  unrecorded: { id: string; mount: string };
}

async function openPlace(cue: CueInstance): Promise<Place> {
  const manager = await Person.register(cue.origin, "Manager");
  await cue.admin("make-manager", manager.username);
  const open = (name: string) => cue.createStage({ name, manager: manager.username, isOnDemand: true });
  const place = {
    agentKey: readSecrets(cue.state)?.agentKey ?? "",
    recorded: await open("Recorded"),
    unrecorded: await open("Unrecorded"),
  };
  for (const [stage, keepsReplays] of [
    [place.recorded, true],
    [place.unrecorded, false],
  ] as const) {
    const { status } = await manager.post("/api/rooms/update", { room: stage.id, keepsReplays });
    if (status !== 200) throw new Error(`The stage was not changed: ${status}`);
  }
  // The load speaks for the agent; the real one must not come back and take its place.
  for (const { pid } of await cue.processes("container/agent/main.ts")) process.kill(pid, "SIGSTOP");
  return place;
}

async function measure(cue: CueInstance, place: Place, name: Case, options: BenchOptions): Promise<Measured> {
  const stage = name === "neither" ? place.unrecorded : place.recorded;
  const { origin } = cue;
  const source = await Source.start({ kind: "cue", origin, agentKey: place.agentKey, mount: stage.mount });
  const load = await Load.start({ kind: "cue", url: origin, room: `stage/${stage.id}`, count: listeners });
  await sleep(3_000);
  const { delays, lost, packets } = await load.measure(options.fanOutMs);
  await load.end();
  await source.end();
  // The grace time of an encoder that is gone, so that the next broadcast is another one.
  await sleep(9_000);
  const at = (share: number) => delays.percentile(share);
  return { p99: at(0.99), p999: at(0.999), lost, packets };
}

/** The oldest recording, once it is complete. */
async function firstReplay(cue: CueInstance): Promise<string> {
  for (let waited = 0; waited < readyMs; waited += 500) {
    const database = openDatabase(cue);
    const row = database.prepare("select id from replays where status = 'ready' order by id limit 1").get();
    database.close();
    if (row !== undefined) return String(row["id"]);
    await sleep(500);
  }
  throw new Error("Nothing was recorded.");
}

/** Returns a function that ends them and returns how many bytes they have read. */
function startReaders({ origin }: CueInstance, replay: string): () => Promise<number> {
  let isOver = false;
  let bytes = 0;
  const read = async () => {
    while (!isOver) {
      const response = await fetch(`${origin}/replay/${replay}.opus`, {
        headers: { range: `bytes=0-${readBytes - 1}` },
      });
      if (!response.ok) throw new Error(`A recording could not be read: ${response.status}`);
      bytes += (await response.arrayBuffer()).byteLength;
      await sleep(1_000);
    }
  };
  const reading = Promise.all(Array.from({ length: readers }, read));
  return async () => {
    isOver = true;
    await reading;
    return bytes;
  };
}
