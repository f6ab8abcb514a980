import type { AppContext } from "#app/context.ts";
import { listStages } from "#app/domains/air/stages/list-stages.server.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { AppError } from "#app/errors.ts";
import { deviceOf, type Store, storesFor } from "./device.ts";
import { type OnNow, onNow } from "./on-now.ts";
import { readReferral } from "./referral.ts";

export interface LandingData {
  /** The first content of the ring. */
  first: OnNow;
  /** The stores to show instead of the log-in form. */
  stores: Store[];
  /** The person in the address who has referred this visitor. */
  inviter: PersonView | null;
}

/** The content of the first page for a signed-out visitor. */
export async function loadLanding(ctx: AppContext, request: Request): Promise<LandingData> {
  const referral = readReferral(new URL(request.url).searchParams.get("id"));
  const [stages, inviter] = await Promise.all([listStages(ctx), findInviter(ctx, referral)]);
  return {
    first: onNow(stages),
    stores: storesFor(deviceOf(request.headers.get("user-agent") ?? ""), ctx.config.stores),
    inviter,
  };
}

/** Null where the address is mistyped: that must not stop a visitor. */
export async function findInviter(
  ctx: Pick<AppContext, "db">,
  referral: string | null,
): Promise<PersonView | null> {
  if (referral === null) return null;
  try {
    const { bio: _, ...person } = await getPerson(ctx, referral);
    return person;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
