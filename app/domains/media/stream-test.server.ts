import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { findUser, updateUser } from "#db/queries/accounts.ts";
import { type Credential, findCredentialOf } from "#db/queries/media.ts";
import { requireViewer } from "../accounts/guards.ts";
import { wearAwards } from "../people/worn-awards.server.ts";
import { issueCredential, toConnectionView, withdrawCredentials } from "./connections.server.ts";
import type { DjTestView, PassTestInput, TestConnectionView } from "./contract/encoder.ts";
import { newStreamId } from "./credentials.ts";
import { readTest } from "./view-encoder.server.ts";

/** Each test creates a mount for the caller. */
const newTestRate = { max: 20, perMs: 3_600_000 } as const;

/** A test credential is valid for this long. */
const testLifeMs = 3_600_000;

/**
 * Creates a mount and password for one stream test of the viewer, valid for an hour; ends an earlier test. Throws
 * `rate-limited`.
 */
export async function startTest(ctx: AppContext): Promise<TestConnectionView> {
  const viewer = requireViewer(ctx);
  requireOk(await ctx.limits.take(`stream-test:${viewer.id}`, newTestRate));
  const expiresAt = ctx.clock.now() + testLifeMs;
  const owner = { kind: "test", ownerId: viewer.id } as const;
  const credential = await issueCredential(ctx, owner, { streamId: newStreamId(), expiresAt });
  return { ...toConnectionView(ctx, credential), url: credential.mount, expiresAt };
}

/** Ends the viewer's test; without one this does nothing. */
export async function endTest(ctx: AppContext): Promise<void> {
  const viewer = requireViewer(ctx);
  await withdrawCredentials(ctx, { kind: "test", ownerId: viewer.id }, "ended");
}

/** The progress of the viewer's own test. */
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
 * Makes the viewer a performer of this kind. The server itself knows whether the test was passed: without it this
 * throws `no-test`. A user who has passed before only changes the kind.
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

/** Sets the flags of a performer and creates the credential to broadcast with. Callers guard. */
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
