/** `npm run admin -- recognise`: what the ear would name in an audio file of a performer, and when. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { ReferencesAnswer } from "#app/domains/outside/operator/contract/recognition.ts";
import { Ear } from "#packages/fingerprint/ear.ts";
import type { TrackLine } from "#packages/fingerprint/line.ts";
import { readOrigin } from "./command-line.ts";
import { AdminError, callOperator, type OperatorAccess } from "./operator-call.ts";

export const recogniseWord = "recognise";

export interface Recognise {
  file: string;
  performer: string;
  origin: string | undefined;
}

interface NamedReference {
  id: string;
  name: string;
  peaks: Uint8Array;
}

/** @throws Error with a sentence for people, when the words are not this command's */
export function readRecognise(words: readonly string[]): Recognise {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { performer: { type: "string" }, origin: { type: "string" } },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new Error("recognise wants one file.");
  if (values.performer === undefined) throw new Error("recognise wants --performer.");
  return { file, performer: values.performer, origin: readOrigin(values.origin) };
}

/** Times are seconds of the file. */
export async function recognise({ file, performer }: Recognise, access: OperatorAccess) {
  const references = await readReferences(performer, access);
  const names = new Map(references.map(({ id, name }) => [id, name]));
  const lines = await hearFile(file, references);
  return {
    references: references.length,
    lines: lines.map(({ reference, from, to, speed, playback, share, certainty, versions }) => ({
      name: names.get(reference) ?? reference,
      from: Math.round(from / 100) / 10,
      to: Math.round(to / 100) / 10,
      speed: Number(speed.toFixed(4)),
      playback,
      share: Number(share.toFixed(3)),
      certainty,
      versions: versions.map((id) => names.get(id) ?? id),
    })),
  };
}

async function readReferences(user: string, access: OperatorAccess): Promise<NamedReference[]> {
  const all: NamedReference[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const body = { user, from };
    const answer = await callOperator({ call: "references", body, origin: undefined }, access);
    const { references, next } = ReferencesAnswer.parse(answer);
    for (const { id, artists, title, peaks } of references)
      all.push({
        id,
        name: [artists.join(", "), title].filter(Boolean).join(" - "),
        peaks: new Uint8Array(Buffer.from(peaks, "base64")),
      });
    from = next;
  }
  return all;
}

/** The lines that the ear hears in a file, by their start. Throws `AdminError` where ffmpeg cannot read it. */
export async function hearFile(
  file: string,
  references: readonly { id: string; peaks: Uint8Array }[],
): Promise<TrackLine[]> {
  const ear = new Ear({ processorMs: () => 0, share: 1 });
  ear.setReferences(references);
  const words = ["-v", "error", "-nostdin", "-i", file, "-ac", "1", "-ar", "48000", "-f", "f32le", "pipe:1"];
  const ffmpeg = spawn("ffmpeg", words, { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(ffmpeg, "close");
  const lines = new Map<number, TrackLine>();
  const note = (events: ReturnType<Ear["push"]>) => {
    for (const { line } of events) if (line.certainty !== "candidate") lines.set(line.id, line);
  };
  let rest: Buffer = Buffer.alloc(0);
  let heard = 0;
  for await (const chunk of ffmpeg.stdout) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const whole = bytes.length - (bytes.length % 4);
    rest = bytes.subarray(whole);
    const samples = new Float32Array(new Uint8Array(bytes.subarray(0, whole)).buffer);
    note(ear.push(samples, heard / 48));
    heard += samples.length;
  }
  note(ear.end());
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new AdminError("bad-input", `ffmpeg cannot read ${file}.`);
  return [...lines.values()].toSorted((a, b) => a.from - b.from);
}
