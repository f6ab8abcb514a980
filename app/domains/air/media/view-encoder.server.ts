import type { AppContext, MountStatus } from "#app/context.ts";
import { listReferenceNames } from "#app/domains/music/recognition/queries/heard.ts";
import { findAir } from "./air.server.ts";
import { isAudible } from "./audible.ts";
import type { ConnectedEncoder, EncoderView, IcecastView, MountInput } from "./contract/encoder.ts";
import { findReadableCredential } from "./own-credential.server.ts";
import type { Credential } from "./queries/media.ts";
import { readStandby } from "./standby.server.ts";

/**
 * Returns what the server hears on a mount of the viewer, or of a stage that they manage; false for any other mount,
 * existing or not.
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
    readStandby(ctx, ownerId),
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
  const tracks = await readHeard(ctx, mount);
  const encoder = {
    connected: true as const,
    ...heard,
    codec,
    level,
    silentSince,
    connectedAt,
    quality,
    ...(tracks.length > 0 && { heard: tracks }),
  };
  return { now, encoder, ended: null, credential, heldBy };
}

/** Returns what the ear hears now, also what is not sure enough for listeners. */
async function readHeard(
  ctx: Pick<AppContext, "db">,
  { heard }: MountStatus,
): Promise<NonNullable<ConnectedEncoder["heard"]>> {
  const lines = heard?.filter(({ isOver }) => !isOver) ?? [];
  if (lines.length === 0) return [];
  const rows = await listReferenceNames(
    ctx.db,
    lines.map(({ reference }) => reference),
  );
  const names = new Map(rows.map((row) => [row.id, row]));
  return lines
    .toSorted((a, b) => b.share - a.share)
    .flatMap(({ reference, certainty }) => {
      const named = names.get(reference);
      if (named === undefined || named.title === "") return [];
      return [{ artist: named.artists.join(", "), title: named.title, certainty }];
    });
}

export async function readTest(
  ctx: Pick<AppContext, "media">,
  mount: string,
): Promise<Pick<ConnectedEncoder, "status" | "testLevel">> {
  const { status, level } = await ctx.media.testProgress(mount);
  return { status, testLevel: level };
}
