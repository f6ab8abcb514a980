/** The files of the simulated Wikimedia Commons, and the items of Wikidata that name one: only what was added. */
import * as z from "zod/mini";

export const FileEntry = z.object({
  /** Name without `File:`. */
  name: z.string(),
  mime: z._default(z.string(), "image/jpeg"),
  /** Texts of its page in its templates, in HTML, such as `Artist` and `LicenseShortName`. */
  said: z._default(z.record(z.string(), z.string()), {}),
  /** Pixels of the copy that is sent. */
  width: z._default(z.number(), 960),
  height: z._default(z.number(), 720),
  /** Instead of the picture: so many bytes that are none. */
  bytes: z._default(z.nullable(z.number()), null),
  /** The address that the file's redirects to. */
  location: z._default(z.nullable(z.string()), null),
  /** The server of the file. */
  host: z._default(z.string(), "upload.wikimedia.org"),
});
export type FileEntry = z.infer<typeof FileEntry>;

export const ItemEntry = z.object({
  /** `Q42`. */
  id: z.string(),
  /** Names of files, each with its rank. */
  pictures: z.array(z.object({ name: z.string(), rank: z._default(z.string(), "normal") })),
});
export type ItemEntry = z.infer<typeof ItemEntry>;

export class Library {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    for (const table of ["commons_files", "commons_items"])
      sql.exec(`create table if not exists ${table} (name text primary key, json text not null)`);
  }

  addFile(file: FileEntry): void {
    this.#add("commons_files", file.name, file);
  }

  addItem(item: ItemEntry): void {
    this.#add("commons_items", item.id, item);
  }

  file(name: string): FileEntry | undefined {
    return this.#find<FileEntry>("commons_files", name);
  }

  item(id: string): ItemEntry | undefined {
    return this.#find<ItemEntry>("commons_items", id);
  }

  #add(table: string, name: string, value: object): void {
    this.#sql.exec(`insert or replace into ${table} values (?, ?)`, name, JSON.stringify(value));
  }

  #find<Value>(table: string, name: string): Value | undefined {
    const [row] = this.#sql
      .exec<{ json: string }>(`select json from ${table} where name = ?`, name)
      .toArray();
    return row && (JSON.parse(row.json) as Value);
  }
}
