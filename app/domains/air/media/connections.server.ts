import type { AppContext } from "#app/context.ts";
import { requirePerformer } from "#app/domains/people/accounts/guards.ts";
import { requireOk } from "#app/errors.ts";
import type { ConnectionView, PerformerConnectionView } from "./contract/encoder.ts";
import { newMount, newPassword, newStreamId } from "./credentials.ts";
import {
  type Credential,
  type CredentialOwner,
  findCredentialOf,
  replaceCredentials,
} from "./queries/media.ts";

/** A new credential ends the one before, and costs calls to the database and the gateway. */
export const newKeyRate = { max: 100, perMs: 3_600_000 } as const;

/**
 * The connection settings of the viewer's own encoder; created on the first call. Throws `authorization`; `not-found`
 * before the test is passed.
 */
export async function openConnection(ctx: AppContext): Promise<PerformerConnectionView> {
  const viewer = requirePerformer(ctx);
  const owner = { kind: "performer", ownerId: viewer.id } as const;
  const now = ctx.clock.now();
  const credential =
    (await findCredentialOf(ctx.db, owner, now)) ??
    // A replica may not have it yet, and a new one would end it.
    (await findCredentialOf(ctx.primaryDb, owner, now)) ??
    (await issueCredential(ctx, owner));
  return { ...toConnectionView(ctx, credential), private: credential.mount };
}

/** Creates a new mount and password for the viewer; a source on the old one ends within 5 s. Throws `rate-limited`. */
export async function resetConnection(ctx: AppContext): Promise<PerformerConnectionView> {
  const viewer = requirePerformer(ctx);
  requireOk(await ctx.limits.take(`new-key:${viewer.id}`, newKeyRate));
  const credential = await issueCredential(ctx, { kind: "performer", ownerId: viewer.id });
  return { ...toConnectionView(ctx, credential), private: credential.mount };
}

/**
 * Gives the owner a new mount and password and revokes all previous ones, ending their source. The public stream id
 * stays: links to the stream keep working. Does not check the caller: callers guard.
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
  if (last === undefined && owner.kind !== "stage") await makeProfileRoom(ctx, owner.ownerId);
  return credential;
}

/**
 * The first call of a room decides where it is: near the performer who asks for a mount, not near whoever visits them
 * first. Where it cannot be reached now, the performer's next call makes it.
 */
async function makeProfileRoom(ctx: Pick<AppContext, "log" | "rooms">, userId: string): Promise<void> {
  await ctx.rooms
    .profile(userId)
    .refresh()
    .catch((error: unknown) => ctx.log.warn("room-not-made", { profile: userId, reason: String(error) }));
}

/** Revokes all of this owner's credentials, and ends their sources. Callers guard. */
export async function withdrawCredentials(
  ctx: Pick<AppContext, "db" | "log" | "media">,
  owner: CredentialOwner,
  reason: "ended" | "banned",
): Promise<void> {
  await replaceAndRevoke(ctx, owner, null, reason);
}

/**
 * The database first: from then on the old password is refused. A gateway that cannot be reached now will find the
 * mount unknown when it next reads it, so its failure does not undo the change.
 */
async function replaceAndRevoke(
  ctx: Pick<AppContext, "db" | "log" | "media">,
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

export function toConnectionView(ctx: Pick<AppContext, "config">, credential: Credential): ConnectionView {
  return {
    address: ctx.config.ingestHost,
    port: ctx.config.ingestPort,
    mount: credential.mount,
    password: credential.password,
  };
}
