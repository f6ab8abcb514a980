import type { ReferenceRow } from "../queries/references.ts";

/** A new reference with its peaks. */
export interface Fresh {
  row: ReferenceRow;
  peaks: Uint8Array<ArrayBuffer>;
  /** The fingerprint for AcoustID, or null. */
  fingerprint: string | null;
}
