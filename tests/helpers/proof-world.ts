/** Wallets with tokens, and what could go wrong with one. */
import { env, runInDurableObject } from "cloudflare:test";
import type { TipOrder } from "#app/domains/value/tokens/port.ts";
import { ensureWalletOf, recordWallet } from "#app/domains/value/tokens/queries/wallets.ts";
import { openDb } from "#db/client.ts";
import { sumsOf } from "#packages/ledger/entries.ts";
import { makePerson, type Person } from "./people.ts";

const db = openDb(env.DB);

export interface OwnedWallet {
  id: string;
  owner: Person;
  live: ReturnType<typeof env.WALLET.getByName>;
}

let count = 0;

/** A wallet with this many granted tokens, with its copy in the database. */
export async function makeWallet(tokens = 100): Promise<OwnedWallet> {
  const owner = await makePerson();
  count++;
  const { id } = await ensureWalletOf(db, { id: `wallet-${count}`, userId: owner.id, now: Date.now() });
  const wallet = { id, owner, live: env.WALLET.getByName(id) };
  await mint(wallet, tokens);
  return wallet;
}

export async function mint(wallet: OwnedWallet, amount: number): Promise<void> {
  count++;
  await wallet.live.mint([{ id: `claim-${count}`, kind: "grant", amount }]);
  await copy(wallet);
}

/** A tip that has reached the other wallet, with both copies in the database. */
export async function tip(from: OwnedWallet, to: OwnedWallet, amount: number): Promise<void> {
  count++;
  const person = ({ owner }: OwnedWallet) => ({ userId: owner.id, username: owner.username, badge: null });
  const order: TipOrder = {
    id: `tip-${count}-request`,
    amount,
    content: `${amount}`,
    isHidden: false,
    from: person(from),
    target: {
      ok: true,
      wallet: to.id,
      to: person(to),
      place: {
        room: `profile/${to.owner.id}`,
        stageId: null,
        setId: null,
        broadcastId: null,
        performance: null,
        playId: null,
        mediaAt: Date.now(),
      },
    },
    device: null,
  };
  const sent = await from.live.tip(order);
  if (!sent.ok) throw new Error(sent.code);
  const { transfer } = sent;
  await to.live.receive({ from: from.id, transfer, amount, reverses: null, news: null });
  await copy(from);
  await copy(to);
}

/** Brings the wallet's copy in the database up to date, as its outbox does. */
export async function copy({ id, live }: OwnedWallet): Promise<void> {
  const summary = await live.summary();
  const { size, hash, at } = summary.head;
  const counters = { ...sumsOf(summary.accounts), size, head: hash, changedAt: at };
  await recordWallet(db, { id, ...counters, frozenAt: null, frozenReason: null, closedAt: null }, false);
}

/** Runs statements in the wallet's own database, without the triggers that protect its entries. */
export function tamper({ live }: OwnedWallet, ...statements: string[]): Promise<void> {
  return runInDurableObject(live as unknown as DurableObjectStub, (_, { storage }) => {
    for (const trigger of ["entries_no_update", "entries_no_delete"])
      storage.sql.exec(`drop trigger if exists ${trigger}`);
    for (const statement of statements) storage.sql.exec(statement);
  });
}

/** Sets a wallet back as after a restore of its last entry, which minted `amount`: everything in it agrees. */
export function setBack(wallet: OwnedWallet, amount: number): Promise<void> {
  return tamper(
    wallet,
    "delete from entries where seq = (select size from head)",
    `update accounts set credits = credits - ${amount} where name = 'spendable'`,
    `update accounts set debits = debits - ${amount} where name = 'issued:grant'`,
    `update head set size = size - 1,
       hash = (select hash from entries order by seq desc limit 1),
       at = (select at from entries order by seq desc limit 1)`,
  );
}
