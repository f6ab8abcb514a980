import { data } from "react-router";
import type { AppContext } from "#app/context.ts";
import type { Party } from "#app/domains/people/integrations/elsewhere.ts";
import { AppError } from "#app/errors.ts";

/** Throws the error page of an address that does not exist where all of these services are off here. */
export function requireOn({ connect }: Pick<AppContext, "connect">, ...parties: Party[]): void {
  if (parties.some((party) => connect(party) !== null)) return;
  const { message, code, status } = new AppError("not-found");
  throw data({ error: message, code }, { status });
}
