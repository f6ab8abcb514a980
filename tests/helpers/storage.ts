import { env, listDurableObjectIds, runInDurableObject } from "cloudflare:test";

/** Everything that an object has stored, as text: every row of every table, and the values beside them. */
export function storageOf(stub: DurableObjectStub): Promise<string> {
  return runInDurableObject(stub, async (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>(
        "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite\\_%' escape '\\'",
      )
      .toArray();
    const rows = tables.map(
      ({ name }) => `${name}: ${JSON.stringify(storage.sql.exec(`select * from "${name}"`).toArray())}`,
    );
    const values = JSON.stringify([...(await storage.list())]);
    return [...rows, `values: ${values}`].join("\n");
  });
}

/** The storage of every object that exists, by its namespace. */
export async function everyStorage(): Promise<{ object: string; text: string }[]> {
  const spaces = {
    STAGE_ROOM: env.STAGE_ROOM,
    PROFILE_ROOM: env.PROFILE_ROOM,
    RELAY: env.RELAY,
    LOBBY: env.LOBBY,
    INBOX: env.INBOX,
    MEDIA_GATEWAY: env.MEDIA_GATEWAY,
    LIMITER: env.LIMITER,
  } as const;
  const found = [];
  for (const [name, space] of Object.entries(spaces)) {
    for (const id of await listDurableObjectIds(space as DurableObjectNamespace)) {
      found.push({ object: `${name} ${id.toString()}`, text: await storageOf(space.get(id as never)) });
    }
  }
  return found;
}

/** Every row of every table of D1, by table. */
export async function everyTable(): Promise<{ table: string; text: string }[]> {
  const { results } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite\\_%' escape '\\' and name not like 'd1\\_%' escape '\\'",
  ).all<{ name: string }>();
  return Promise.all(
    results.map(async ({ name }) => ({
      table: name,
      text: JSON.stringify((await env.DB.prepare(`select * from "${name}"`).all()).results),
    })),
  );
}
