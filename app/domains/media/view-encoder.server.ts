import type { AppContext } from "#app/context.ts";
import type { Credential } from "#db/queries/media.ts";
import { findAir } from "./air.server.ts";
import { isAudible } from "./audible.ts";
import type { ConnectedEncoder, EncoderView, IcecastView, MountInput } from "./contract/encoder.ts";
import { findReadableCredential } from "./own-credential.server.ts";
import { readStandby } from "./standby.server.ts";

/**
 * What the server hears on a mount of the viewer, or of a stage that they manage; false for any other mount, existing
 * or not.
 */
export async function checkMount(ctx: AppContext, input: MountInput): Promise<IcecastView> {
  return (await readView(ctx, input)).encoder;
}

/**
 * The same, with where it is heard and how the last connection ended. Throws `rate-limited` for a user who guesses
 * mounts.
 */
export async function viewEncoder(ctx: AppContext, input: MountInput): Promise<EncoderView> {
  const { credential, heldBy, ...view } = await readView(ctx, input);
  if (credential === undefined || credential.kind === "stage") return view;
  const { kind, ownerId, streamId } = credential;
  const soundCheckUntil = await ctx.media.soundCheck(ownerId, kind);
  if (kind === "test" || !view.encoder) return { ...view, soundCheckUntil };
  const [air, standby] = await Promise.all([
    findAir(ctx, { performerId: ownerId, streamId, heldBy }),
    heldBy === null ? readStandby(ctx, ownerId) : null,
  ]);
  return { ...view, soundCheckUntil, air, standby };
}

async function readView(
  ctx: AppContext,
  input: MountInput,
): Promise<EncoderView & { credential?: Credential; heldBy: string | null }> {
  const credential = await findReadableCredential(ctx, input.mount);
  const now = ctx.clock.now();
  if (credential === undefined) return { now, encoder: false, ended: null, heldBy: null };
  const mount = await ctx.media.mountStatus(credential.mount);
  const { isUnknown, ended, heldBy, refusedAt } = mount;
  const wrongPassword = refusedAt !== null && { refusedAt };
  if (!mount.isConnected)
    return { now, encoder: false, isUnknown, ended, ...wrongPassword, credential, heldBy };
  const heard: Pick<ConnectedEncoder, "status" | "testLevel"> =
    credential.kind === "test"
      ? await readTest(ctx, credential.mount)
      : { status: isAudible(mount, now) ? "audioDetected" : "connected", testLevel: null };
  const { codec, level, silentSince, connectedAt, quality } = mount;
  const encoder = { connected: true as const, ...heard, codec, level, silentSince, connectedAt, quality };
  return { now, encoder, ended: null, credential, heldBy };
}

export async function readTest(
  ctx: AppContext,
  mount: string,
): Promise<Pick<ConnectedEncoder, "status" | "testLevel">> {
  const { status, level } = await ctx.media.testProgress(mount);
  return { status, testLevel: level };
}
