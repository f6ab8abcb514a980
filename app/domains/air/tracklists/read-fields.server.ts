import type { AppContext } from "#app/context.ts";
import { listRecords } from "#app/domains/music/tracks/queries/records.ts";
import type { FieldSource } from "./contract/exports.ts";
import { listSaid, listTags } from "./queries/said-fields.ts";
import type { PerformanceRow } from "./queries/tracklists.ts";
import { resolveFields, type Said } from "./said-fields.ts";

type Ctx = Pick<AppContext, "db">;
type Row = Awaited<ReturnType<typeof listRecords>> extends Map<string, infer Found> ? Found : never;
export type ReadFields = ReturnType<typeof toFields>;

/**
 * Returns the reported fields of these tracks in a performance, with their sources, and the track as everyone knows it.
 * By track.
 */
export async function readFields(
  { db }: Ctx,
  performance: PerformanceRow,
  trackIds: readonly string[],
): Promise<Map<string, ReadFields>> {
  const [records, said, tags] = await Promise.all([
    listRecords(db, trackIds),
    listSaid(db, performance, trackIds),
    listTags(db, performance.performerId, trackIds),
  ]);
  return new Map(
    Array.from(records, ([id, row]) => {
      const own: Said[] = [
        ...tags
          .filter(({ trackId }) => trackId === id)
          .map((fields) => ({ source: "file" as const, fields })),
        ...said
          .filter(({ trackId }) => trackId === id)
          .map((each) => ({ source: sourceOf(each, performance.id), fields: each.details })),
      ];
      return [id, toFields(row, own)] as const;
    }),
  );
}

/** The same as everyone may see it: what is said for reports, and tags of a private crate, are not in public files. */
export async function readPublicFields(
  { db }: Ctx,
  _: PerformanceRow,
  trackIds: readonly string[],
): Promise<Map<string, ReadFields>> {
  const records = await listRecords(db, trackIds);
  return new Map(Array.from(records, ([id, row]) => [id, toFields(row, [])]));
}

function toFields({ track, recording, labelName }: Row, own: readonly Said[]) {
  const { isrc, composer, publisher, album, catalogueNumber, labelCode, durationMs = null } = recording ?? {};
  const fields = { isrc, composer, publisher, album, catalogueNumber, labelCode, label: labelName };
  return { track, durationMs, ...resolveFields([{ source: "public", fields }, ...own]) };
}

function sourceOf(
  { kind, performance }: Awaited<ReturnType<typeof listSaid>>[number],
  id: string,
): FieldSource {
  if (kind === "history") return "history";
  if (performance !== id) return "elsewhere";
  return kind === "manager" ? "manager" : "performer";
}
