import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { findUser, updateUser } from "#db/queries/accounts.ts";
import {
  type Credential,
  type CredentialOwner,
  findCredentialOf,
  replaceCredentials,
} from "#db/queries/media.ts";
import { requireOk } from "../../errors.ts";
import { requirePerformer, requireViewer } from "../accounts/guards.ts";
import { wearAwards } from "../people/worn-awards.server.ts";
import { findAir } from "./air.server.ts";
import { isAudible } from "./audible.ts";
import type {
  ConnectionView,
  DjTestView,
  EncoderReport,
  EncoderView,
  IcecastView,
  MountInput,
  PassTestInput,
  PerformerConnectionView,
  TestConnectionView,
} from "./contract/encoder.ts";
import { newMount, newPassword, newStreamId } from "./credentials.ts";
import { findReadableCredential } from "./own-credential.server.ts";
import { readStandby } from "./standby.server.ts";

/** What makes a new credential ends the one before, and asks the database and the gateway. */
export const newKeyRate = { max: 100, perMs: 3_600_000 } as const;
/** Each test gives whoever asks a source of their own. */
const newTestRate = { max: 20, perMs: 3_600_000 } as const;
/** A test credential is good for this long. */
const testLifeMs = 3_600_000;

/**
 * What the viewer's own encoder connects with; made on the first look. Throws `authorization`; `not-found` before
 * the test is passed.
 */
export async function openConnection(ctx: AppContext): Promise<PerformerConnectionView> {
  const viewer = requirePerformer(ctx);
  const owner = { kind: "performer", ownerId: viewer.id } as const;
  const credential =
    (await findCredentialOf(ctx.db, owner, ctx.clock.now())) ?? (await issueCredential(ctx, owner));
  return { ...toConnectionView(ctx, credential), private: credential.mount };
}

/** A new mount and password for the viewer; whatever plays on the old one ends within 5 s. Throws `rate-limited`. */
export async function resetConnection(ctx: AppContext): Promise<PerformerConnectionView> {
  const viewer = requirePerformer(ctx);
  requireOk(await ctx.limits.take(`new-key:${viewer.id}`, newKeyRate));
  const credential = await issueCredential(ctx, { kind: "performer", ownerId: viewer.id });
  return { ...toConnectionView(ctx, credential), private: credential.mount };
}

/**
 * Gives the owner a new mount and password and withdraws all that it had, with the source that plays on it. The
 * public stream id stays: links to the stream live on. No check of who is asking: callers guard.
 */
export async function issueCredential(
  ctx: AppContext,
  owner: CredentialOwner,
  options: { streamId?: string; expiresAt?: number } = {},
): Promise<Credential> {
  const now = ctx.clock.now();
  const last = await findCredentialOf(ctx.db, owner, now);
  const credential: Credential = {
    ...owner,
    mount: newMount(owner.kind),
    password: newPassword(),
    streamId: options.streamId ?? last?.streamId ?? newStreamId(),
    createdAt: now,
    expiresAt: options.expiresAt ?? null,
    completedAt: null,
  };
  await replaceAndRevoke(ctx, owner, credential, "reset");
  return credential;
}

/** Withdraws all that this owner could connect with, and ends what plays on it. Callers guard. */
export async function withdrawCredentials(
  ctx: AppContext,
  owner: CredentialOwner,
  reason: "ended" | "banned",
): Promise<void> {
  await replaceAndRevoke(ctx, owner, null, reason);
}

/**
 * The database first: from then on the old key is refused. A gateway that cannot be reached now finds the mount
 * unknown as soon as it is asked or reads it again, so its failure does not undo the change.
 */
async function replaceAndRevoke(
  ctx: AppContext,
  owner: CredentialOwner,
  next: Credential | null,
  reason: "reset" | "ended" | "banned",
): Promise<void> {
  const mounts = await replaceCredentials(ctx.db, owner, next);
  const revoked = await Promise.allSettled(mounts.map((mount) => ctx.media.revoke(mount, reason)));
  for (const result of revoked) {
    if (result.status === "rejected") ctx.log.error("mount-not-revoked", { reason: String(result.reason) });
  }
}

export function toConnectionView(ctx: AppContext, credential: Credential): ConnectionView {
  return {
    address: ctx.config.ingestHost,
    port: ctx.config.ingestPort,
    mount: credential.mount,
    password: credential.password,
  };
}

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

/**
 * What the server hears on a mount of the viewer's own, or of a stage that they manage; false for any other mount,
 * there or not.
 */
export async function checkMount(ctx: AppContext, input: MountInput): Promise<IcecastView> {
  return (await readEncoder(ctx, input)).encoder;
}

/**
 * The same, with where it is heard and how the last connection ended. Throws `rate-limited` for one who tries mounts.
 */
export async function reportEncoder(ctx: AppContext, input: MountInput): Promise<EncoderReport> {
  const { credential, heldBy, ...report } = await readEncoder(ctx, input);
  if (credential === undefined || credential.kind === "stage") return report;
  const { kind, ownerId, streamId } = credential;
  const soundCheckUntil = await ctx.media.soundCheck(ownerId, kind);
  if (kind === "test" || !report.encoder) return { ...report, soundCheckUntil };
  const [air, standby] = await Promise.all([
    findAir(ctx, { performerId: ownerId, streamId, heldBy }),
    heldBy === null ? readStandby(ctx, ownerId) : null,
  ]);
  return { ...report, soundCheckUntil, air, standby };
}

async function readEncoder(
  ctx: AppContext,
  input: MountInput,
): Promise<EncoderReport & { credential?: Credential; heldBy: string | null }> {
  const credential = await findReadableCredential(ctx, input.mount);
  const now = ctx.clock.now();
  if (credential === undefined) return { now, encoder: false, ended: null, heldBy: null };
  const mount = await ctx.media.mountStatus(credential.mount);
  const { isUnknown, ended, heldBy, refusedAt } = mount;
  const wrongPassword = refusedAt !== null && { refusedAt };
  if (!mount.isConnected)
    return { now, encoder: false, isUnknown, ended, ...wrongPassword, credential, heldBy };
  const heard: Pick<EncoderView, "status" | "testLevel"> =
    credential.kind === "test"
      ? await readTest(ctx, credential.mount)
      : { status: isAudible(mount, now) ? "audioDetected" : "connected", testLevel: null };
  const { codec, level, silentSince, connectedAt, quality } = mount;
  const encoder = { connected: true as const, ...heard, codec, level, silentSince, connectedAt, quality };
  return { now, encoder, ended: null, credential, heldBy };
}

async function readTest(ctx: AppContext, mount: string): Promise<Pick<EncoderView, "status" | "testLevel">> {
  const { status, level } = await ctx.media.testProgress(mount);
  return { status, testLevel: level };
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
