import { cleanLine, textLength } from "#app/domains/base/text/clean.ts";
import type {
  CreditedArtist,
  RecordingDetails,
  ReleaseSummary,
} from "#app/domains/people/integrations/musicbrainz/answers.ts";
import type { MusicBrainz } from "#app/domains/people/integrations/musicbrainz/client.ts";
import type { SourceAnswer } from "#app/domains/people/integrations/source-answer.ts";
import { plainIsrc } from "../tracks/recording-codes.ts";
import { searchWords } from "../tracks/service-key.ts";
import { describeLabel, describeRecording, pickRelease } from "./describe-recording.ts";
import { isOfName, pickByIsrc, pickByName } from "./pick-recording.ts";
import type { RecordingToAsk } from "./queries/enrichment.ts";

export interface FoundFields {
  musicbrainz: string;
  isrc?: string | undefined;
  composer?: string | undefined;
  durationMs?: number | undefined;
  spotify?: string | undefined;
  apple?: string | undefined;
  album?: string | undefined;
  releasedOn?: string | undefined;
  label?: string | undefined;
  labelCode?: string | undefined;
  catalogueNumber?: string | undefined;
}

/** `heardAs`: the id of the recording at MusicBrainz that its files are, or null. */
export type WantedTrack = RecordingToAsk & { heardAs: string | null };

type Found = FoundFields & { release: ReleaseSummary | null; credits: CreditedArtist[] };

/** Longer ones are left out: what people say has the same limits. */
const maxLength = { line: 200, number: 64 } as const;

/** Returns MusicBrainz's fields of a recording. `release`: the one that it is described by; `credits`: its artists. */
export async function findFields(source: MusicBrainz, wanted: WantedTrack): Promise<SourceAnswer<Found>> {
  if (wanted.heardAs !== null) {
    // A file may be called what it is not: what is told of it is told of a track of that name only.
    const heard = await source.recording(wanted.heardAs);
    if (heard.is === "wait" || heard.is === "failed") return heard;
    if (heard.is === "found" && isOfName(wanted, heard.value)) return describe(source, wanted, heard.value);
  }
  const id = await findId(source, wanted);
  if (id.is !== "found") return id;
  const recording = await source.recording(id.value);
  if (recording.is !== "found") return recording;
  return describe(source, wanted, recording.value);
}

/** Finds the id by the code, otherwise by the name. */
async function findId(source: MusicBrainz, wanted: RecordingToAsk): Promise<SourceAnswer<string>> {
  const isrc = plainIsrc(wanted.isrc ?? "");
  if (isrc !== null) {
    const found = await source.byIsrc(isrc);
    if (found.is === "wait" || found.is === "failed") return found;
    const id = found.is === "found" ? pickByIsrc(wanted, found.value) : null;
    if (id !== null) return { is: "found", value: id };
  }
  const words = searchWords(wanted.artist, wanted.title.replace(/ [([]original mix[)\]]$/i, ""));
  if (words === null) return { is: "none" };
  const found = await source.byName(words);
  if (found.is !== "found") return found;
  const id = pickByName(wanted, found.value);
  return id === null ? { is: "none" } : { is: "found", value: id };
}

async function describe(
  source: MusicBrainz,
  wanted: RecordingToAsk,
  recording: RecordingDetails,
): Promise<SourceAnswer<Found>> {
  const { composer, ...own } = describeRecording(recording);
  const { id: musicbrainz, credits } = recording;
  const fields = { musicbrainz, ...own, composer: clean(composer, maxLength.line), credits };
  const release = pickRelease(recording.releases, wanted);
  if (release === null) return { is: "found", value: { ...fields, release: null } };
  const labels = await source.labelsOf(release.id);
  if (labels.is === "wait" || labels.is === "failed") return labels;
  const label = describeLabel(labels.is === "found" ? labels.value : [], wanted);
  if (label === null) return { is: "found", value: { ...fields, release: null } };
  const value: Found = {
    ...fields,
    album: clean(release.title, maxLength.line),
    releasedOn: release.date ?? undefined,
    label: clean(label.label, maxLength.line),
    labelCode: label.labelCode,
    catalogueNumber: clean(label.catalogueNumber, maxLength.number),
    release,
  };
  return { is: "found", value };
}

function clean(text: string | undefined, max: number): string | undefined {
  const line = cleanLine(text ?? "").trim();
  return line === "" || textLength(line) > max ? undefined : line;
}
