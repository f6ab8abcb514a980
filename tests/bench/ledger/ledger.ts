/** The ledger of tokens: many simulated worlds, and its speed and size beside ledgers that others use. */
import { simulate } from "#tests/helpers/ledger/simulate.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms, times } from "../report.ts";
import { fillD1, runSqlite } from "./databases.ts";
import { runPostgres } from "./postgres.ts";
import { lanes, openWallets, type Speed, type Wallets } from "./wallets.ts";

/** Operations of one simulated world, and its wallets. */
const world = { operations: 200, wallets: 20 } as const;
/** Wallets that tip each other while others sleep. */
const awake = 10;
/** Tips whose bytes are counted. */
const counted = 1_000;

interface Speeds {
  name: string;
  uniform: Speed & { cpuMs?: number };
  hot: Speed & { cpuMs?: number };
}

export async function benchLedger(options: BenchOptions): Promise<Chapter> {
  const { ledgerMs, seeds } = options;
  const simulated = runSeeds(seeds);
  const wallets = await openWallets();
  try {
    const peerWallets = Math.min(1_000, Math.max(...options.wallets));
    const speeds = await measureAll(wallets, options, peerWallets);
    return {
      name: "ledger",
      title: "The ledger of tokens",
      method:
        `Each simulated world makes ${world.operations} operations of ${world.wallets} wallets, with messages lost, doubled and out of order and objects that crash. ` +
        `Then ${lanes} tips at a time for ${ledgerMs / 1_000} s in each ledger, one after the other on this machine, among ${peerWallets} wallets (“uniform”) and all to one of them (“hot”). ` +
        "Ours are the real objects in the local runtime: debit, credit in the other object, confirm, and a room that is told, so three commits one after the other where D1 and SQLite make one, in one process on one disk, which objects in production do not share; meanwhile they write tips and balances to the same D1, and the processor is counted until all are there. " +
        "D1 is that of the local runtime. SQLite is Node's own, WAL with synchronous = full, one transaction a tip, from one process. PostgreSQL is driven by pgbench over a socket. " +
        "Only a database commits both sides of a tip at once. `--seeds 10000 --wallets 10,1000,100000` is the long form; `--pgledger FOLDER` names a copy of pgledger.",
      figures: [
        ...simulated,
        ...toFigures(speeds),
        ...(await measureGrowth(wallets, options)),
        ...(await measureBytes(wallets)),
      ],
      voidBecause: [],
    };
  } finally {
    await wallets.close();
  }
}

function runSeeds(seeds: number): Figure[] {
  const start = performance.now();
  const outcomes = Array.from({ length: seeds }, (_, seed) => simulate({ seed, ...world }));
  const faults = outcomes.flatMap(({ fault }, seed) =>
    fault === null ? [] : [`seed ${seed}: ${fault.what}`],
  );
  const steps = outcomes.reduce((sum, each) => sum + each.steps, 0);
  return [
    {
      what: `simulated worlds with a fault, of ${seeds} (${seeds * world.operations} operations, ${steps} steps)`,
      value: [String(faults.length), ...faults.slice(0, 3)].join("; "),
      aim: "0",
    },
    { what: "simulating them", value: `${((performance.now() - start) / 1_000).toFixed(1)} s` },
  ];
}

async function measureAll(wallets: Wallets, options: BenchOptions, count: number): Promise<Speeds[]> {
  const run = { wallets: count, ms: options.ledgerMs };
  const both = async (name: string, measure: (hot: boolean) => Promise<Speeds["hot"]>): Promise<Speeds> => ({
    name,
    uniform: await measure(false),
    hot: await measure(true),
  });
  await wallets.mint(count);
  await fillD1(wallets, count);
  const ours = await both("wallets", (hot) => wallets.run("tip", { ...run, hot }));
  const d1 = await both("D1 `batch()`", (hot) => wallets.run("batch", { ...run, hot }));
  const sqlite = await both("SQLite in Node, full sync", (hot) => runSqlite({ ...run, hot }));
  const postgres = await runPostgres(options.pgledger, run);
  return [ours, d1, sqlite, ...(postgres === null ? [] : [postgres])];
}

function toFigures([ours, ...peers]: Speeds[]): Figure[] {
  if (ours === undefined) return [];
  const speed = ({ perSecond, p99, cpuMs }: Speeds["hot"]) => {
    const cpu = cpuMs === undefined ? "" : `, ${cpuMs.toFixed(1)} ms of processor a tip`;
    return `${perSecond.toFixed(0)} tips/s, p99 ${ms(p99)}${cpu}`;
  };
  return [
    { what: "wallets, uniform", value: speed(ours.uniform) },
    { what: "wallets, hot", value: speed(ours.hot), aim: "≥ 300 tips/s, p99 ≤ 250 ms" },
    ...peers.flatMap(({ name, uniform, hot }) => [
      { what: `${name}, uniform`, value: speed(uniform) },
      {
        what: `wallets beside it, uniform`,
        value: times(ours.uniform.perSecond / uniform.perSecond),
        aim: name.startsWith("D1") ? "≥ 3 ×" : undefined,
      },
      { what: `${name}, hot`, value: speed(hot) },
      { what: `wallets beside it, hot`, value: times(ours.hot.perSecond / hot.perSecond) },
    ]),
  ];
}

/** Tips while there are more and more wallets: among ten of them, which stay awake, and among all, most of them asleep. */
async function measureGrowth(wallets: Wallets, options: BenchOptions): Promise<Figure[]> {
  const costs: { count: number; few: number; all: number }[] = [];
  for (const count of options.wallets.toSorted((a, b) => a - b)) {
    await wallets.mint(count);
    const run = { hot: false, of: count, ms: options.ledgerMs };
    const few = await wallets.run("tip", { ...run, wallets: Math.min(awake, count) });
    const all = await wallets.run("tip", { ...run, wallets: count });
    costs.push({ count, few: few.cpuMs, all: all.cpuMs });
  }
  const [first, last] = [costs[0], costs.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [
    ...costs.map(({ count, few, all }) => ({
      what: `processor of a tip where there are ${count} wallets: among ${Math.min(awake, count)} / all of them`,
      value: `${few.toFixed(1)} / ${all.toFixed(1)} ms`,
    })),
    {
      what: `processor of a tip among ${awake}, ${last.count} beside ${first.count} wallets`,
      value: times(last.few / first.few),
      aim: "flat from 10 to 100,000",
    },
  ];
}

/** Measures bytes in both wallets and in D1, with everything that a delivery leaves behind. */
async function measureBytes(wallets: Wallets): Promise<Figure[]> {
  const { objects, database } = await wallets.bytes(counted);
  return [
    {
      what: "bytes of a tip in both wallets / in D1",
      value: `${objects.toFixed(0)} / ${database.toFixed(0)}`,
    },
    { what: "bytes of a tip in all copies", value: (objects + database).toFixed(0), aim: "≤ 1,500" },
  ];
}
