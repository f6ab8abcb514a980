/** The account of a person at a service to which their posts go: one of each. */
import * as z from "zod/mini";
import type { AppContext } from "#app/context.ts";
import {
  type AccountParty,
  deletePostTarget,
  findPostAccount,
  type PostTarget,
  savePostAccount,
} from "#db/queries/post-settings.ts";
import { requireViewer } from "../accounts/guards.ts";
import { readJson } from "./http.ts";
import { tokenPurpose } from "./token-purpose.ts";

/** Ends our access at the service, as far as it can be reached. */
export type Revoke = (ctx: AppContext, target: PostTarget) => Promise<void>;

/** The viewer's account; undefined where none is linked, or where the service is switched off. Throws `authorization`. */
export async function findOwnPostAccount(
  ctx: AppContext,
  party: AccountParty,
): Promise<PostTarget | undefined> {
  const { id } = requireViewer(ctx);
  return ctx.connect(party) === null ? undefined : findPostAccount(ctx.db, id, party);
}

/** Links the viewer's account; one that was linked before is unlinked there. */
export async function linkPostAccount(
  ctx: AppContext,
  { party, name, host, secret }: Pick<PostTarget, "name" | "host"> & { party: AccountParty; secret: unknown },
  revoke: Revoke,
): Promise<void> {
  const { id: userId } = requireViewer(ctx);
  const before = await findPostAccount(ctx.db, userId, party);
  const sealed = await ctx.vault.seal(JSON.stringify(secret), tokenPurpose(party, userId));
  await savePostAccount(ctx.db, {
    id: before?.id ?? ctx.ids.next(),
    userId,
    party,
    name,
    host,
    secret: sealed,
    linkedAt: ctx.clock.now(),
  });
  if (before !== undefined) await revoke(ctx, before);
}

/** Deletes the viewer's account here, ends what waits for it, and ends our access there. */
export async function unlinkPostAccount(ctx: AppContext, party: AccountParty, revoke: Revoke): Promise<void> {
  const { id: userId } = requireViewer(ctx);
  const target = await findPostAccount(ctx.db, userId, party);
  if (target === undefined) return;
  await deletePostTarget(ctx.db, target.id);
  await ctx.deliveries.of(`user/${userId}`).forgetTarget(target.id);
  await revoke(ctx, target);
}

/** What is kept of a linked account; null where it cannot be opened any more. */
export async function openPostSecret<Schema extends z.ZodMiniType>(
  ctx: Pick<AppContext, "vault">,
  { party, userId, secret }: Pick<PostTarget, "party" | "userId" | "secret">,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  try {
    const text = await ctx.vault.open(secret, tokenPurpose(party, userId ?? ""));
    return z.safeParse(schema, readJson(text)).data ?? null;
  } catch {
    return null;
  }
}
