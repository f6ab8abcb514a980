/** Mixcloud's refusals of an upload: its documented limits. */
import type { FormField } from "../read-form.ts";

type Problems = Record<string, string[]>;

const max = { mp3Bytes: 4_294_967_296, pictureBytes: 10_485_760, descriptionLength: 1_000 } as const;

const known =
  /^(?:mp3|name|picture|description|unlisted|publish_date|disable_comments|hide_stats|tags-[0-4]-tag|sections-\d+-(?:artist|song|chapter|start_time)|hosts-[01]-username)$/;
const onlyPro = new Set([
  "publish_date",
  "disable_comments",
  "hide_stats",
  "hosts-0-username",
  "hosts-1-username",
]);

/** Returns problems by field; empty where the upload is accepted. */
export function checkUpload(fields: readonly FormField[]): Problems {
  const problems: Problems = {};
  const add = (field: string, problem: string) => {
    problems[field] = [...(problems[field] ?? []), problem];
  };
  const byName = new Map(fields.map((field) => [field.name, field]));
  for (const { name } of fields) {
    if (!known.test(name)) add(name, "Unknown field.");
    if (onlyPro.has(name)) add(name, "Only for Pro accounts.");
  }
  const mp3 = byName.get("mp3");
  if (mp3 === undefined || mp3.text !== null || mp3.bytes === 0) add("mp3", "This field is required.");
  else if (mp3.bytes > max.mp3Bytes) add("mp3", "The file is too large.");
  if (!byName.get("name")?.text?.trim()) add("name", "This field is required.");
  if ((byName.get("picture")?.bytes ?? 0) > max.pictureBytes) add("picture", "The file is too large.");
  const description = byName.get("description");
  if (description !== undefined && (description.text ?? "").length > max.descriptionLength)
    add("description", "At most 1000 characters.");
  checkSections(byName, add);
  return problems;
}

function checkSections(byName: Map<string, FormField>, add: (field: string, problem: string) => void): void {
  const numbers = [...byName.keys()].flatMap((name) => /^sections-(\d+)-/.exec(name)?.[1] ?? []);
  const distinct = [...new Set(numbers.map(Number))].toSorted((a, b) => a - b);
  for (const [expected, n] of distinct.entries()) {
    const has = (part: string) => byName.has(`sections-${n}-${part}`);
    if (n !== expected) add(`sections-${n}`, "Sections are numbered from 0 without gaps.");
    if (has("chapter") === (has("artist") && has("song")) || has("artist") !== has("song"))
      add(`sections-${n}`, "Either artist and song, or chapter.");
    if (!/^\d+$/.test(byName.get(`sections-${n}-start_time`)?.text ?? ""))
      add(`sections-${n}-start_time`, "Whole seconds.");
  }
}

export const describeProblems = (details: Problems): Response =>
  Response.json(
    { error: { message: "The upload is not valid.", type: "UploadException" }, details },
    { status: 400 },
  );
