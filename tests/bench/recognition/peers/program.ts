/**
 * A peer that whoever runs the bench has: a program that is started as `PROGRAM FOLDER`. `references.txt` and
 * `queries.txt` there list WAV files (16 bits, one channel, 44.1 kHz). It prints a line for each query that fits a
 * reference: the numbers of both, from 0, and how well it fits, more being better, separated by tabs. It may keep in the
 * folder what it knows of the references, which stay the same.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Track } from "../material.ts";
import { toPcm } from "../music/sound-files.ts";
import type { Answer, Peer, Query } from "./peer.ts";

const rate = 44_100;

/** `named`: `NAME=PROGRAM`. */
export function openProgram(references: readonly Track[], named: string): Peer {
  const [name = "", program = ""] = named.split("=");
  const folder = mkdtempSync(join(tmpdir(), "cue-peer-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // One sound is in memory at a time.
  const write = (kind: string, sounds: readonly (() => Float32Array)[]) => {
    const files = sounds.map((sound, place) => {
      const file = join(folder, `${kind}-${place}.wav`);
      writeFileSync(file, toPcm(sound(), rate, "wav"));
      return file;
    });
    writeFileSync(join(folder, `${kind}.txt`), `${files.join("\n")}\n`);
    return files;
  };
  write(
    "references",
    references.map(({ sound }) => sound),
  );
  const match = (queries: readonly Query[]) => {
    const files = write(
      "queries",
      queries.map(
        ({ sound, from, to }) =>
          () =>
            sound.subarray(from * 48_000, to * 48_000),
      ),
    );
    const { status, stdout, stderr } = spawnSync(program, [folder], { maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(`${program}: ${String(stderr).slice(-500)}`);
    for (const file of files) rmSync(file);
    const answers = new Map<number, Answer>();
    for (const line of String(stdout).split("\n")) {
      const [query, reference, score] = line.split("\t").map(Number);
      const track = references[reference ?? -1];
      if (query !== undefined && track && (answers.get(query)?.score ?? 0) < (score ?? 0))
        answers.set(query, { id: track.id, score: score ?? 0 });
    }
    return queries.map((_, place) => answers.get(place));
  };
  return { name, match };
}
