import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { countOf } from "#app/ui/number.ts";
import type { NoticeView } from "../accounts/contract/accounts.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { DeviceView, EndpointInput, PushSubscriptionInput } from "./contract.ts";
import { areBrowserKeys } from "./push-key.ts";
import {
  deletePushSubscription,
  hasPushSubscription,
  savePushSubscription,
} from "./queries/notifications.ts";

/** More browsers than a person has; beyond that the first ones are turned off. */
const maxDevices = 10;

const hourMs = 3_600_000;

const rates = {
  subscribe: { max: 30, perMs: hourMs },
  test: { max: 10, perMs: hourMs },
} as const;

/**
 * This browser shows the viewer's notices until they log out there or turn it off. Throws `authorization`,
 * `rate-limited`, `bad-input` for an invalid endpoint or keys.
 */
export async function subscribeDevice(ctx: AppContext, input: PushSubscriptionInput): Promise<DeviceView> {
  const viewer = requireViewer(ctx);
  if (!ctx.pushServices.accepts(input.endpoint) || !areBrowserKeys(input.keys))
    throw new AppError("bad-input");
  requireOk(await ctx.limits.take(`push-subscribe:${viewer.id}`, rates.subscribe));
  await savePushSubscription(
    ctx.db,
    {
      id: ctx.ids.next(),
      userId: viewer.id,
      sessionHash: viewer.sessionHash,
      endpoint: input.endpoint,
      ...input.keys,
      createdAt: ctx.clock.now(),
    },
    maxDevices,
  );
  return { isOn: true };
}

/** Has no effect where it is already off. Throws `authorization`. */
export async function unsubscribeDevice(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: EndpointInput,
): Promise<DeviceView> {
  await deletePushSubscription(ctx.db, requireViewer(ctx).id, input.endpoint);
  return { isOn: false };
}

/** Whether this browser shows the viewer's notices: it may show those of another user who was logged in there. */
export async function getDevice(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: EndpointInput,
): Promise<DeviceView> {
  return { isOn: await hasPushSubscription(ctx.db, requireViewer(ctx).id, input.endpoint) };
}

/** Sends a notice to every device immediately, even in quiet hours. Throws `authorization`, `rate-limited`. */
export async function testDevices(ctx: AppContext): Promise<NoticeView> {
  const viewer = requireViewer(ctx);
  requireOk(await ctx.limits.take(`push-test:${viewer.id}`, rates.test));
  const answers = await ctx.inboxes.of(viewer.id).testPush({
    kind: "announcement",
    title: "It works",
    message: `Notifications for ${viewer.username} arrive on this device.`,
    at: ctx.clock.now(),
    key: "test",
    url: "/settings/notification",
  });
  const sent = answers.filter((answer) => answer === "sent").length;
  if (answers.length === 0)
    return { type: "warning", message: "Notifications are not switched on for any device yet." };
  if (sent === 0)
    return {
      type: "warning",
      message: "Your browser's push service did not accept the test. Try again later.",
    };
  return { type: "confirm", message: `Test sent to ${countOf(sent, "device", "devices")}.` };
}
