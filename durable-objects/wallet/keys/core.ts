import type { Vault } from "#app/context.ts";
import type { DueList } from "#packages/durable/due-list.ts";
import type { Outbox } from "#packages/durable/outbox.ts";

/** The common base of every part of a wallet's keys. */
export interface KeysCore {
  storage: DurableObjectStorage;
  env: Env;
  due: DueList;
  outbox: Outbox;
  vault: Vault;
}

/** The names of this folder in the object's due list. */
export const syncDue = "key-sync";
export const changeDue = "key-change";

export type SqlRow<T> = T & Record<string, SqlStorageValue>;
