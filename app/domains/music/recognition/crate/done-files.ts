/**
 * The browser's record of files that are in the crate: name, size and time of change, never their contents. So that
 * files that are chosen again are not read again. Where the browser has no storage, nothing is remembered.
 */
const name = "cue-crate";
const version = 1;

/** A file that is in the crate, as this track. */
interface DoneFile {
  key: string;
  track: string;
}

/** The unfinished work: of how many files how many were done, and the folder where the browser can open it again. */
export interface Unfinished {
  user: string;
  total: number;
  done: number;
  folder: FileSystemDirectoryHandle | null;
}

export const fileKey = (user: string, { name: file, size, lastModified }: File): string =>
  `${user}/${file}/${size}/${lastModified}`;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("files", { keyPath: "key" });
      request.result.createObjectStore("unfinished", { keyPath: "user" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no storage"));
  });
}

async function inStore<Result>(
  store: "files" | "unfinished",
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result | undefined> {
  let db: IDBDatabase | undefined;
  try {
    const opened = await open();
    db = opened;
    return await new Promise<Result | undefined>((resolve, reject) => {
      const transaction = opened.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("not stored"));
    });
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
}

/** The tracks of this account's files, by the file's key. */
export async function readDone(user: string): Promise<Map<string, string>> {
  const range = IDBKeyRange.bound(`${user}/`, `${user}0`, false, true);
  const files = await inStore<DoneFile[]>("files", "readonly", (objects) => objects.getAll(range));
  return new Map((files ?? []).map(({ key, track }) => [key, track]));
}

export async function rememberDone(files: readonly DoneFile[]): Promise<void> {
  await inStore("files", "readwrite", (objects) => {
    for (const file of files) objects.put(file);
    return undefined;
  });
}

export async function readUnfinished(user: string): Promise<Unfinished | null> {
  const found = await inStore<Unfinished | undefined>("unfinished", "readonly", (objects) =>
    objects.get(user),
  );
  return found ?? null;
}

export async function writeUnfinished(state: Unfinished): Promise<void> {
  await inStore("unfinished", "readwrite", (objects) => objects.put(state));
}

export async function endUnfinished(user: string): Promise<void> {
  await inStore("unfinished", "readwrite", (objects) => objects.delete(user));
}
