import type { AppContext } from "#app/context.ts";
import type { NoticeView } from "./contract/accounts.ts";
import type { FeedbackInput } from "./contract/settings.ts";
import { requireViewer } from "./guards.ts";
import { insertFeedback } from "./queries/feedback.ts";
import { requireRate } from "./rates.server.ts";

const limit = { max: 10, perMs: 3_600_000 };

/** Stores a user's feedback to the operators. Throws `authorization`, `rate-limited`. */
export async function submitFeedback(ctx: AppContext, input: FeedbackInput): Promise<NoticeView> {
  const viewer = requireViewer(ctx);
  await requireRate(ctx, `feedback:${viewer.id}`, limit);
  await insertFeedback(ctx.db, {
    id: ctx.ids.next(),
    userId: viewer.id,
    message: input.message,
    createdAt: ctx.clock.now(),
  });
  return { type: "confirm", message: "Feedback submitted, thank you!" };
}
