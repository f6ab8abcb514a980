import type { AppContext } from "#app/context.ts";
import { webhookEventNames } from "./event-names.ts";
import type { OwnEvent } from "./events.ts";
import type { OwnerPath } from "./port.ts";
import { isEventAsked } from "./queries/asked-events.ts";

/**
 * Tells these owners' posts and webhooks of an event, after the response. Most owners have none: then nothing is
 * called. What happened stands, even where this fails.
 */
export function notifyElsewhere(
  ctx: Pick<AppContext, "afterAnswer" | "db" | "deliveries">,
  owners: readonly OwnerPath[],
  event: OwnEvent,
): void {
  ctx.afterAnswer(`elsewhere-${event.kind}`, async () => {
    const asked = { kind: event.kind, name: webhookEventNames[event.kind] };
    for (const owner of owners)
      if (await isEventAsked(ctx.db, owner, asked)) await ctx.deliveries.of(owner).happened(event);
  });
}
