import { setTimeout as sleep } from "node:timers/promises";
import { fillHome } from "#tests/fixtures/database.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { busyHome } from "#tests/helpers/busy-home.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, ms } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import { measureScrolling, type Scrolling } from "./scroll.ts";

/** Answers that are thrown away: until the runtime has compiled what it renders with. */
const warmUps = 20;

/** Measures the time of home to its first byte with much on it, beside an empty one's, taking turns. */
export async function benchHome(options: BenchOptions): Promise<Chapter> {
  const copies = [await openHome(false), await openHome(true)] as const;
  try {
    const [empty, busy] = copies;
    for (let turn = 0; turn < warmUps; turn++) for (const home of copies) await home.ask();
    for (const home of copies) home.firstBytes.length = 0;
    for (let turn = 0; turn < options.pages; turn++) {
      for (const home of copies) await home.ask();
      await sleep(20);
    }
    const [still, long] = [await empty.scroll(), await busy.scroll()];
    return {
      name: "home",
      title: `Home with ${busyHome.stages} stages and ${busyHome.sets} sets to come`,
      method: `Two copies on this machine, one of them empty, the other with ${busyHome.listens} listens behind it as well, are asked in turn for the page of somebody signed in, ${options.pages} times each. The rows that D1 reads for it are counted by app/domains/air/stages/home-lists.workers.test.ts: 2,301, whatever was played and listened to before.`,
      figures: [
        { what: "empty: first byte, median / p95", value: toSpan(empty.firstBytes) },
        { what: "busy: first byte, median / p95", value: toSpan(busy.firstBytes) },
        {
          what: "busy is behind empty by, median",
          value: ms(median(busy.firstBytes) - median(empty.firstBytes)),
          aim: "≤ 50 ms",
        },
        { what: "empty, scrolled: tasks over 50 ms, frame p99", value: toSmoothness(still) },
        { what: "busy, scrolled: tasks over 50 ms, frame p99", value: toSmoothness(long), aim: "0 tasks" },
        {
          what: "page, empty / busy",
          value: `${(empty.bytes() / 1_000).toFixed(0)} kB / ${(busy.bytes() / 1_000).toFixed(0)} kB`,
        },
      ],
      voidBecause: [],
    };
  } finally {
    for (const { cue } of copies) await cue.stop();
  }
}

const toSpan = (values: readonly number[]) => `${ms(median(values))} / ${ms(percentile(values, 0.95))}`;

function toSmoothness({ longTasks, frames }: Scrolling): string {
  const worst = longTasks.length === 0 ? "" : ` (${ms(Math.max(...longTasks))} at most)`;
  return `${longTasks.length}${worst}, ${ms(percentile(frames, 0.99))}`;
}

async function openHome(isBusy: boolean) {
  const cue = await CueInstance.start();
  if (isBusy) fillHome(cue);
  const listener = await Person.register(cue.origin, "Reader");
  const firstBytes: number[] = [];
  let bytes = 0;
  const ask = async () => {
    const start = performance.now();
    const response = await fetch(cue.origin, { headers: { authorization: `Bearer ${listener.token}` } });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    firstBytes.push(performance.now() - start);
    bytes = first?.value?.length ?? 0;
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      bytes += part.value.length;
    if (response.status !== 200) throw new Error(`Home answered ${response.status}.`);
  };
  const scroll = () => measureScrolling(cue.origin, listener.token);
  return { cue, firstBytes, bytes: () => bytes, ask, scroll };
}
