import { createVault } from "#app/domains/people/accounts/security/vault.ts";
import { writeMail } from "#app/domains/people/notifications/queries/mails.ts";
import { changeDoneMail } from "#app/domains/value/tokens/keys/mails.ts";
import { changeText, isFresh, verifySigned } from "#app/domains/value/tokens/keys/signed.ts";
import { addressOf } from "#app/domains/value/tokens/keys/wallet-key.ts";
import type {
  KeyChange,
  KeysState,
  SignedChange,
  TipOrder,
  WalletKeysPort,
} from "#app/domains/value/tokens/port.ts";
import { findWalletOwner, recordWalletKey } from "#app/domains/value/tokens/queries/wallet-keys.ts";
import { tipText } from "#app/domains/value/tokens/tip-text.ts";
import type { Refusal } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import type { DueList, WhenDue } from "#packages/durable/due-list.ts";
import type { Outbox } from "#packages/durable/outbox.ts";
import { canSendEmail, carryWritten } from "../../carry-mail.ts";
import { Backup } from "./backup.ts";
import { changeDue, type KeysCore, syncDue } from "./core.ts";
import { Devices } from "./devices.ts";
import { KeyStore } from "./key-store.ts";
import { SyncRelay } from "./sync-relay.ts";

/** Wait of a change that the key of the wallet has not signed. */
const waitMs = 72 * 3_600_000;

type ChangeAsked = Pick<KeyChange, "kind" | "publicKey">;

/** The keys of one wallet. Whoever calls it has checked whose wallet it is. */
export class WalletKeys implements WalletKeysPort {
  readonly #core: KeysCore;
  readonly #store: KeyStore;
  readonly #devices: Devices;
  readonly #backup: Backup;
  readonly #sync: SyncRelay;

  constructor(storage: DurableObjectStorage, parts: { env: Env; due: DueList; outbox: Outbox }) {
    const core = { storage, ...parts, vault: createVault(parts.env.CUE_SECRET) };
    this.#core = core;
    this.#store = new KeyStore(core);
    this.#devices = new Devices(core);
    this.#backup = new Backup(core);
    this.#sync = new SyncRelay(core);
  }

  /** Handlers of the object's alarm for this folder, by name. */
  readonly whenDue: WhenDue = {
    [syncDue]: () => this.#sync.erase(),
    [changeDue]: () => this.#endWait(),
  };

  async keys(): Promise<KeysState> {
    const key = this.#store.key();
    return {
      publicKey: key?.publicKey ?? null,
      isOnlyDevices: key?.isOnlyDevices ?? false,
      devices: this.#devices.list(),
      change: this.#store.change(),
      ...this.#backup.view(),
    };
  }

  async setKey({
    wallet,
    publicKey,
  }: {
    wallet: string;
    publicKey: string;
  }): Promise<{ ok: true } | Refusal> {
    const key = this.#store.key();
    if (key !== undefined && key.publicKey !== publicKey) return { ok: false, code: "wallet-key-set" };
    if (key === undefined) {
      this.#store.setKey(wallet, publicKey);
      this.#copyKey(wallet);
      await this.#core.outbox.drain(this.#core.env.DB);
    }
    return { ok: true };
  }

  async replaceKey({ publicKey, signed }: { publicKey: string; signed: SignedChange }) {
    return this.#ask({ kind: "key", publicKey }, signed);
  }

