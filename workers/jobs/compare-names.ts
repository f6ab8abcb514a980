import { listWithoutLook, setUsernameLooks } from "#app/domains/people/accounts/queries/accounts.ts";
import { lookOfUsername } from "#app/domains/people/accounts/usernames.ts";
import { openDb } from "#db/client.ts";
import { createLog } from "../log.ts";

/** They are read and written with one statement each, and a value of a statement has a maximum size. */
const atOnce = 4_000;

/**
 * Gives the look of its name to each account that has none: from before names were compared as now, or beside an older
 * name like it that is gone since. A look that an account has already stays with it.
 */
export async function compareNames(env: Env): Promise<void> {
  const db = openDb(env.DB);
  const looks = new Map<string, { id: string; username: string; usernameLook: string }>();
  for (const { id, username } of await listWithoutLook(db, atOnce)) {
    const usernameLook = lookOfUsername(username);
    if (!looks.has(usernameLook)) looks.set(usernameLook, { id, username, usernameLook });
  }
  if (looks.size === 0) return;
  const filled = await setUsernameLooks(db, [...looks.values()]);
  createLog({ job: "compare-names" }).info("names-compared", { filled, left: looks.size - filled });
}
