/** One-time codes of an authenticator app, and the recovery codes for when it is lost. */
import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { recoveryCodes, secondFactors } from "#db/schema/index.ts";

export type SecondFactorRow = typeof secondFactors.$inferSelect;

export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactorRow | undefined> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return row;
}

/** Stores a secret that is not confirmed yet, in place of another such. False where one is already confirmed. */
export async function offerSecondFactor(
  db: Db,
  offer: Pick<SecondFactorRow, "userId" | "sealedSecret" | "createdAt">,
): Promise<boolean> {
  const kept = await db
    .insert(secondFactors)
    .values(offer)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { sealedSecret: offer.sealedSecret, createdAt: offer.createdAt, lastStep: 0 },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  return kept.length === 1;
}

/** Turns on the secret that `factor` was read with; false where another one was offered or confirmed meanwhile. */
export async function confirmSecondFactor(
  db: Db,
  factor: SecondFactorRow,
  confirmed: { confirmedAt: number; lastStep: number },
): Promise<boolean> {
  const changed = await db
    .update(secondFactors)
    .set(confirmed)
    .where(
      and(
        eq(secondFactors.userId, factor.userId),
        eq(secondFactors.sealedSecret, factor.sealedSecret),
        isNull(secondFactors.confirmedAt),
      ),
    )
    .returning({ userId: secondFactors.userId });
  return changed.length === 1;
}

/** Accepts the code of a time step. False where this or a later one was accepted before: no code counts twice. */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const taken = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondFactors.userId, userId),
        isNotNull(secondFactors.confirmedAt),
        lt(secondFactors.lastStep, step),
      ),
    )
    .returning({ userId: secondFactors.userId });
  return taken.length === 1;
}

export async function replaceRecoveryCodes(db: Db, userId: string, codeHashes: string[]): Promise<void> {
  await db.batch([
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash }))),
  ]);
}

export function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/** Uses a recovery code up. Returns true only once. */
export async function takeRecoveryCode(
  db: Db,
  code: { userId: string; codeHash: string; now: number },
): Promise<boolean> {
  const taken = await db
    .update(recoveryCodes)
    .set({ usedAt: code.now })
    .where(
      and(
        eq(recoveryCodes.userId, code.userId),
        eq(recoveryCodes.codeHash, code.codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return taken.length === 1;
}

export async function deleteSecondFactor(db: Db, userId: string): Promise<void> {
  await db.batch([
    db.delete(secondFactors).where(eq(secondFactors.userId, userId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
  ]);
}
