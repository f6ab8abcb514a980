import { env, listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { lobbyShards } from "#durable-objects/stubs.ts";

const isOwn = "type = 'table' and name not glob '_cf*' and name not glob 'sqlite_*' and name not glob 'd1_*'";

/** Returns everything that an object has stored as text: every row of every table, and the key-value storage. */
export function storageOf(stub: DurableObjectStub): Promise<string> {
  return runInDurableObject(stub, async (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>(`select name from sqlite_master where ${isOwn}`)
      .toArray();
    const rows = tables.map(
      ({ name }) =>
        `${name}: ${JSON.stringify(storage.sql.exec(`select * from "${name}"`).toArray(), bytesAsText)}`,
    );
    return [...rows, `values: ${JSON.stringify([...(await storage.list())])}`].join("\n");
  });
}

/** A full-text index has its words in blobs. */
const bytesAsText = (_: string, value: unknown) =>
  value instanceof ArrayBuffer ? Buffer.from(value).toString("latin1") : value;

const spaces = {
  STAGE_ROOM: env.STAGE_ROOM,
  PROFILE_ROOM: env.PROFILE_ROOM,
  RELAY: env.RELAY,
  LOBBY: env.LOBBY,
  LOBBY_SHARD: env.LOBBY_SHARD,
  INBOX: env.INBOX,
  ALERTS: env.ALERTS,
  CONVERSATION: env.CONVERSATION,
  DELIVERIES: env.DELIVERIES,
  MEDIA_GATEWAY: env.MEDIA_GATEWAY,
  SOUND_CHECK: env.SOUND_CHECK,
  TAPE: env.TAPE,
  WALLET: env.WALLET,
  REFERENCE_SHARD: env.REFERENCE_SHARD,
  LIMITER: env.LIMITER,
  PUSH_SIMULATOR: env.PUSH_SIMULATOR,
} as const;
type Space = DurableObjectNamespace;
/** They need no name to start: one per broadcast or performance, per wallet, per counter. */
const nameless: ReadonlySet<string> = new Set(["ALERTS", "TAPE", "WALLET", "LIMITER"]);
/** The names that objects of a kind always have. */
const known = { LOBBY_SHARD: Array.from({ length: lobbyShards }, (_, number) => String(number)) };

/**
 * Returns every existing object, by its namespace. An object listed by its id does not know its name, which some need
 * to start: `names` are the possible ones. Throws for an object with none of them.
 */
export async function everyObject(
  names: Partial<Record<keyof typeof spaces, readonly string[]>>,
): Promise<{ object: string; stub: DurableObjectStub }[]> {
  const found = [];
  for (const [key, space] of Object.entries(spaces) as [keyof typeof spaces, Space][]) {
    const byId = new Map(
      ({ ...known, ...names }[key] ?? []).map((name) => [space.idFromName(name).toString(), name]),
    );
    for (const id of await listDurableObjectIds(space)) {
      const name = byId.get(id.toString());
      if (name === undefined && nameless.has(key)) {
        found.push({ object: `${key} ${id.toString()}`, stub: space.get(id) as DurableObjectStub });
        continue;
      }
      if (name === undefined) throw new Error(`nobody has named ${key} ${id.toString()}`);
      found.push({ object: `${key} ${name}`, stub: space.getByName(name) as DurableObjectStub });
    }
  }
  return found;
}

/** Returns every row of every table of D1, by table. */
export async function everyTable(): Promise<{ table: string; text: string }[]> {
  const { results } = await env.DB.prepare(`select name from sqlite_master where ${isOwn}`).all<{
    name: string;
  }>();
  return Promise.all(
    results.map(async ({ name }) => ({
      table: name,
      text: JSON.stringify((await env.DB.prepare(`select * from "${name}"`).all()).results, blobAsText),
    })),
  );
}

/** Bytes are returned as a list of numbers; the index of names has its words in such columns. */
const blobAsText = (_: string, value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((byte) => typeof byte === "number")
    ? String.fromCharCode(...value)
    : value;

/**
 * Returns `table.column` of every column of D1 that can contain the id of an account, by its reference or by its name.
 */
export async function userColumns(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `select t.name as tbl, c.name as col, f."table" as target from sqlite_master as t
     join pragma_table_info(t.name) as c
     left join pragma_foreign_key_list(t.name) as f on f."from" = c.name
     where t.type = 'table' and t.name not glob '_cf*' and t.name not glob 'sqlite_*' and t.name not glob 'd1_*'`,
  ).all<{ tbl: string; col: string; target: string | null }>();
  return results
    .filter(({ col, target }) => target === "users" || (isPerson.test(col) && !col.startsWith("is_")))
    .map(({ tbl, col }) => `${tbl}.${col}`)
    .toSorted();
}

const isPerson =
  /(?:^|_)(?:user|owner|performer|listener|reporter|offender|blocked|following|follower|referrer|requestor|actor|manager|member|sender|recipient|author|operator|agreed)(?:_id)?$/;
