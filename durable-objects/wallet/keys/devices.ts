import { deviceText, isFresh, verifySigned } from "#app/domains/value/tokens/keys/signed.ts";
import type { TipDevice, WalletKeysPort } from "#app/domains/value/tokens/port.ts";
import type { KeysCore, SqlRow } from "./core.ts";

const maxDevices = 10;

const table = `
create table if not exists key_devices (
  id text primary key, name text not null, public_key text not null unique,
  certificate text not null, certified_at integer not null, added_at integer not null
)`;

type Row = SqlRow<{ id: string; name: string; public_key: string; added_at: number }>;

/** The devices that may tip with their own signature; the key of the wallet has signed each public key. */
export class Devices {
  readonly #sql: SqlStorage;

  constructor({ storage }: Pick<KeysCore, "storage">) {
    this.#sql = storage.sql;
    this.#sql.exec(table);
  }

  /** Oldest first. */
  list(): TipDevice[] {
    return this.#sql
      .exec<Row>("select id, name, public_key, added_at from key_devices order by added_at, id")
      .toArray()
      .map(({ id, name, public_key, added_at }) => ({ id, name, publicKey: public_key, addedAt: added_at }));
  }

  /** A device that is there already is returned as it is. `key` is the wallet's. */
  async add(
    { name, publicKey, certificate }: Parameters<WalletKeysPort["addDevice"]>[0],
    owner: { wallet: string; key: string },
    isStillOwner: () => boolean,
  ) {
    const { signature, at } = certificate;
    const text = deviceText(owner.wallet, publicKey, at);
    const isRight = isFresh(at, Date.now()) && (await verifySigned(owner.key, text, signature));
    if (!isRight || !isStillOwner()) return { ok: false, code: "proof-wrong" } as const;
    const devices = this.list();
    const known = devices.find((device) => device.publicKey === publicKey);
    if (known !== undefined) return { ok: true, device: known } as const;
    if (devices.length >= maxDevices) return { ok: false, code: "conflict" } as const;
    const device = { id: crypto.randomUUID().replaceAll("-", ""), name, publicKey, addedAt: Date.now() };
    this.#sql.exec(
      "insert into key_devices (id, name, public_key, certificate, certified_at, added_at) values (?, ?, ?, ?, ?, ?)",
      device.id,
      name,
      publicKey,
      signature,
      at,
      device.addedAt,
    );
    return { ok: true, device } as const;
  }

  remove(id: string): boolean {
    return this.#sql.exec("delete from key_devices where id = ? returning id", id).toArray().length > 0;
  }

  /** Whether this device, which was not removed, has signed `text` within the last five minutes. */
  async verify(device: { id: string; signature: string; at: number }, text: string): Promise<boolean> {
    const publicKey = () => this.list().find(({ id }) => id === device.id)?.publicKey;
    const key = publicKey();
    if (key === undefined || !isFresh(device.at, Date.now())) return false;
    // It may be removed while the signature is verified.
    return (await verifySigned(key, text, device.signature)) && publicKey() === key;
  }

  erase(): void {
    this.#sql.exec("delete from key_devices");
  }
}
