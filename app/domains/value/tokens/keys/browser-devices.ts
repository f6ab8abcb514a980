import type { DeviceStore, KeptDevice } from "./device-key.ts";

const database = "cue-wallet";
const table = "devices";

/** Keys of this browser's users, in IndexedDB: the only storage that takes a key that cannot be exported. */
export const browserDevices: DeviceStore = {
  get: (user) => within<KeptDevice | undefined>("readonly", (store) => store.get(user)),
  async put(device) {
    await within("readwrite", (store) => store.put(device));
  },
  async remove(user) {
    await within("readwrite", (store) => store.delete(user));
  },
};

async function within<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await open();
  try {
    const transaction = db.transaction(table, mode);
    return await done(work(transaction.objectStore(table)));
  } finally {
    db.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.addEventListener("upgradeneeded", () =>
    request.result.createObjectStore(table, { keyPath: "user" }),
  );
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB failed")));
  });
}
