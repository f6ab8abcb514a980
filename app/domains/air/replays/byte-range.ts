/** The `Range` header of a request (RFC 9110, 14.1.2). */

export interface ByteRange {
  from: number;
  /** The first byte that is not part of it. */
  to: number;
}

/**
 * Returns the requested range of a file of `size` bytes; null for the whole file: without a header, with one that is
 * not valid, and for several ranges, which a server may ignore. `unsatisfiable`: there is no such byte.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { from: size - length, to: size };
  }
  const from = Number(first);
  const to = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < from) return null;
  return from >= size ? "unsatisfiable" : { from, to };
}