  async setOnlyDevices({ isOn, signed }: { isOn: boolean; signed: SignedChange }) {
    const key = this.#store.key();
    if (key === undefined) return { ok: false, code: "not-found" } as const;
    if (!isOn && key.isOnlyDevices) return this.#ask({ kind: "devices-off", publicKey: null }, signed);
    if (isOn && this.#devices.list().length === 0) return { ok: false, code: "device-refused" } as const;
    this.#store.setOnlyDevices(isOn);
    if (this.#store.change()?.kind === "devices-off") await this.cancelKeyChange();
    return { ok: true, outcome: "nothing" } as const;
  }

  async cancelKeyChange(): Promise<void> {
    this.#store.setChange(null);
    await this.#core.due.cancel(changeDue);
  }

  async addDevice(input: Parameters<WalletKeysPort["addDevice"]>[0]) {
    const key = this.#store.key();
    if (key === undefined) return { ok: false, code: "proof-wrong" } as const;
    const owner = { wallet: key.wallet, key: key.publicKey };
    return this.#devices.add(input, owner, () => this.#store.key()?.publicKey === key.publicKey);
  }

  async removeDevice(id: string): Promise<boolean> {
    return this.#devices.remove(id);
  }

  storeBackup(input: Parameters<WalletKeysPort["storeBackup"]>[0]) {
    return this.#backup.store(input);
  }

  backup() {
    return this.#backup.read();
  }

  async deleteBackup(): Promise<boolean> {
    this.#sync.end();
    return this.#backup.delete();
  }

  async startSync(session: string) {
    return this.#sync.start(session);
  }

  fillSync(input: Parameters<WalletKeysPort["fillSync"]>[0]) {
    return this.#sync.fill(input);
  }

  takeSync(input: Parameters<WalletKeysPort["takeSync"]>[0]) {
    return this.#sync.take(input);
  }

  async endSync(): Promise<void> {
    this.#sync.end();
  }

  /** Whether a device of this wallet, which was not removed, has signed `text` within the last five minutes. */
  verifyDevice(device: { id: string; signature: string; at: number }, text: string): Promise<boolean> {
    return this.#devices.verify(device, text);
  }

  /** Returns who allows a tip: the session, or the device that has signed it. `device-refused`. */
  async allows({
    id,
    amount,
    device,
    target,
  }: Pick<TipOrder, "id" | "amount" | "device" | "target">): Promise<
    { ok: true; authorisation: "session" | `device:${string}` } | Refusal
  > {
    const key = this.#store.key();
    if (device === null)
      return key?.isOnlyDevices
        ? { ok: false, code: "device-refused" }
        : { ok: true, authorisation: "session" };
    // Refused anyway, for the reason that the target has.
    if (!target.ok) return target;
    const text = tipText({
      id,
      from: key?.wallet ?? "",
      place: target.place.room,
      performer: target.to.userId,
      amount,
      at: device.at,
    });
    return (await this.verifyDevice(device, text))
      ? { ok: true, authorisation: `device:${device.id}` }
      : { ok: false, code: "device-refused" };
  }

  /** The account was deleted: nothing of this folder stays, here and in D1. */
  async erase(): Promise<void> {
    const key = this.#store.key();
    for (const part of [this.#store, this.#devices, this.#backup, this.#sync]) part.erase();
    await this.#core.due.cancel(changeDue);
    if (key !== undefined) this.#copyKey(key.wallet);
  }

  /** Makes a change that the key has signed, or lets it wait. */
  async #ask(asked: ChangeAsked, signed: SignedChange) {
    const key = this.#store.key();
    if (key === undefined) return { ok: false, code: "not-found" } as const;
    if (asked.publicKey === key.publicKey) return { ok: true, outcome: "nothing" } as const;
    if (signed === null) return { ok: true, outcome: await this.#wait(asked) } as const;
    const said = asked.kind === "key" ? (`key ${asked.publicKey}` as const) : "devices off";
    const text = changeText(key.wallet, said, signed.at);
    const isRight =
      isFresh(signed.at, Date.now()) && (await verifySigned(key.publicKey, text, signed.signature));
    // Another change may have been made while the signature was verified.
    if (!isRight || this.#store.key()?.publicKey !== key.publicKey)
      return { ok: false, code: "proof-wrong" } as const;
    await this.cancelKeyChange();
    this.#apply(asked);
    await this.#core.outbox.drain(this.#core.env.DB);
    return { ok: true, outcome: "done" } as const;
  }

  /** The same change, asked for again, does not wait anew. */
  async #wait(asked: ChangeAsked): Promise<"waits" | "nothing"> {
    const present = this.#store.change();
    if (present?.kind === asked.kind && present.publicKey === asked.publicKey) return "nothing";
    const now = Date.now();
    const change = { ...asked, startedAt: now, endsAt: now + waitMs };
    this.#store.setChange(change);
    await this.#core.due.schedule(changeDue, change.endsAt);
    return "waits";
  }

  #apply({ kind, publicKey }: ChangeAsked): void {
    const key = this.#store.key();
    if (key === undefined) return;
    if (kind === "devices-off" || publicKey === null) {
      this.#store.setOnlyDevices(false);
      return;
    }
    this.#store.setKey(key.wallet, publicKey);
    // They belong to the old key: it has certified the devices, and the backup holds its phrase.
    this.#devices.erase();
    this.#backup.delete();
    this.#sync.end();
    this.#copyKey(key.wallet);
  }

  async #endWait(): Promise<void> {
    const change = this.#store.change();
    if (change !== null && change.endsAt <= Date.now()) {
      this.#core.storage.transactionSync(() => {
        this.#apply(change);
        this.#store.setChange(null);
        this.#store.addMail(`wallet-change:${crypto.randomUUID()}`, change.kind);
      });
    }
    for (const mail of this.#store.mails()) await this.#writeMail(mail);
  }

  async #writeMail({ id, kind }: { id: string; kind: KeyChange["kind"] }): Promise<void> {
    const { env, outbox } = this.#core;
    const db = openDb(env.DB);
    const wallet = this.#store.key()?.wallet ?? "";
    const owner = canSendEmail(env) ? await findWalletOwner(db, wallet) : undefined;
    if (owner !== undefined) {
      const mail = changeDoneMail(owner, { kind }, `${new URL(env.CUE_ORIGIN).origin}/tokens`);
      void outbox.enqueue(`mail:${id}`, writeMail(db, { id, at: Date.now(), ...mail }));
    }
    this.#store.removeMail(id);
    await outbox.drain(env.DB);
    if (owner !== undefined) await carryWritten(env, id);
  }

  /** Copies what D1 shows of the key, as it is now. */
  #copyKey(wallet: string): void {
    const publicKey = this.#store.key()?.publicKey;
    const key = publicKey === undefined ? null : { publicKey, address: addressOf(publicKey) };
    const writes = recordWalletKey(openDb(this.#core.env.DB), { id: wallet, key });
    void this.#core.outbox.enqueue(`wallet-key:${crypto.randomUUID()}`, writes, "wallet-key");
  }
}
