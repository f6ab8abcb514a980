/**
 * Reads tables of an SQLite file: table b-trees with their overflow pages, in all text encodings. What a write-ahead log
 * still has is not seen. Nothing in the file is trusted: each page is visited once, and what points outside of the file
 * throws `RangeError`.
 */

import { utf16 } from "#app/domains/base/text/charset/utf16.ts";

export type SqliteValue = string | number | null;
export type SqliteRow = Record<string, SqliteValue>;

interface Table {
  root: number;
  /** Columns in the order of the record. */
  columns: string[];
  /** The column that is the row's own number. */
  rowid: string | null;
}

const signature = "SQLite format 3\0";
const pageType = { interior: 5, leaf: 13 } as const;
/** Names and times are never behind more than this. */
const maxRecord = 65_536;

export function isSqlite(bytes: Uint8Array): boolean {
  return (
    bytes.length >= 100 && Array.from(signature).every((letter, at) => bytes[at] === letter.charCodeAt(0))
  );
}

export class SqliteFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #pageSize: number;
  /** Size of a page, without what extensions reserve at its end. */
  readonly #usable: number;
  readonly #text: (bytes: Uint8Array) => string;
  readonly #tables: Map<string, Table>;
  /** Each overflow page belongs to one record. */
  #overflowLeft: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = this.#view.getUint16(16);
    this.#pageSize = size === 1 ? 65_536 : size;
    this.#usable = this.#pageSize - this.#view.getUint8(20);
    if (this.#pageSize < 512 || this.#usable < 480) throw new RangeError("no page size");
    this.#overflowLeft = Math.ceil(bytes.length / this.#pageSize);
    this.#text = textReader(this.#view.getUint32(56));
    this.#tables = this.#readTables();
  }

  has(table: string): boolean {
    return this.#tables.has(table.toLowerCase());
  }

  /** The rows of a table in the order of their numbers, with those of the wanted columns that it has, in lower case. */
  *rows(table: string, wanted: readonly string[]): Generator<SqliteRow> {
    const found = this.#tables.get(table.toLowerCase());
    if (found === undefined) return;
    const places = wanted.map((name) => ({ name, place: found.columns.indexOf(name) }));
    const last = Math.max(...places.map(({ place }) => place));
    for (const { rowid, payload } of this.#cells(found.root)) {
      const values = readRecord(payload, last, this.#text);
      const row: SqliteRow = {};
      for (const { name, place } of places)
        row[name] = name === found.rowid ? rowid : ((place < 0 ? null : values[place]) ?? null);
      yield row;
    }
  }

  #readTables(): Map<string, Table> {
    const tables = new Map<string, Table>();
    for (const { payload } of this.#cells(1)) {
      const [type, name, , root, definition] = readRecord(payload, 4, this.#text);
      if (type !== "table" || typeof name !== "string" || typeof root !== "number") continue;
      tables.set(name.toLowerCase(), { root, ...columnsOf(String(definition)) });
    }
    return tables;
  }

  *#cells(root: number): Generator<{ rowid: number; payload: Uint8Array }> {
    const visited = new Set<number>();
    const pending = [root];
    for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
      if (visited.has(page)) throw new RangeError("a page twice");
      visited.add(page);
      const start = this.#startOf(page);
      const header = start + (page === 1 ? 100 : 0);
      const type = this.#view.getUint8(header);
      const count = this.#view.getUint16(header + 3);
      if (type === pageType.interior) pending.push(...this.#childrenOf(start, header, count));
      else if (type !== pageType.leaf) throw new RangeError("not a table");
      else
        for (let index = 0; index < count; index++)
          yield this.#cellAt(start + this.#view.getUint16(header + 8 + index * 2));
    }
  }

  /** The last first: they are taken from the end. */
  #childrenOf(start: number, header: number, count: number): number[] {
    const children = [this.#view.getUint32(header + 8)];
    for (let index = count - 1; index >= 0; index--)
      children.push(this.#view.getUint32(start + this.#view.getUint16(header + 12 + index * 2)));
    return children;
  }

  #cellAt(at: number): { rowid: number; payload: Uint8Array } {
    const size = readVarint(this.#view, at);
    const rowid = readVarint(this.#view, size.next);
    const maxLocal = this.#usable - 35;
    const local = size.value <= maxLocal ? size.value : this.#localOf(size.value, maxLocal);
    const inPage = this.#slice(rowid.next, local);
    const wanted = Math.min(size.value, maxRecord);
    if (local >= wanted) return { rowid: rowid.value, payload: inPage };
    const payload = new Uint8Array(wanted);
    payload.set(inPage);
    this.#readOverflow(this.#view.getUint32(rowid.next + local), payload, local);
    return { rowid: rowid.value, payload };
  }

  /** Returns how much of a record that does not fit is in the page itself. */
  #localOf(size: number, maxLocal: number): number {
    const minLocal = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const local = minLocal + ((size - minLocal) % (this.#usable - 4));
    return local <= maxLocal ? local : minLocal;
  }

  #readOverflow(first: number, into: Uint8Array, from: number): void {
    let page = first;
    for (let at = from; at < into.length; ) {
      if (this.#overflowLeft-- <= 0) throw new RangeError("overflow without an end");
      const start = this.#startOf(page);
      const part = this.#slice(start + 4, Math.min(this.#usable - 4, into.length - at));
      into.set(part, at);
      at += part.length;
      page = this.#view.getUint32(start);
    }
  }

  #startOf(page: number): number {
    const start = (page - 1) * this.#pageSize;
    if (page < 1 || start >= this.#bytes.length) throw new RangeError("a page outside of the file");
    return start;
  }

  #slice(at: number, size: number): Uint8Array {
    if (at + size > this.#bytes.length) throw new RangeError("a record outside of the file");
    return this.#bytes.subarray(at, at + size);
  }
}

/** Seven bits a byte; the ninth has eight. Above 2^53 it is not exact, which no size or number reaches. */
function readVarint(view: DataView, at: number): { value: number; next: number } {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = view.getUint8(at + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
  return { value: value * 256 + view.getUint8(at + 8), next: at + 9 };
}

/** The values up to the column `last`; binary ones are null. */
function readRecord(payload: Uint8Array, last: number, text: (bytes: Uint8Array) => string): SqliteValue[] {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const header = readVarint(view, 0);
  const values: SqliteValue[] = [];
  let at = header.next;
  let body = header.value;
  while (at < header.value && values.length <= last) {
    const { value: type, next } = readVarint(view, at);
    const size = sizeOf(type);
    // Beyond what is read of a record.
    if (body + size > payload.length) break;
    values.push(
      type >= 13 && type % 2 === 1 ? text(payload.subarray(body, body + size)) : numberAt(view, body, type),
    );
    at = next;
    body += size;
  }
  return values;
}

const sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];
const sizeOf = (type: number) => sizes[type] ?? Math.floor((type - 12) / 2);

function numberAt(view: DataView, at: number, type: number): number | null {
  switch (type) {
    case 1:
      return view.getInt8(at);
    case 2:
      return view.getInt16(at);
    case 3:
      return view.getInt16(at) * 256 + view.getUint8(at + 2);
    case 4:
      return view.getInt32(at);
    case 5:
      return view.getInt16(at) * 2 ** 32 + view.getUint32(at + 2);
    case 6:
      return Number(view.getBigInt64(at));
    case 7:
      return view.getFloat64(at);
    case 8:
      return 0;
    case 9:
      return 1;
    default:
      return null;
  }
}

function textReader(encoding: number): (bytes: Uint8Array) => string {
  if (encoding === 2) return (bytes) => utf16(bytes, true);
  if (encoding === 3) return (bytes) => utf16(bytes, false);
  const decoder = new TextDecoder();
  return (bytes) => decoder.decode(bytes);
}

/** The names of the columns in the definition of a table. */
function columnsOf(definition: string): Pick<Table, "columns" | "rowid"> {
  const columns: string[] = [];
  let rowid: string | null = null;
  for (const part of splitDefinition(definition.slice(0, 20_000))) {
    const { name, rest } = takeName(part);
    const isConstraint = /^(?:constraint|primary|unique|check|foreign)$/u.test(name) && part[0] !== '"';
    if (name === "" || isConstraint) continue;
    // A computed column that is not stored has no place in the record.
    if (/\bas ?\(/u.test(rest) && !rest.includes("stored")) continue;
    if (/^ ?integer primary key/u.test(rest)) rowid = name;
    columns.push(name);
  }
  return { columns, rowid };
}

/** The parts between the commas of the outer brackets, in lower case and with single spaces. */
function splitDefinition(definition: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  let quote = "";
  for (const letter of definition.toLowerCase()) {
    if (quote !== "") {
      if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'" || letter === "`") quote = letter;
    else if (letter === "[") quote = "]";
    else if (letter === "(" && ++depth === 1) continue;
    else if (letter === ")" && --depth === 0) break;
    if (depth === 0) continue;
    if (letter === "," && depth === 1 && quote === "") {
      parts.push(part.trim());
      part = "";
    } else if (letter.trim() !== "") part += letter;
    else if (!part.endsWith(" ")) part += " ";
  }
  return [...parts, part.trim()];
}

function takeName(part: string): { name: string; rest: string } {
  const first = part[0] ?? "";
  const closing = first === "[" ? "]" : first;
  if (['"', "`", "[", "'"].includes(first)) {
    const end = part.indexOf(closing, 1);
    return end < 0 ? { name: "", rest: "" } : { name: part.slice(1, end), rest: part.slice(end + 1) };
  }
  const end = part.indexOf(" ");
  return end < 0 ? { name: part, rest: "" } : { name: part.slice(0, end), rest: part.slice(end) };
}
