/** The webhooks of a performer or a stage. Performers have their own; managers those of their stages. */

import type { AppContext } from "#app/context.ts";
import { isStageManager } from "#app/domains/air/stages/queries/stages.ts";
import { requireManagedStage } from "#app/domains/air/stages/require-stage.server.ts";
import { requirePerformer, requireViewer } from "#app/domains/people/accounts/guards.ts";
import type { WebhookEvent } from "#app/domains/people/deliveries/event-names.ts";
import { ownerOf } from "#app/domains/people/deliveries/queries/owned-by.ts";
import type { Connection } from "#app/domains/people/integrations/elsewhere.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { readWebhookUrl } from "./address.ts";
import {
  type AddWebhookInput,
  type ListWebhooksInput,
  maxWebhooks,
  type NewSecretView,
  type UpdateWebhookInput,
  type WebhookInput,
  type WebhookView,
} from "./contract.ts";
import { webhookEvents } from "./events.ts";
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks as listRows,
  replaceWebhookSecret,
  updateWebhook as updateRow,
  type WebhookOwner,
  type WebhookRow,
} from "./queries/webhooks.ts";
import { openSecrets, sealSecrets } from "./secrets.server.ts";
import { challengeWebhook } from "./send.server.ts";
import { newWebhookSecret, rolledSecrets } from "./signature.ts";

/** Rate of one owner's additions and new secrets. */
const rate = { max: 30, perMs: 3_600_000 } as const;
/** Challenges, tests and retries: each calls an address of someone's choice at once. */
const callRates = {
  minute: { max: 20, perMs: 60_000 },
  hour: { max: 120, perMs: 3_600_000 },
  host: { max: 60, perMs: 60_000 },
  hostHour: { max: 600, perMs: 3_600_000 },
} as const;

/** Throws `not-found` where this instance has none. */
export function requireWebhooks(ctx: Pick<AppContext, "connect">): Connection {
  const service = ctx.connect("webhooks");
  if (service === null) throw new AppError("not-found");
  return service;
}

/** Lists webhooks in the order in which they were added. Throws `authorization`, `not-found`. */
export async function listWebhooks(ctx: AppContext, { stage }: ListWebhooksInput): Promise<WebhookView[]> {
  return toViews(ctx, await requireOwner(ctx, stage));
}

/**
 * Adds an address once, and asks it whether it wants calls. Throws `authorization`, `not-found`, `webhook-address`,
 * `webhook-known`, `too-many-webhooks`, `rate-limited`.
 */
export async function addWebhook(
  ctx: AppContext,
  { stage, url, events }: AddWebhookInput,
): Promise<NewSecretView> {
  const owner = await requireOwner(ctx, stage);
  const address = readWebhookUrl(url, requireWebhooks(ctx));
  if (address === null) throw new AppError("webhook-address");
  await takeAttempt(ctx, owner);
  const secret = newWebhookSecret();
  const row: WebhookRow = {
    id: ctx.ids.next(),
    ...owner,
    url: address.href,
    secret: await sealSecrets(ctx, owner, { current: secret, former: null }),
    events: inOrder(events),
    createdAt: ctx.clock.now(),
    disabledAt: null,
    disabledReason: null,
    unconfirmedSince: ctx.clock.now(),
  };
  if (!(await insertWebhook(ctx.db, row, maxWebhooks))) {
    const others = await listRows(ctx.db, ownerOf(owner));
    throw new AppError(
      others.some(({ url: known }) => known === row.url) ? "webhook-known" : "too-many-webhooks",
    );
  }
  // Where it does not answer now, its owner may ask again: the webhook and its secret are there.
  const isAsked = await takeCall(ctx, row).then(
    () => true,
    () => false,
  );
  const isConfirmed = isAsked && (await confirmWebhook(ctx, row)) === null;
  return { ...toWebhookView(row), isConfirmed, secret };
}

/** Asks an address whether it wants calls. Returns null where it does, otherwise what it responded, in a sentence. */
export async function confirmWebhook(ctx: AppContext, row: WebhookRow): Promise<string | null> {
  const problem = await challengeWebhook(ctx, requireWebhooks(ctx), row);
  if (problem === null) await updateRow(ctx.db, row.id, { unconfirmedSince: null });
  return problem;
}

/**
 * Counts one call of an address that a person has asked for: by them, by the owner, and by the host, which others may
 * have called, too. Throws `rate-limited`.
 */
