/** The devices that may tip with a key of their own, and what else takes a signature of the wallet's key. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import type { UserRow } from "#app/domains/people/accounts/queries/accounts.ts";
import { mailOwner, requireRate } from "#app/domains/people/accounts/rates.server.ts";
import { nameDevice } from "#app/domains/people/accounts/security/device-name.server.ts";
import { requireOwner } from "#app/domains/people/accounts/security/owner.server.ts";
import { AppError, requireOk } from "#app/errors.ts";
import type {
  AddTipDeviceInput,
  KeysView,
  NewKeyInput,
  OnlyDevicesInput,
  RemoveTipDeviceInput,
  TipDeviceView,
} from "./contract/keys.ts";
import { keyRates } from "./keys/key-rates.ts";
import { changeDoneMail, changeStartedMail } from "./keys/mails.ts";
import { addressOf } from "./keys/wallet-key.ts";
import { requireFree, requireProof, tokensPage } from "./keys.server.ts";
import type { KeyChange } from "./port.ts";
import { walletOf } from "./wallet-of.server.ts";

/** The keys of the viewer's wallet, also before it has any. Throws `authorization`. */
export async function getKeys(ctx: AppContext): Promise<KeysView> {
  const { id: user } = requireViewer(ctx);
  const now = ctx.clock.now();
  const wallet = await walletOf(ctx, user);
  if (wallet === null) return { ...none, user, wallet: null, now };
  const keys = await wallet.live.keys();
  const { publicKey } = keys;
  const address = publicKey === null ? null : addressOf(publicKey);
  return { ...keys, user, wallet: wallet.row.id, address, now };
}

const none = {
  address: null,
  publicKey: null,
  isOnlyDevices: false,
  devices: [],
  change: null,
  backup: null,
  lastVersion: 0,
};

/** Throws `proof-wrong` where the wallet's key has not certified it, `conflict` where there are ten. */
export async function addTipDevice(
  ctx: AppContext,
  input: AddTipDeviceInput,
  { userAgent }: { userAgent: string },
): Promise<TipDeviceView> {
  const { live, user } = await requireKeys(ctx, "proof-wrong");
  const added = await live.addDevice({ ...input, name: input.name ?? nameDevice(userAgent) });
  if (!added.ok && added.code === "conflict")
    throw new AppError("conflict", { message: "A wallet can have ten devices. Remove one first." });
  if (!added.ok) throw new AppError(added.code);
  ctx.log.info("wallet-device-added", { user });
  const { id, name, publicKey, addedAt } = added.device;
  return { id, name, publicKey, addedAt };
}

/** Its signatures are refused from now on. Throws `not-found`. */
export async function removeTipDevice(ctx: AppContext, input: RemoveTipDeviceInput): Promise<KeysView> {
  const { live } = await requireKeys(ctx, "not-found");
  if (!(await live.removeDevice(input.device))) throw new AppError("not-found");
  return getKeys(ctx);
}

/**
 * "Only my devices may tip". Turning it off waits for 72 hours where the wallet's key has not signed it. Throws
 * `device-refused` where no device could tip any more, `proof-wrong`, `not-found` without a key.
 */
export async function setOnlyDevices(ctx: AppContext, input: OnlyDevicesInput): Promise<KeysView> {
  const owner = await requireOwner(ctx);
  const { live } = await requireKeys(ctx, "not-found");
  const change = await live.setOnlyDevices({ isOn: input.isOn, signed: input.signed ?? null });
  requireOk(change);
  if (change.ok) sayChange(ctx, owner, { kind: "devices-off" }, change.outcome);
  return getKeys(ctx);
}

/**
 * Another key for the wallet: immediately where the old one has signed it, after 72 hours otherwise. Throws
 * `proof-wrong`, `wallet-key-set` where another wallet has it, `not-found` without a key, `rate-limited`.
 */
export async function replaceKey(ctx: AppContext, input: NewKeyInput): Promise<KeysView> {
  const owner = await requireOwner(ctx);
  await requireProof(ctx, owner.id, input);
  const { live, wallet } = await requireKeys(ctx, "not-found");
  await requireFree(ctx, wallet, input.publicKey);
  const change = await live.replaceKey({ publicKey: input.publicKey, signed: input.signed ?? null });
  requireOk(change);
  if (change.ok) sayChange(ctx, owner, { kind: "key" }, change.outcome);
  return getKeys(ctx);
}

/** Nothing waits any more. */
export async function cancelKeyChange(ctx: AppContext): Promise<KeysView> {
  await (await walletOf(ctx, requireViewer(ctx).id))?.live.cancelKeyChange();
  return getKeys(ctx);
}

async function requireKeys(ctx: AppContext, code: "not-found" | "proof-wrong") {
  const { id: user } = requireViewer(ctx);
  await requireRate(ctx, `wallet-devices:${user}`, keyRates.devices);
  const wallet = await walletOf(ctx, user);
  if (wallet === null) throw new AppError(code);
  return { user, wallet: wallet.row.id, live: wallet.live };
}

function sayChange(
  ctx: AppContext,
  owner: UserRow,
  change: Pick<KeyChange, "kind">,
  outcome: "done" | "waits" | "nothing",
): void {
  if (outcome === "nothing") return;
  const mailOf = outcome === "done" ? changeDoneMail : changeStartedMail;
  const mail = mailOf(owner, change, tokensPage(ctx));
  ctx.afterAnswer("wallet-change-mail", () => mailOwner(ctx, owner, mail));
  ctx.log.info("wallet-change", { user: owner.id, kind: change.kind, outcome });
}
