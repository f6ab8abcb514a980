import type { AppContext } from "#app/context.ts";
import { pictureLimits } from "#app/domains/base/pictures/contract.ts";
import { fetchFront } from "#app/domains/people/integrations/coverart/client.ts";
import type { SourceAnswer } from "#app/domains/people/integrations/source-answer.ts";
import { keepFetched } from "./keep-fetched.server.ts";
import { userAgentOf } from "./user-agent.ts";

type Ctx = Pick<AppContext, "connect" | "clock" | "config" | "pictures">;

/** Stores the front of a release. Returns its path; `none` where the archive is off here, or has none. */
export async function keepCover(
  ctx: Ctx,
  { release, trackId }: { release: string; trackId: string },
): Promise<SourceAnswer<string>> {
  const service = ctx.connect("coverart");
  if (service === null) return { is: "none" };
  const { clock, config } = ctx;
  const about = { clock, userAgent: userAgentOf(config), maxBytes: pictureLimits.bytes };
  const front = await fetchFront(service, release, about);
  return front.is === "found" ? keepFetched(ctx, front.value, trackId) : front;
}