export async function takeCall(ctx: Pick<AppContext, "limits" | "viewer">, row: WebhookRow): Promise<void> {
  // Another port is the same machine.
  const host = URL.parse(row.url)?.hostname ?? "";
  const keys = [`user:${requireViewer(ctx).id}`, `owner:${ownerOf(row)}`];
  for (const key of keys) {
    requireOk(await ctx.limits.take(`webhook-call:hour:${key}`, callRates.hour));
    requireOk(await ctx.limits.take(`webhook-call:${key}`, callRates.minute));
  }
  requireOk(await ctx.limits.take(`webhook-call:hour:host:${host}`, callRates.hostHour));
  requireOk(await ctx.limits.take(`webhook-call:host:${host}`, callRates.host));
}

/**
 * Updates a webhook; calls that wait for one that is switched off are not sent any more. Throws `authorization`,
 * `not-found`.
 */
export async function updateWebhook(
  ctx: AppContext,
  { webhook, events, isOn }: UpdateWebhookInput,
): Promise<WebhookView> {
  const before = await requireWebhook(ctx, webhook);
  const isSwitched = isOn !== undefined && isOn !== (before.disabledAt === null);
  const row = await updateRow(ctx.db, before.id, {
    ...(events !== undefined && { events: inOrder(events) }),
    ...(isSwitched && { disabledAt: isOn ? null : ctx.clock.now(), disabledReason: null }),
  });
  if (row === undefined) throw new AppError("not-found");
  if (isSwitched && !isOn) await ctx.deliveries.of(ownerOf(row)).forgetTarget(row.id);
  return toWebhookView(row);
}

/** Throws `authorization`, `not-found`, `conflict` where another one was made at the same time, `rate-limited`. */
export async function rollWebhookSecret(ctx: AppContext, { webhook }: WebhookInput): Promise<NewSecretView> {
  const row = await requireWebhook(ctx, webhook);
  await takeAttempt(ctx, row);
  const secret = newWebhookSecret();
  const secrets = rolledSecrets(await openSecrets(ctx, row), secret, ctx.clock.now());
  const sealed = await sealSecrets(ctx, row, secrets);
  if (!(await replaceWebhookSecret(ctx.db, row, sealed))) throw new AppError("conflict");
  return { ...toWebhookView(row), secret };
}

/** Ends what waits for it, and returns those that are left. Throws `authorization`, `not-found`. */
export async function removeWebhook(ctx: AppContext, { webhook }: WebhookInput): Promise<WebhookView[]> {
  const row = await requireWebhook(ctx, webhook);
  await deleteWebhook(ctx.db, row.id);
  await ctx.deliveries.of(ownerOf(row)).forgetTarget(row.id);
  return toViews(ctx, row);
}

/** The viewer's own, or of a stage that they manage. Throws `not-found` alike for another's and for none. */
export async function requireWebhook(
  ctx: Pick<AppContext, "connect" | "db" | "viewer">,
  id: string,
): Promise<WebhookRow> {
  requireWebhooks(ctx);
  const viewer = requireViewer(ctx);
  const row = await findWebhook(ctx.db, id);
  if (row === undefined || !(await isTheirs(ctx, row, viewer.id))) throw new AppError("not-found");
  return row;
}

async function isTheirs(
  ctx: Pick<AppContext, "db">,
  { userId, stageId }: WebhookOwner,
  viewer: string,
): Promise<boolean> {
  return stageId === null ? userId === viewer : isStageManager(ctx.db, stageId, viewer);
}

async function requireOwner(ctx: AppContext, stage: string | undefined): Promise<WebhookOwner> {
  requireWebhooks(ctx);
  if (stage === undefined) return { userId: requirePerformer(ctx).id, stageId: null };
  return { userId: null, stageId: (await requireManagedStage(ctx, stage)).id };
}

async function takeAttempt(ctx: Pick<AppContext, "limits">, owner: WebhookOwner): Promise<void> {
  requireOk(await ctx.limits.take(`webhook-change:${ownerOf(owner)}`, rate));
}

async function toViews(ctx: Pick<AppContext, "db">, owner: WebhookOwner): Promise<WebhookView[]> {
  return (await listRows(ctx.db, ownerOf(owner))).map(toWebhookView);
}

/** Each once. */
const inOrder = (events: readonly WebhookEvent[]): WebhookEvent[] =>
  webhookEvents.filter((event) => events.includes(event));

const toWebhookView = (row: WebhookRow): WebhookView => ({
  id: row.id,
  url: row.url,
  events: webhookEvents.filter((event) => row.events.includes(event)),
  isOn: row.disabledAt === null,
  offReason: row.disabledReason,
  isConfirmed: row.unconfirmedSince === null,
  createdAt: row.createdAt,
});
