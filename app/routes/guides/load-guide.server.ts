import type { AppContext } from "#app/context.ts";
import { openGuide } from "#app/domains/media/guide.server.ts";

/** Who reads a guide, and what the stream test makes of them: what they are, or what they chose on the way here. */
export function loadGuide(ctx: AppContext, request: Request) {
  const guide = openGuide(ctx);
  const asked = new URL(request.url).searchParams.get("type");
  const type = guide.performerType ?? (asked === "musician" ? "musician" : "dj");
  return { ...guide, type } as const;
}
