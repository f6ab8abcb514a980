/** The source whose word about a recording is reported of a play. Pure. */
import { type DescribedField, describedFields, type FieldSource } from "./contract/exports.ts";

/** The word of one source; an empty text takes back what it has said before. */
export interface Said {
  source: FieldSource;
  fields: Partial<Record<DescribedField, string | number | null | undefined>>;
}

export type Known = Record<DescribedField, string | null>;

/**
 * The value of each field, and who says so: what was said of this set comes first, then what its performer says elsewhere,
 * by their own file, by their history file, and last what everyone sees. Of one source the latest that says anything.
 */
export function resolveFields(said: readonly Said[]): {
  known: Known;
  sources: Partial<Record<DescribedField, FieldSource>>;
} {
  const known = Object.fromEntries(describedFields.map((field) => [field, null])) as Known;
  const sources: Partial<Record<DescribedField, FieldSource>> = {};
  for (const field of describedFields)
    for (const source of order) {
      const last = said.findLast((each) => each.source === source && each.fields[field] != null)?.fields[
        field
      ];
      if (last === undefined || last === null || last === "") continue;
      known[field] = String(last);
      sources[field] = source;
      break;
    }
  return { known, sources };
}

const order: readonly FieldSource[] = ["performer", "manager", "elsewhere", "file", "history", "public"];
