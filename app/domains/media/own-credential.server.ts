import type { AppContext } from "#app/context.ts";
import { type Credential, findCredential } from "#db/queries/media.ts";
import { requireOk, requireViewer } from "../accounts/guards.ts";

/** Asking for mounts that are not one's own is guessing, and ends here. */
const guessRate = { max: 60, perMs: 60_000 } as const;

/**
 * Returns the credential of a mount of the viewer's own, their performer's or that of their test; undefined for any
 * other mount, there or not. Throws `rate-limited` for one who tries mounts.
 */
export async function findOwnCredential(ctx: AppContext, mount: string): Promise<Credential | undefined> {
  const viewer = requireViewer(ctx);
  const credential = await findCredential(ctx.db, mount.replace(/^\//, ""));
  if (credential !== undefined && credential.kind !== "stage" && credential.ownerId === viewer.id)
    return credential;
  requireOk(await ctx.limits.take(`mount:${viewer.id}`, guessRate));
  return undefined;
}
