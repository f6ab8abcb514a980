import { withTimeout } from "#app/with-timeout.ts";

/** R2 takes or gives a chunk, or a part of 5 MiB, in much less; without an answer for this long it counts as refused. */
export const r2AnswerMs = 20_000;

type MultipartUpload = Pick<R2MultipartUpload, "uploadId" | "uploadPart" | "complete" | "abort">;

/**
 * R2 as a recording uses it: every call is answered in time or throws, so that none holds up what follows it, such as a
 * deletion. A call that was given up may still take effect; `isWriting` says so.
 */
export class TapeBucket {
  readonly #bucket: R2Bucket;
  #unanswered = 0;

  constructor(bucket: R2Bucket) {
    this.#bucket = bucket;
  }

  /** Something that was sent is not answered, also if it was given up: objects may still appear. */
  get isWriting(): boolean {
    return this.#unanswered > 0;
  }

  put(key: string, value: string | ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<unknown> {
    return this.#write(this.#bucket.put(key, value));
  }

  /** The bytes of this part of an object; null where there is no such object. */
  async read(key: string, range: { offset: number; length: number }): Promise<Uint8Array | null> {
    const read = async () => (await this.#bucket.get(key, { range }))?.arrayBuffer();
    const bytes = await withTimeout(r2AnswerMs, read());
    return bytes === undefined ? null : new Uint8Array(bytes);
  }

  /** Returns the size of an object in bytes; null where there is none. */
  async sizeOf(key: string): Promise<number | null> {
    return (await withTimeout(r2AnswerMs, this.#bucket.head(key)))?.size ?? null;
  }

  list(options: R2ListOptions): Promise<R2Objects> {
    return withTimeout(r2AnswerMs, this.#bucket.list(options));
  }

  delete(keys: string | string[]): Promise<void> {
    return withTimeout(r2AnswerMs, this.#bucket.delete(keys));
  }

  /** Returns the id of the upload. */
  async beginUpload(key: string): Promise<string> {
    return (await this.#write(this.#bucket.createMultipartUpload(key))).uploadId;
  }

  upload(key: string, uploadId: string): MultipartUpload {
    const upload = this.#bucket.resumeMultipartUpload(key, uploadId);
    return {
      uploadId,
      uploadPart: (number, bytes) => this.#write(upload.uploadPart(number, bytes)),
      complete: (parts) => this.#write(upload.complete(parts)),
      abort: () => withTimeout(r2AnswerMs, upload.abort()),
    };
  }

  #write<T>(work: Promise<T>): Promise<T> {
    this.#unanswered += 1;
    const settled = () => {
      this.#unanswered -= 1;
    };
    work.then(settled, settled);
    return withTimeout(r2AnswerMs, work);
  }
}
