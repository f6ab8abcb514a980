/** The keys of a wallet: what its calls take and return. Nothing here holds a phrase but `mnemonic`. */
import * as z from "zod/mini";
import { visibleLine } from "#app/domains/base/text/fields.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(64));
/** An Ed25519 public key, hex. */
const PublicKey = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A signature (base64url) over one of the texts of `keys/signed.ts`, and the time that it is over. */
const SignedInput = z.object({
  signature: z.string().check(z.minLength(1), z.maxLength(100)),
  at: z.number(),
});

/**
 * Pages send `publicKey` and `proof`. A phrase as `mnemonic` is only for clients that cannot make a key: the server
 * derives the public key and forgets the words.
 */
export const GenerateKeysInput = z.object({
  mnemonic: z.nullish(z.string().check(z.maxLength(400))),
  publicKey: z.nullish(PublicKey),
  proof: z.nullish(SignedInput),
});
export type GenerateKeysInput = z.infer<typeof GenerateKeysInput>;
export const KeyView = z.object({ address: z.string(), publicKey: z.string() });
export type KeyView = z.infer<typeof KeyView>;

/** A request for the address of `user` (id); without it one's own. */
export const GetAddressInput = z.object({ user: z.nullish(Id) });
export type GetAddressInput = z.infer<typeof GetAddressInput>;
export const AddressView = z.object({
  user: z.string(),
  address: z.nullable(z.string()),
  publicKey: z.nullable(z.string()),
});
export type AddressView = z.infer<typeof AddressView>;

/**
 * An encrypted backup, in the form of `keys/envelope-form.ts`; with `version`, only after that one. Or with `sync` and
 * `tag` what another device is to receive.
 */
export const StoreSecretInput = z.object({
  secret: z.string().check(z.maxLength(8_192)),
  version: z.nullish(z.number().check(z.int(), z.minimum(0))),
  sync: z.nullish(Id),
  tag: z.nullish(z.string().check(z.minLength(16), z.maxLength(64))),
});
export type StoreSecretInput = z.infer<typeof StoreSecretInput>;

const SyncStateName = z.enum(["waiting", "ready", "done", "over"]);
export const SyncView = z.object({
  sync: z.string(),
  state: SyncStateName,
  expiresAt: z.nullable(z.number()),
  triesLeft: z.number(),
});
export type SyncView = z.infer<typeof SyncView>;
export const StoredView = z.union([z.object({ version: z.number(), updatedAt: z.number() }), SyncView]);
export type StoredView = z.infer<typeof StoredView>;
/** The state of a relay; with `secret` once, for the right tag in another session. */
export const TakenSyncView = z.object({
  state: SyncStateName,
  secret: z.optional(z.string()),
  expiresAt: z.optional(z.nullable(z.number())),
  triesLeft: z.optional(z.number()),
});
export type TakenSyncView = z.infer<typeof TakenSyncView>;
export const SecretView = z.nullable(
  z.object({ secret: z.string(), version: z.number(), updatedAt: z.number() }),
);
export type SecretView = z.infer<typeof SecretView>;

export const TipDeviceView = z.object({
  id: z.string(),
  name: z.string(),
  publicKey: z.string(),
  addedAt: z.number(),
});
export type TipDeviceView = z.infer<typeof TipDeviceView>;

/** The keys of the viewer's wallet. */
export const KeysView = z.object({
  user: z.string(),
  /** Null before the wallet has its first token or key. */
  wallet: z.nullable(z.string()),
  address: z.nullable(z.string()),
  publicKey: z.nullable(z.string()),
  /** Only tips that a device has signed are accepted. */
  isOnlyDevices: z.boolean(),
  devices: z.array(TipDeviceView),
  /** The change that takes effect at `endsAt`, unless it is cancelled. */
  change: z.nullable(
    z.object({
      kind: z.enum(["key", "devices-off"]),
      publicKey: z.nullable(z.string()),
      startedAt: z.number(),
      endsAt: z.number(),
    }),
  ),
  backup: z.nullable(
    z.object({
      version: z.number(),
      updatedAt: z.number(),
      ways: z.array(z.enum(["passkey", "password"])),
    }),
  ),
  /** The version of the last backup, also of a deleted one. */
  lastVersion: z.number(),
  /** The server's time, which signatures are over: the clock of a device may be wrong. */
  now: z.number(),
});
export type KeysView = z.infer<typeof KeysView>;

/** `certificate` is over `deviceText`. Without `name` the device is called what its browser says it is. */
export const AddTipDeviceInput = z.object({
  name: z.nullish(visibleLine(60)),
  publicKey: PublicKey,
  certificate: SignedInput,
});
export type AddTipDeviceInput = z.infer<typeof AddTipDeviceInput>;
export const RemoveTipDeviceInput = z.object({ device: Id });
export type RemoveTipDeviceInput = z.infer<typeof RemoveTipDeviceInput>;
/** `signed` is over `changeText`; turning it off without waits for 72 hours. */
export const OnlyDevicesInput = z.object({ isOn: z.boolean(), signed: z.nullish(SignedInput) });
export type OnlyDevicesInput = z.infer<typeof OnlyDevicesInput>;
/** `proof` is by the new key, `signed` by the old one over `changeText`; without `signed` it waits for 72 hours. */
export const NewKeyInput = z.object({
  publicKey: PublicKey,
  proof: SignedInput,
  signed: z.nullish(SignedInput),
});
export type NewKeyInput = z.infer<typeof NewKeyInput>;
