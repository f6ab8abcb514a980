import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { findUser, updateUser } from "#app/domains/people/accounts/queries/accounts.ts";
import { wearAwards } from "#app/domains/people/people/worn-awards.server.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { issueCredential, toConnectionView, withdrawCredentials } from "./connections.server.ts";
import type { DjTestView, PassTestInput, TestConnectionView } from "./contract/encoder.ts";
import { newStreamId } from "./credentials.ts";
import { adoptTestCredential, type Credential, findCredentialOf } from "./queries/media.ts";
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
 * throws `no-test`. The mount of the test is theirs from then on: their encoder stays connected, and only they hear it.
 * They are asked who may hear their recordings, and until they answer no one else may. A user who has passed before only
 * changes the kind; their test goes on until they end it.
 */
export async function passTest(ctx: AppContext, input: PassTestInput): Promise<DjTestView> {
  const viewer = requireViewer(ctx);
  if (!viewer.hasPassedTest) {
    const { status } = await checkTest(ctx);
    if (status !== "completed") throw new AppError("no-test");
    await keepTestMount(ctx, viewer.id);
  }
  await makePerformer(ctx, viewer.id, input.type);
  if (!viewer.hasPassedTest)
    await updateUser(ctx.db, viewer.id, { replayVisibility: "me", isReplayChoiceOpen: true });
  return { djTest: true, status: "completed" };
}

/** Callers guard. The gateway is told after the database, so that the encoder is never on air in between. */
async function keepTestMount(ctx: AppContext, ownerId: string): Promise<void> {
  const now = ctx.clock.now();
  const test = await findCredentialOf(ctx.db, { kind: "test", ownerId }, now);
  if (test === undefined || !(await adoptTestCredential(ctx.db, test.mount, now))) return;
  try {
    await ctx.media.adoptTest(test.mount);
  } catch (error) {
    // To the gateway it is a test's until then, which nobody hears.
    ctx.log.error("test-not-adopted", { reason: String(error) });
  }
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
