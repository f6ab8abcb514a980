/**
 * Decodes the chunked transfer coding of a body that never ends: Icecast 2.4 does not support it, and curl sends it.
 */
const maxLineBytes = 1_024;

export class StreamBody {
  #pending: Buffer = Buffer.alloc(0);
  #left = 0;
  #isAfterChunk = false;

  /** Returns the decoded bytes; undefined after the last chunk or a broken one. */
  push(bytes: Buffer): Buffer | undefined {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const parts: Buffer[] = [];
    while (this.#pending.length > 0) {
      if (this.#left > 0) {
        const part = this.#pending.subarray(0, this.#left);
        parts.push(part);
        this.#left -= part.length;
        this.#pending = this.#pending.subarray(part.length);
        this.#isAfterChunk = this.#left === 0;
        continue;
      }
      const lineEnd = this.#pending.indexOf("\r\n");
      if (lineEnd < 0) {
        if (this.#pending.length > maxLineBytes) return undefined;
        break;
      }
      const line = this.#pending.toString("latin1", 0, lineEnd);
      this.#pending = this.#pending.subarray(lineEnd + 2);
      if (this.#isAfterChunk) {
        if (line !== "") return undefined;
        this.#isAfterChunk = false;
        continue;
      }
      const [, size] = /^([0-9a-fA-F]{1,8})(?:\s*;.*)?$/.exec(line) ?? [];
      this.#left = Number.parseInt(size ?? "0", 16);
      if (this.#left === 0) return undefined;
    }
    return Buffer.concat(parts);
  }
}
