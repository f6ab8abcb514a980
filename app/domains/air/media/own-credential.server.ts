import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { requireOk } from "#app/errors.ts";
import { isStageManager } from "../stages/queries/stages.ts";
import { type Credential, findCredential } from "./queries/media.ts";

/** Requests for other people's mounts are guesses, and are limited here. */
const guessRate = { max: 60, perMs: 60_000 } as const;

/**
 * Returns the credential of a mount whose encoder the viewer may read about: their own, that of their test, or that of
 * a stage that they manage; undefined for any other mount, existing or not. Throws `rate-limited` for a user who
 * guesses mounts.
 */
export async function findReadableCredential(
  ctx: Pick<AppContext, "db" | "limits" | "viewer">,
  mount: string,
): Promise<Credential | undefined> {
  const viewer = requireViewer(ctx);
  const credential = await findCredential(ctx.db, mount.replace(/^\//, ""));
  if (credential !== undefined && (await isReadableBy(ctx, credential, viewer.id))) return credential;
  requireOk(await ctx.limits.take(`mount:${viewer.id}`, guessRate));
  return undefined;
}

/**
 * Returns the same as `findReadableCredential`, without those of stages: mounts that the viewer alone may switch or
 * listen to.
 */
export async function findOwnCredential(
  ctx: Pick<AppContext, "db" | "limits" | "viewer">,
  mount: string,
): Promise<Credential | undefined> {
  const credential = await findReadableCredential(ctx, mount);
  return credential?.kind === "stage" ? undefined : credential;
}

async function isReadableBy(
  ctx: Pick<AppContext, "db">,
  { kind, ownerId }: Credential,
  userId: string,
): Promise<boolean> {
  return kind === "stage" ? isStageManager(ctx.db, ownerId, userId) : ownerId === userId;
}
