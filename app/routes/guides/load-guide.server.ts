import type { LongText } from "#app/content/long-text.ts";
import type { AppContext } from "#app/context.ts";
import { openGuide } from "#app/domains/air/media/guide.server.ts";

/**
 * A guide for its reader. `type`: the kind of performer that the stream test makes them, which they are or chose on the
 * way here.
 */
export function loadGuide(ctx: AppContext, request: Request, text: LongText) {
  const guide = openGuide(ctx);
  const asked = new URL(request.url).searchParams.get("type");
  const type = guide.performerType ?? (asked === "musician" ? "musician" : "dj");
  return { ...guide, type, text } as const;
}
