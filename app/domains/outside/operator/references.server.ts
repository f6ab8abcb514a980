/** References that the ear compares a performer's sound with, for `npm run admin -- recognise`. */
import type { AppContext } from "#app/context.ts";
import { removeReference } from "#app/domains/air/tracklists/harvest/remove.server.ts";
import { findEvidence } from "#app/domains/air/tracklists/queries/tracklists.ts";
import { listCrateReferences, listNamedTonight } from "#app/domains/music/recognition/queries/references.ts";
import { AppError } from "#app/errors.ts";
import type {
  ReferenceCommand,
  ReferencesAnswer,
  ReferencesCommand,
  RemovedReferenceAnswer,
} from "./contract/recognition.ts";
import { requireNamed } from "./named-user.server.ts";

/** Number of references in one part, with about 60 kB of peaks each. */
const atOnce = 25;
const tonightMs = 24 * 3_600_000;

/** The performer's own files, and everything named tonight. Throws `not-found`. */
export async function listReferences(
  ctx: Pick<AppContext, "clock" | "db" | "referencePeaks">,
  input: ReferencesCommand,
): Promise<ReferencesAnswer> {
  const user = await requireNamed(ctx, input.user);
  const { from = 0 } = input;
  const now = ctx.clock.now();
  const [own, named] = await Promise.all([
    listCrateReferences(ctx.db, user.id),
    listNamedTonight(ctx.db, { since: now - tonightMs, now }),
  ]);
  const ids = new Set(own.map(({ id }) => id));
  const once = own.filter(({ sameAs }) => sameAs === null || !ids.has(sameAs));
  const known = new Set(once.map(({ id, sameAs }) => sameAs ?? id));
  const all = [...once, ...named.filter(({ id }) => !known.has(id))];
  const part = all.slice(from, from + atOnce);
  const peaks = await ctx.referencePeaks.read(part.map(({ id }) => id));
  return {
    references: part.flatMap(({ id, artists, title }) => {
      const bytes = peaks.get(id);
      return bytes === undefined ? [] : [{ id, artists, title, peaks: toBase64(bytes) }];
    }),
    next: from + atOnce < all.length ? from + atOnce : null,
  };
}

/**
 * Removes what the ear knows a track by, because it is not that track: it names nothing any more, and what it has named
 * loses its name. Throws `not-found`, also for a file of a performer, which is theirs.
 */
export async function removeWrongReference(
  ctx: AppContext,
  { reference }: ReferenceCommand,
): Promise<RemovedReferenceAnswer> {
  const id = (await findEvidence(ctx.db, reference))?.referenceId ?? reference;
  if (!(await removeReference(ctx, id))) throw new AppError("not-found");
  ctx.log.info("reference-removed", { reference: id });
  return { reference: id };
}

/** A character at a time: of all bytes at once there are too many arguments. */
const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
