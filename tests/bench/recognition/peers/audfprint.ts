/** audfprint, from a folder that whoever runs the bench has: Debian's python3-numpy, -scipy, -docopt, -joblib and -psutil. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Track } from "../material.ts";
import { toPcm } from "../music/sound-files.ts";
import type { Answer, Peer, Query } from "./peer.ts";

/** Debian's own, which finds Debian's packages. */
const python = "/usr/bin/python3";
const rate = 11_025;

/** Throws if there is no audfprint in the folder that runs. */
export function openAudfprint(references: readonly Track[], source: string): Peer {
  const folder = mkdtempSync(join(tmpdir(), "cue-audfprint-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const database = join(folder, "references.pklz");
  const run = (command: string, files: readonly string[]) => {
    const list = join(folder, "files.txt");
    writeFileSync(list, files.join("\n"));
    const args = [join(source, "audfprint.py"), command, "--dbase", database, "--list", list];
    const { status, stdout, stderr } = spawnSync(python, args, { maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(`audfprint in ${source}: ${String(stderr).slice(-500)}`);
    return String(stdout);
  };
  const write = (name: string, sound: Float32Array) => {
    const file = join(folder, `${name}.wav`);
    writeFileSync(file, toPcm(sound, rate, "wav"));
    return file;
  };
  const known = references.map(({ sound }, place) => write(`reference-${place}`, sound()));
  run("new", known);
  for (const file of known) rmSync(file);
  const match = (queries: readonly Query[]) => {
    const files = queries.map(({ sound, from, to }, place) =>
      write(`query-${place}`, sound.subarray(from * 48_000, to * 48_000)),
    );
    const answers = readAnswers(run("match", files), references);
    for (const file of files) rmSync(file);
    return files.map((file) => answers.get(basename(file)));
  };
  return { name: "audfprint", match };
}

const matched = /^Matched (\S+) .* as (\S+) at .* with\s+(\d+) of/;

/** By the name of the query's file; the score is how many of its hashes are aligned. */
function readAnswers(output: string, references: readonly Track[]): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const line of output.split("\n")) {
    const [, query = "", reference = "", hashes] = matched.exec(line) ?? [];
    const track = references[Number(/reference-(\d+)/.exec(reference)?.[1])];
    if (track !== undefined) answers.set(basename(query), { id: track.id, score: Number(hashes) });
  }
  return answers;
}
