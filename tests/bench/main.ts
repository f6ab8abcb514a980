/** `npm run bench [-- chapter …] [--minutes 10] …`: prints figures and ratios, and asserts nothing. */
import { benchFanOut } from "./fan-out/fan-out.ts";
import { benchConnects } from "./listening/connects.ts";
import { benchLatency } from "./listening/latency.ts";
import { openStand, type Stand } from "./listening/stand.ts";
import { benchTitles } from "./listening/titles.ts";
import { benchUnderruns } from "./listening/underruns.ts";
import { type BenchOptions, readOptions } from "./options.ts";
import { type Chapter, toText, writeResults } from "./report.ts";

type Listen = (stand: Stand, options: BenchOptions) => Promise<Chapter>;

const listening: Record<string, Listen> = {
  latency: benchLatency,
  titles: benchTitles,
  connects: benchConnects,
  underruns: benchUnderruns,
};

const options = readOptions();
const names = options.names.length > 0 ? options.names : [...Object.keys(listening), "fan-out"];
const unknown = names.filter((name) => !(name in listening) && name !== "fan-out");
if (unknown.length > 0) {
  process.stderr.write(
    `There is no chapter ${unknown.join(", ")}; there are ${Object.keys(listening).join(", ")}, fan-out.\n`,
  );
  process.exit(1);
}

const chapters: Chapter[] = [];
const add = (chapter: Chapter) => {
  chapters.push(chapter);
  process.stdout.write(`\n${toText(chapter)}`);
};

const asked = names.flatMap((name) => listening[name] ?? []);
if (asked.length > 0) {
  process.stdout.write("Starting Cue, its peers and the encoders…\n");
  const stand = await openStand();
  try {
    for (const bench of asked) add(await bench(stand, options));
  } finally {
    await stand.close();
  }
}
if (names.includes("fan-out")) add(await benchFanOut(options));
await writeResults(chapters);
process.exit(0);
