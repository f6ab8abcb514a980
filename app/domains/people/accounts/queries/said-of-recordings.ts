/** One person's facts about recordings, from crate and descriptions, for the deletion of their account. */
import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { labels, recordings, tracklistEvidence, trackReferences } from "#db/schema/index.ts";

/** Fields of a recording, as descriptions and recordings call them, with their columns in references. */
const fields = [
  { name: "isrc", key: "isrc", inReference: trackReferences.isrc },
  { name: "composer", key: "composer", inReference: trackReferences.composer },
  { name: "catalogueNumber", key: "catalogueNumber", inReference: trackReferences.catalogueNumber },
  { name: "label", key: "labelId", inReference: trackReferences.label },
  { name: "publisher", key: "publisher", inReference: null },
  { name: "album", key: "album", inReference: null },
  { name: "labelCode", key: "labelCode", inReference: null },
] as const;
type Field = (typeof fields)[number];

/** Tracks with what they (or all others) say of this field. */
function saidOf({ name, inReference }: Field, by: SQL): SQL {
  const described = sql`select track_id, details ->> ${`$.${name}`} as said from ${tracklistEvidence}
    where (act = 'describe' or act = 'heard' and kind = 'history') and track_id is not null and user_id ${by}`;
  return inReference === null
    ? described
    : sql`select track_id, ${sql.identifier(inReference.name)} as said from ${trackReferences}
        where expires_at is null and track_id is not null and owner_id ${by} union ${described}`;
}

/**
 * Takes their words back: from what was known before sources were kept, where nobody else says the same; the labels that
 * nothing names any more; and what their descriptions and history files contain. Before their references are erased.
 */
export function eraseSaidOfRecordings(db: Db, userId: string) {
  const [theirs, others] = [sql`= ${userId}`, sql`is not ${userId}`];
  const unsourcedOf = ({ key }: Field) => sql`${recordings.unsourced} ->> ${`$.${key}`}`;
  const valueOf = (field: Field) =>
    field.name === "label"
      ? sql`(select name from ${labels} where id = ${unsourcedOf(field)})`
      : unsourcedOf(field);
  const taken = fields.map((field) => {
    const said = sql`(${recordings.trackId}, ${valueOf(field)})`;
    return db
      .update(recordings)
      .set({ unsourced: sql`json_remove(${recordings.unsourced}, ${`$.${field.key}`})` })
      .where(
        sql`${recordings.unsourced} is not null and ${said} in (select track_id, said from (${saidOf(field, theirs)}))
          and ${said} not in (select track_id, said from (${saidOf(field, others)}) where said is not null)`,
      );
  });
  const label = fields[3];
  const isNamed = or(
    inArray(
      labels.id,
      db.select({ id: recordings.labelId }).from(recordings).where(sql`label_id is not null`),
    ),
    sql`${labels.id} in (select ${unsourcedOf(label)} from ${recordings} where ${unsourcedOf(label)} is not null)`,
    sql`${labels.name} in (select said from (${saidOf(label, others)}) where said is not null)`,
    sql`exists (select 1 from ${labels} as child where child.parent_id = ${labels}.id)`,
    sql`${labels.parentId} is not null or ${labels.photo} is not null or ${labels.urls} <> '[]'`,
  );
  return [
    ...taken,
    db
      .delete(labels)
      .where(sql`${labels.name} in (select said from (${saidOf(label, theirs)})) and not (${isNamed})`),
    db
      .update(tracklistEvidence)
      .set({ details: {} })
      .where(sql`${eq(tracklistEvidence.userId, userId)} and act = 'describe'`),
    db
      .update(tracklistEvidence)
      .set({
        details: sql`json_remove(${tracklistEvidence.details}, '$.album', '$.label', '$.isrc', '$.composer')`,
      })
      .where(sql`${eq(tracklistEvidence.userId, userId)} and act = 'heard' and kind = 'history'`),
  ] as const;
}
