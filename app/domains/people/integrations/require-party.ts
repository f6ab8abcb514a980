import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { Connection, Party } from "./elsewhere.ts";

/**
 * Returns the connection to a service. Throws `not-found` where it is off here, as its pages and calls then are not
 * there.
 */
export function requireParty({ connect }: Pick<AppContext, "connect">, party: Party): Connection {
  const connection = connect(party);
  if (connection === null) throw new AppError("not-found");
  return connection;
}
