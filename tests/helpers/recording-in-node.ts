/** A recording outside the Workers runtime: for tests with ffmpeg, and where its memory is measured. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Recording } from "#durable-objects/tape/recording.ts";
import { TapeBucket } from "#durable-objects/tape/tape-bucket.ts";
import { Memory } from "#packages/durable/memory.ts";

/** An object's SQLite storage on Node's own. */
export function sqlInNode(): SqlStorage {
  const database = new DatabaseSync(":memory:");
  const exec = (query: string, ...values: SQLInputValue[]) => {
    const rows = database.prepare(query).all(...values);
    return {
      toArray: () => rows,
      one() {
        if (rows.length !== 1) throw new Error(`${rows.length} rows`);
        return rows[0];
      },
      [Symbol.iterator]: () => rows[Symbol.iterator](),
    };
  };
  return { exec } as unknown as SqlStorage;
}

/** The objects that were put, by their key. */
export class BucketInNode {
  readonly objects = new Map<string, Uint8Array>();

  put(key: string, bytes: ArrayBuffer | Uint8Array): Promise<null> {
    this.objects.set(key, new Uint8Array(bytes));
    return Promise.resolve(null);
  }
}

export function recordInNode(): { recording: Recording; bucket: BucketInNode } {
  const sql = sqlInNode();
  const bucket = new BucketInNode();
  const memory = new Memory({ sql } as DurableObjectStorage);
  const recording = new Recording(sql, memory, new TapeBucket(bucket as unknown as R2Bucket));
  return { recording, bucket };
}
