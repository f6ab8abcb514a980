/** Whether named plays have what collecting societies ask for, with the tags that files have. */
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { type Society, societies } from "#app/domains/air/tracklists/contract/tracklists.ts";
import { deriveTracklist } from "#app/domains/air/tracklists/derive.ts";
import type { ExportedLine, ExportedSet } from "#app/domains/air/tracklists/export/exported.ts";
import { describeForSociety } from "#app/domains/air/tracklists/export/files.ts";
import { societyRules } from "#app/domains/air/tracklists/export/societies.ts";
import type { Tags } from "#app/domains/music/recognition/crate/tag-texts.ts";
import { readTags } from "#app/domains/music/recognition/crate/tags.ts";
import { percent } from "../report.ts";
import type { RowFigure } from "./acceptance.ts";
import { toEvidence } from "./evidence.ts";
import type { Track } from "./material.ts";
import type { HeardSet } from "./sets.ts";

/** Any evening will do. */
const startsAt = Date.UTC(2026, 10, 20, 20);
const listeners = 7;
const aim = 0.95;

/** Returns the tags of shops for DJs: without composers. */
const shopTags = ({ id }: Track): Tags => ({
  title: id,
  artists: ["The Sequencer"],
  label: "Bench Records",
  catalogueNumber: "BR 001",
  isrc: "DEA122600001",
  composer: null,
});

export async function measureSocieties(sets: readonly HeardSet[]): Promise<RowFigure[]> {
  const tracks = new Map(sets.flatMap(({ plays }) => plays.map(({ track }) => [track.id, track] as const)));
  const own = new Map<string, Tags>();
  const shop = new Map<string, Tags>();
  const whole = new Map<string, Tags>();
  for (const track of tracks.values()) {
    if (track.source !== undefined) own.set(track.id, await tagsOf(track.source));
    shop.set(track.id, shopTags(track));
    whole.set(track.id, { ...shopTags(track), composer: "A. Composer" });
  }
  const profiles = [
    { name: "real files with the tags that they have", tags: own },
    { name: "files tagged as shops do", tags: shop, isJudged: true },
    { name: "the same with composers", tags: whole },
  ];
  return profiles.flatMap(({ name, tags, isJudged = false }) => {
    const reports = sets.map((set) => linesOf(set, tags)).filter((lines) => lines.length > 0);
    return reports.length === 0 ? [] : [toFigure(name, reports, isJudged)];
  });
}

async function tagsOf(path: string): Promise<Tags> {
  return (await readTags(new File([await openAsBlob(path)], basename(path)))).tags;
}

/** The named lines of a set's tracklist, as they are exported; of tracks whose tags are given. */
function linesOf({ heard }: HeardSet, tags: ReadonlyMap<string, Tags>): ExportedLine[] {
  const rows = heard.lines.flatMap((line) => {
    const own = tags.get(line.reference);
    if (line.certainty !== "named" || own === undefined) return [];
    return [toEvidence(line, { artist: own.artists.join(", "), title: own.title }, startsAt)];
  });
  return deriveTracklist(rows, { endsAt: startsAt + heard.seconds * 1_000, broadcasts: [] })
    .filter(({ confidence, isSample }) => confidence !== "possible" && !isSample)
    .map((line, place) => {
      const { isrc, composer, label, catalogueNumber } = tags.get(line.trackId ?? "") ?? {};
      return {
        ...line,
        order: place + 1,
        album: null,
        label: label ?? null,
        labelCode: null,
        catalogueNumber: catalogueNumber ?? null,
        isrc: isrc ?? null,
        composer: composer ?? null,
        publisher: null,
        durationMs: null,
        sources: {},
        listeners,
      };
    });
}

const set: ExportedSet = {
  id: "set",
  name: "A set",
  performer: "A performer",
  stage: "A stage",
  clock: [{ position: 0, at: startsAt }],
  startsAt,
  endsAt: null,
  service: "bench",
};

function toFigure(name: string, sets: readonly ExportedLine[][], isJudged: boolean): RowFigure {
  const results = societies.map((society) => passed(society, sets));
  const plays = sets.flat().length;
  const silent = results.reduce((sum, each) => sum + each.withoutReason, 0);
  const shares = results.map(({ society, share, missing }) => {
    const lacks = missing.length === 0 ? "" : ` (lacks ${missing.join(", ")})`;
    return `${societyRules[society].name} ${percent(share)}${lacks}`;
  });
  return {
    what: `export, ${plays} named plays, ${name}: pass`,
    value: `${shares.join(", ")}; left out without a reason ${silent}`,
    row: 14,
    ...(isJudged && {
      aim: "≥ 95 % each",
      isReached: silent === 0 && results.every(({ share }) => share >= aim),
    }),
  };
}

function passed(society: Society, sets: readonly ExportedLine[][]) {
  const reports = sets.map((lines) => describeForSociety(society, set, lines));
  const filed = reports.reduce((sum, { lines }) => sum + lines.length, 0);
  const leftOut = reports.flatMap((report) => report.leftOut);
  return {
    society,
    share: filed / (filed + leftOut.length),
    missing: [...new Set(leftOut.flatMap(({ missing }) => missing))],
    withoutReason: leftOut.filter(({ missing }) => missing.length === 0).length,
  };
}
