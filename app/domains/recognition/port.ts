/** Where the peaks of references are: in the object store, by the reference's id. */
export interface ReferencePeaks {
  put(id: string, peaks: Uint8Array<ArrayBuffer>): Promise<void>;
  /** By id; those that are not there are missing. */
  read(ids: readonly string[]): Promise<Map<string, Uint8Array<ArrayBuffer>>>;
  remove(ids: readonly string[]): Promise<void>;
}

/** The key of a reference's peaks in the object store. */
export const peaksKey = (id: string): string => `references/${id}`;
