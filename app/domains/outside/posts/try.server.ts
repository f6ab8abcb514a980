/** Shows owners what would be posted, posts it as a test, and lists what was posted. */
import type { AppContext } from "#app/context.ts";
import type { DeliveryRecord } from "#app/domains/people/deliveries/port.ts";
import { partyNames } from "#app/domains/people/integrations/elsewhere.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { buildPost, countPost, shownPost } from "./build.ts";
import { ownerPathOf, voiceOf } from "./compose.server.ts";
import type {
  PostPreviewView,
  PostRecordInput,
  PostRecordPageView,
  PostRecordView,
  PostTargetInput,
  PreviewPostInput,
} from "./contract.ts";
import { exampleFacts, type PostKind, templateOf } from "./default-texts.ts";
import { type OwnTarget, requireOwner, requireOwnTarget } from "./targets.server.ts";
import { templateProblem } from "./template.ts";

/** Tests are real posts, and X has a price for each. */
const testRate = { max: 6, perMs: 3_600_000 } as const;
const pageSize = 20;

/** Returns the post about an example set. Throws `authorization`, `not-found`, `post-text`. */
export async function previewPost(
  ctx: AppContext,
  { target, text, kind }: PreviewPostInput,
): Promise<PostPreviewView> {
  const own = await requireOwnTarget(ctx, { target });
  const message = templateProblem(text);
  if (message !== null) throw new AppError("post-text", { message });
  const { limit } = own.service;
  const { template, facts, link } = exampleOf(ctx, own, { kind, own: text });
  return {
    text: shownPost(buildPost({ template, facts, link, limit }), limit),
    count: countPost({ template, facts, hasLink: link !== null, limit }),
    max: limit.max,
  };
}

function exampleOf(
  ctx: Pick<AppContext, "clock">,
  { row, owner, connection }: OwnTarget,
  text: { kind: PostKind; own: string },
) {
  const facts = exampleFacts({ owner: owner.kind, name: owner.name, now: ctx.clock.now() });
  const template = templateOf(voiceOf(row), text.kind, { own: text.own, facts });
  return { template, facts, link: row.hasLink ? `${connection.origin}${ownerPathOf(owner)}` : null };
}

/**
 * Really posts the text for going live, with the example set, marked as a test. Returns it with its outcome. Throws
 * `authorization`, `not-found`, `post-target-refused`, `rate-limited`.
 */
export async function testTarget(ctx: AppContext, input: PostTargetInput): Promise<PostRecordView> {
  const own = await requireOwnTarget(ctx, input);
  const { row, path, service } = own;
  if (row.refusedAt !== null) {
    const message = `${partyNames[row.party]} no longer gives Cue access. Link your account again first.`;
    throw new AppError("post-target-refused", { message });
  }
  requireOk(await ctx.limits.take(`post-test:${path}`, testRate));
  const { template, facts, link } = exampleOf(ctx, own, { kind: "live", own: row.liveText });
  const marked = `${testMark(ctx.clock.now())} ${template}`;
  const { text } = buildPost({ template: marked, facts, link, limit: service.limit });
  const record = await ctx.deliveries.of(path).test({ kind: "post", target: row.id, text });
  return toPostRecordView(record);
}

/** Returns the mark of a test, with the second, because services refuse the same text twice. */
const testMark = (now: number): string => `Test at ${new Date(now).toISOString().slice(11, 19)} UTC:`;

/**
 * Lists the posts of one target, or of all of the viewer or of a stage that they manage. Throws `authorization`,
 * `not-found`.
 */
export async function listPosts(
  ctx: AppContext,
  { target, stage, before }: PostRecordInput,
): Promise<PostRecordPageView> {
  const path =
    target === undefined
      ? await requireOwner(ctx, { stage })
      : (await requireOwnTarget(ctx, { target })).path;
  const query = { kind: "post" as const, target, before, limit: pageSize + 1 };
  const records = await ctx.deliveries.of(path).list(query);
  const shown = records.slice(0, pageSize);
  return {
    posts: shown.map(toPostRecordView),
    next: records.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  };
}

const toPostRecordView = (record: DeliveryRecord): PostRecordView => ({
  id: record.id,
  target: record.target,
  about: record.about,
  text: record.text,
  status: record.status,
  attempts: record.attempts,
  nextTryAt: record.nextTryAt,
  url: record.url,
  details: record.details,
  createdAt: record.createdAt,
  changedAt: record.changedAt,
});
