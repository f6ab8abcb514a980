import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { findUser, updateUser } from "#db/queries/accounts.ts";
import { type Credential, findCredentialOf } from "#db/queries/media.ts";
import { requireViewer } from "../accounts/guards.ts";
import { wearAwards } from "../people/worn-awards.server.ts";
import { issueCredential, toConnectionView, withdrawCredentials } from "./connections.server.ts";
import type { DjTestView, PassTestInput, TestConnectionView } from "./contract/encoder.ts";
import { newStreamId } from "./credentials.ts";
import { readTest } from "./report-encoder.server.ts";

/** Each test gives the caller a source of their own. */
const newTestRate = { max: 20, perMs: 3_600_000 } as const;

/** A test credential is good for this long. */
const testLifeMs = 3_600_000;

/** A mount and password of the viewer's own for one stream test, good for an hour; a test before it ends. Throws `rate-limited`. */
export async function startTest(ctx: AppContext): Promise<TestConnectionView> {
  const viewer = requireViewer(ctx);
  requireOk(await ctx.limits.take(`stream-test:${viewer.id}`, newTestRate));
  const expiresAt = ctx.clock.now() + testLifeMs;
  const owner = { kind: "test", ownerId: viewer.id } as const;
  const credential = await issueCredential(ctx, owner, { streamId: newStreamId(), expiresAt });
  return { ...toConnectionView(ctx, credential), url: credential.mount, expiresAt };
}

/** Ends the viewer's test; ending none is no error. */
export async function endTest(ctx: AppContext): Promise<void> {
  const viewer = requireViewer(ctx);
  await withdrawCredentials(ctx, { kind: "test", ownerId: viewer.id }, "ended");
}

/** How far the viewer's own test has come. */
export async function checkTest(ctx: AppContext): Promise<DjTestView> {
  const viewer = requireViewer(ctx);
  if (viewer.hasPassedTest) return { djTest: true, status: "completed" };
  const owner = { kind: "test", ownerId: viewer.id } as const;
  const credential = await findCredentialOf(ctx.db, owner, ctx.clock.now());
  if (credential === undefined) return { djTest: false, status: null };
  if (credential.completedAt !== null) return { djTest: false, status: "completed" };
  const { status } = await readTest(ctx, credential.mount);
  return { djTest: false, status };
}

/**
 * Makes the viewer a performer of this kind. Whether the test was passed is the server's own knowledge: without it
 * this throws `no-test`. One who has passed before only changes the kind.
 */
export async function passTest(ctx: AppContext, input: PassTestInput): Promise<DjTestView> {
  const viewer = requireViewer(ctx);
  if (!viewer.hasPassedTest) {
    const { status } = await checkTest(ctx);
    if (status !== "completed") throw new AppError("no-test");
  }
  await makePerformer(ctx, viewer.id, input.type);
  await withdrawCredentials(ctx, { kind: "test", ownerId: viewer.id }, "ended");
  return { djTest: true, status: "completed" };
}

/** Sets the flags of a performer and sees that there is something to broadcast with. Callers guard. */
export async function makePerformer(
  ctx: AppContext,
  userId: string,
  type: PassTestInput["type"],
): Promise<Credential> {
  if ((await findUser(ctx.db, userId)) === undefined) throw new AppError("not-found");
  await updateUser(ctx.db, userId, { isPerformer: true, hasPassedTest: true, performerType: type });
  await wearAwards(ctx, userId);
  const owner = { kind: "performer", ownerId: userId } as const;
  return (await findCredentialOf(ctx.db, owner, ctx.clock.now())) ?? issueCredential(ctx, owner);
}
