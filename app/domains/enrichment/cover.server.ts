import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { connectCoverArt } from "../integrations/coverart/client.ts";
import type { SourceAnswer } from "../integrations/source-answer.ts";
import { pictureLimits } from "../pictures/contract.ts";
import { userAgentOf } from "./user-agent.ts";

type Ctx = Pick<AppContext, "connect" | "clock" | "config" | "pictures">;

/**
 * Stores the front of a release as a picture of this site, decoded and encoded like any upload. Returns its path; `none`
 * where the archive is off here, or has nothing that is a picture.
 */
export async function keepCover(
  ctx: Ctx,
  { release, trackId }: { release: string; trackId: string },
): Promise<SourceAnswer<string>> {
  const service = ctx.connect("coverart");
  if (service === null) return { is: "none" };
  const { clock, config } = ctx;
  const maxBytes = pictureLimits.bytes;
  const archive = connectCoverArt(service, { clock, userAgent: userAgentOf(config), maxBytes });
  const front = await archive.front(release);
  if (front.is !== "found") return front;
  try {
    const dataUrl = `data:image/jpeg;base64,${Buffer.from(front.value).toString("base64")}`;
    return { is: "found", value: await ctx.pictures.keep(dataUrl, "profile", trackId) };
  } catch (error) {
    const isNone = error instanceof AppError && error.code.startsWith("picture-");
    return isNone ? { is: "none" } : { is: "failed", reason: "not stored" };
  }
}
