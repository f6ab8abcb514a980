/** The key of a wallet and the encrypted backup of its phrase. The phrase stays on the page. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { mailOwner, requireRate } from "#app/domains/people/accounts/rates.server.ts";
import { requireOwner } from "#app/domains/people/accounts/security/owner.server.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { AppError, requireOk } from "#app/errors.ts";
import type {
  AddressView,
  GenerateKeysInput,
  GetAddressInput,
  KeyView,
  SecretView,
  StoredView,
  StoreSecretInput,
} from "./contract/keys.ts";
import { readEnvelope } from "./keys/envelope-form.ts";
import { keyRates } from "./keys/key-rates.ts";
import { backupDeletedMail } from "./keys/mails.ts";
import { readPhrase, splitWords } from "./keys/phrase.ts";
import { isFresh, proofText, type Signed, verifySigned } from "./keys/signed.ts";
import { addressOf, walletKeyOf } from "./keys/wallet-key.ts";
import { isAddressTaken } from "./queries/wallet-keys.ts";
import { findWalletOf } from "./queries/wallets.ts";
import { fillSync } from "./sync.server.ts";
import { ensureWallet, walletOf } from "./wallet-of.server.ts";

/**
 * Gives the wallet its key; again with the same key, the same answer. Throws `phrase-wrong`, `proof-wrong`,
 * `wallet-key-set` where there is another key, `bad-input` without a key and a phrase, `rate-limited`.
 */
export async function generateKeys(ctx: AppContext, input: GenerateKeysInput): Promise<KeyView> {
  const viewer = requireViewer(ctx);
  await requireRate(ctx, `wallet-keys:${viewer.id}`, keyRates.generate);
  const publicKey = await publicKeyOf(ctx, viewer.id, input);
  const { row, live } = await ensureWallet(ctx, viewer.id);
  const address = await requireFree(ctx, row.id, publicKey);
  requireOk(await live.setKey({ wallet: row.id, publicKey }));
  ctx.log.info("wallet-key-set", { user: viewer.id });
  return { address, publicKey };
}

async function publicKeyOf(
  ctx: Pick<AppContext, "clock">,
  userId: string,
  { mnemonic, publicKey, proof }: GenerateKeysInput,
): Promise<string> {
  if (typeof publicKey === "string" && proof) {
    await requireProof(ctx, userId, { publicKey, proof });
    return publicKey;
  }
  if (typeof mnemonic !== "string") throw new AppError("bad-input");
  const phrase = readPhrase(splitWords(mnemonic));
  if (!phrase.ok) throw new AppError("phrase-wrong");
  return (await walletKeyOf(phrase.entropy)).publicKey;
}

/** Throws `proof-wrong` where the sender of a public key has not shown that they have its secret. */
export async function requireProof(
  ctx: Pick<AppContext, "clock">,
  userId: string,
  { publicKey, proof }: { publicKey: string; proof: Signed },
): Promise<void> {
  const isRight =
    isFresh(proof.at, ctx.clock.now()) &&
    (await verifySigned(publicKey, proofText(userId, proof.at), proof.signature));
  if (!isRight) throw new AppError("proof-wrong");
}

/** The address of a key that no other wallet has. Throws `wallet-key-set`. */
export async function requireFree(ctx: AppContext, wallet: string, publicKey: string): Promise<string> {
  const address = addressOf(publicKey);
  if (await isAddressTaken(ctx.db, { id: wallet, address }))
    throw new AppError("wallet-key-set", {
      message: "Another wallet already uses this phrase. Create a new one.",
    });
  return address;
}

/** The public key and the address of a person, or nulls. Throws `not-found` as profiles do. */
export async function getAddress(ctx: AppContext, input: GetAddressInput): Promise<AddressView> {
  const viewer = requireViewer(ctx);
  await requireRate(ctx, `wallet-address:${viewer.id}`, keyRates.address);
  const user = input.user ?? viewer.id;
  if (user !== viewer.id) {
    await getPerson(ctx, user);
    const row = await findWalletOf(ctx.db, user);
    return { user, address: row?.address ?? null, publicKey: row?.publicKey ?? null };
  }
  const publicKey = (await (await walletOf(ctx, user))?.live.keys())?.publicKey ?? null;
  return { user, address: publicKey === null ? null : addressOf(publicKey), publicKey };
}

/**
 * Stores an encrypted backup, or with `sync` what another device is to receive. Throws `secret-not-sealed` for anything
 * but the form of an encrypted backup of this wallet, `secret-conflict`, `sync-over`, `rate-limited`.
 */
export async function storeSecret(ctx: AppContext, input: StoreSecretInput): Promise<StoredView> {
  const viewer = requireViewer(ctx);
  await requireRate(ctx, `wallet-backup:${viewer.id}`, keyRates.store);
  if (input.sync || input.tag) return fillSync(ctx, input);
  const envelope = readEnvelope(input.secret);
  const wallet = await walletOf(ctx, viewer.id);
  if (envelope === null || envelope.account !== viewer.id || envelope.wallet !== wallet?.row.id)
    throw new AppError("secret-not-sealed");
  const ways = [...new Set(envelope.locks.map(({ kind }) => kind))];
  const { version } = envelope;
  const stored = await wallet.live.storeBackup({
    secret: input.secret,
    ways,
    version,
    after: input.version ?? null,
  });
  requireOk(stored);
  if (!stored.ok) throw new AppError(stored.code);
  return { version: stored.version, updatedAt: stored.updatedAt };
}

/** The encrypted backup, or null. Throws `rate-limited`. */
export async function getSecret(ctx: AppContext): Promise<SecretView> {
  const viewer = requireViewer(ctx);
  await requireRate(ctx, `wallet-backup-read:${viewer.id}`, keyRates.read);
  return (await (await walletOf(ctx, viewer.id))?.live.backup()) ?? null;
}

/** Deletes the backup and ends an open sync; the key and the tokens stay. The owner is told by email. */
export async function deleteSecret(ctx: AppContext): Promise<true> {
  const user = await requireOwner(ctx);
  await requireRate(ctx, `wallet-backup-delete:${user.id}`, keyRates.store);
  const wallet = await walletOf(ctx, user.id);
  if (wallet !== null && (await wallet.live.deleteBackup())) {
    const mail = backupDeletedMail(user, tokensPage(ctx));
    ctx.afterAnswer("backup-deleted-mail", () => mailOwner(ctx, user, mail));
    ctx.log.info("wallet-backup-deleted", { user: user.id });
  }
  return true;
}

/** Returns the page that emails about the keys lead to. */
export const tokensPage = (ctx: AppContext): string => `${ctx.config.origin}/tokens`;
