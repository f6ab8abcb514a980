/** Reads `multipart/form-data` (RFC 7578) while it arrives, without keeping its files. */

export interface FormField {
  name: string;
  bytes: number;
  /** Null for a file, and for text that is too long to keep. */
  text: string | null;
}

const maxText = 10_000;
const maxHeader = 4_000;

/** Throws where the body is not that, or ends early. */
export async function readForm(body: ReadableStream<Uint8Array>, contentType: string): Promise<FormField[]> {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error("Not multipart/form-data.");
  const reader = new FormReader(boundary);
  for await (const chunk of body) reader.take(Buffer.from(chunk));
  return reader.end();
}

class FormReader {
  readonly #delimiter: Buffer;
  readonly #fields: FormField[] = [];
  #field: { name: string; isFile: boolean; bytes: number; kept: Buffer[] } | null = null;
  #isOver = false;
  // The first delimiter has no line before it.
  #rest: Buffer = Buffer.from("\r\n");

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (!this.#isOver && this.#step()) {}
  }

  end(): FormField[] {
    if (!this.#isOver) throw new Error("The form ends early.");
    return this.#fields;
  }

  /** False until more arrives. */
  #step(): boolean {
    const at = indexOf(this.#rest, this.#delimiter);
    if (at < 0) {
      // The delimiter may have begun.
      this.#keep(this.#rest.length - this.#delimiter.length);
      return false;
    }
    const headerStart = at + this.#delimiter.length;
    if (this.#rest.length < headerStart + 2) return false;
    const isLast = this.#rest.subarray(headerStart, headerStart + 2).toString() === "--";
    const headerEnd = indexOf(this.#rest, headerMark, headerStart);
    if (!isLast && headerEnd < 0) {
      if (this.#rest.length - headerStart > maxHeader) throw new Error("A field has no end of its header.");
      return false;
    }
    const header = this.#rest.subarray(headerStart, headerEnd).toString();
    const after = this.#rest.subarray(headerEnd + 4);
    this.#keep(at);
    this.#close();
    if (isLast) this.#isOver = true;
    else this.#open(header);
    this.#rest = after;
    return !isLast;
  }

  /** The next `length` bytes are the field's. */
  #keep(length: number): void {
    if (length <= 0) return;
    const bytes = this.#rest.subarray(0, length);
    if (this.#field !== null) {
      if (!this.#field.isFile && this.#field.bytes + length <= maxText)
        this.#field.kept.push(Buffer.from(bytes));
      this.#field.bytes += length;
    }
    this.#rest = this.#rest.subarray(length);
  }

  #open(header: string): void {
    const name = /;\s*name="([^"]*)"/i.exec(header)?.[1];
    if (name === undefined) throw new Error("A field has no name.");
    this.#field = { name, isFile: /;\s*filename=/i.test(header), bytes: 0, kept: [] };
  }

  #close(): void {
    if (this.#field === null) return;
    const { name, isFile, bytes, kept } = this.#field;
    const text = isFile || bytes > maxText ? null : Buffer.concat(kept).toString();
    this.#fields.push({ name, bytes, text });
    this.#field = null;
  }
}

const headerMark = Buffer.from("\r\n\r\n");

/** Returns where `wanted` begins in `bytes`, or -1. */
function indexOf(bytes: Uint8Array, wanted: Uint8Array, from = 0): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + wanted.length > bytes.length) return -1;
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}
