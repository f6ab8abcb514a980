/** A flood of chat from many accounts, slow mode, and what others notice of it. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms } from "../report.ts";
import { percentile } from "../statistics.ts";
import { Reader, Writer } from "./crowd.ts";

const spamPerSecond = 5;
const spam = "Buy followers at example.com";
/** Nothing of a flood may be seen from so long after slow mode was switched on. */
const goneWithinMs = 2_000;
const honestPeople = 40;
/** The shortest that managers can choose, which is hardest to keep, and the one that they mostly do. */
const slowModes = [5, 30];
const lookEveryMs = 50;
/** Lag of its own past which the load's clock says nothing about the room. */
const maxLagMs = 100;

interface Run {
  /** Delays of honest messages, from saying to reading, ms; infinite for those that never came. */
  delays: number[];
  /** The flood's messages in view at most, from two seconds after slow mode on. */
  maxSeen: number;
  /** Time when the last of them went, ms after slow mode, or null where none was ever seen. */
  goneAfterMs: number | null;
  worstLagMs: number;
}

export async function benchModeration(options: BenchOptions): Promise<Chapter> {
  const figures: Figure[] = [];
  const voidBecause: string[] = [];
  const cue = await CueInstance.start();
  try {
    const people = await register(cue.origin, options.spammers + honestPeople + 1);
    for (const slowSeconds of slowModes) {
      for (const spammers of [0, options.spammers]) {
        const run = await measure(cue, people, { slowSeconds, spammers, forMs: options.floodMs });
        const name = `slow mode of ${slowSeconds} s, ${spammers} × ${spamPerSecond} a second`;
        if (run.worstLagMs > maxLagMs) {
          voidBecause.push(`${name}: the load's own event loop was ${ms(run.worstLagMs)} late.`);
        }
        if (spammers > 0) {
          const gone = run.goneAfterMs === null ? "never seen" : ms(run.goneAfterMs);
          figures.push(
            { what: `${name}: seen of it after 2 s, at most`, value: `${run.maxSeen}`, aim: "0" },
            { what: `${name}: the last of it was gone after`, value: gone, aim: "≤ 2000 ms" },
          );
        }
        const lost = run.delays.filter((delay) => delay === Number.POSITIVE_INFINITY).length;
        const [middle, late] = [percentile(run.delays, 0.5), percentile(run.delays, 0.99)];
        figures.push(
          { what: `${name}: honest messages lost`, value: `${lost} of ${run.delays.length}`, aim: "0" },
          {
            what: `${name}: honest messages read after, median / p99 / worst`,
            value: `${ms(middle)} / ${ms(late)} / ${ms(Math.max(...run.delays))}`,
            aim: "≤ 500 ms",
          },
        );
      }
    }
  } finally {
    await cue.stop();
  }
  return {
    name: "moderation",
    title: `A flood from ${options.spammers} accounts`,
    method:
      `Each of them has a socket of its own and writes ${spamPerSecond} times a second, from five seconds before a manager ` +
      `switches slow mode on until the end, ${options.floodMs / 1_000} s later; ${honestPeople} others write as often as slow mode lets ` +
      "them. A reader's socket says what stands in the chat. Beside each run the same without a flood.",
    figures,
    voidBecause,
  };
}

async function register(origin: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let made = 0; made < count; made++) people.push(await Person.register(origin, "Crowd"));
  return people;
}

async function measure(
  cue: CueInstance,
  people: readonly Person[],
  load: { slowSeconds: number; spammers: number; forMs: number },
): Promise<Run> {
  const [manager, ...others] = people;
  if (manager === undefined) throw new Error("Nobody is there.");
  await cue.admin("make-manager", manager.username);
  const name = `Crowd ${load.slowSeconds} ${load.spammers}`;
  const stage = await cue.createStage({ name, manager: manager.username, isOnDemand: true });
  const room = `stage/${stage.id}`;
  const reader = await Reader.open(cue.origin, room, manager);
  const open = (crowd: readonly Person[]) =>
    Promise.all(crowd.map((person) => Writer.open(cue.origin, room, person)));
  const honest = await open(others.slice(0, honestPeople));
  const flood = await open(others.slice(honestPeople, honestPeople + load.spammers));

  const everyMs = 1_000 / spamPerSecond;
  const flooding = flood.map((writer, index) => ({
    first: setTimeout(() => writer.say(spam), (everyMs * index) / flood.length),
    // Spread over the interval, as independent senders are.
    rest: setInterval(() => setTimeout(() => writer.say(spam), (everyMs * index) / flood.length), everyMs),
  }));
  await sleep(5_000);
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  const { status } = await manager.post("/api/roomChat/update", {
    room: stage.id,
    slowSeconds: load.slowSeconds,
  });
  if (status !== 200) throw new Error(`Slow mode was refused: ${status}`);
  const slowAt = performance.now();

  const watch = { maxSeen: 0, goneAfterMs: reader.count(spam) > 0 ? 0 : null } as Pick<
    Run,
    "maxSeen" | "goneAfterMs"
  >;
  const watching = setInterval(() => {
    const seen = reader.count(spam);
    const afterMs = performance.now() - slowAt;
    if (seen > 0) watch.goneAfterMs = afterMs;
    if (afterMs > goneWithinMs) watch.maxSeen = Math.max(watch.maxSeen, seen);
  }, lookEveryMs);

  await sleep(goneWithinMs);
  const said = await converse(honest, load.slowSeconds, load.forMs);
  await sleep(2_000);
  lag.disable();
  clearInterval(watching);
  for (const { first, rest } of flooding) {
    clearTimeout(first);
    clearInterval(rest);
  }
  const delays = [...said].map(([text, at]) => (reader.arrivedAt.get(text) ?? Number.POSITIVE_INFINITY) - at);
  for (const each of [reader, ...honest, ...flood]) each.close();
  return { delays, ...watch, worstLagMs: lag.max / 1e6 };
}

/** Each says something else each time, as often as slow mode lets them; answers when each text was said. */
async function converse(
  crowd: readonly Writer[],
  slowSeconds: number,
  forMs: number,
): Promise<Map<string, number>> {
  const said = new Map<string, number>();
  const roundMs = slowSeconds * 1_000 + 500;
  for (let round = 0; round * roundMs < forMs; round++) {
    for (const [index, writer] of crowd.entries()) {
      const text = `Said by ${index} in round ${round}`;
      said.set(text, performance.now());
      writer.say(text);
      await sleep(roundMs / crowd.length);
    }
  }
  return said;
}
