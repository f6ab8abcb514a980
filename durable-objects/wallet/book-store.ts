import {
  type BookStore,
  type Decided,
  type Delivery,
  type SendAnswer,
  type WalletState,
} from "#app/domains/value/tokens/book.ts";
import { type Account, type Counters, type Entry, type Head, isValid } from "#packages/ledger/entries.ts";
import { ClosedReceipts, receiptsMs } from "./closed-receipts.ts";

const tables = `
create table if not exists entries (
  seq integer primary key, id text not null unique, kind text not null, debit text not null, credit text not null,
  amount integer not null check (amount between 1 and 1000000), peer text, reference text not null, reverses text,
  authorisation text not null, at integer not null, hash text not null
);
create index if not exists entries_sends on entries (at, amount) where kind = 'send' and reverses is null;
create index if not exists entries_reverses on entries (reverses) where reverses is not null;
create trigger if not exists entries_no_update before update on entries begin
  select raise(abort, 'entries never change');
end;
create trigger if not exists entries_no_delete before delete on entries
  when (select state from head) <> 'closed' begin
  select raise(abort, 'entries never go');
end;
create table if not exists accounts (
  name text primary key,
  debits integer not null check (debits between 0 and 1000000000000),
  credits integer not null check (credits between 0 and 1000000000000),
  check (case when name = 'received' or name glob 'issued:*' then debits >= credits else credits >= debits end)
) without rowid;
create table if not exists decided (id text primary key, content text not null, answer text not null) without rowid;
create table if not exists deliveries (
  transfer text primary key, "to" text not null, amount integer not null, reverses text, at integer not null,
  stage text not null check (stage in ('credit', 'news')), details text not null,
  tries integer not null default 0, try_at integer not null default 0
) without rowid;
create table if not exists head (
  one integer primary key check (one = 1), size integer not null, hash text not null, at integer not null,
  state text not null check (state in ('open', 'frozen', 'closing', 'closed'))
);
insert or ignore into head (one, size, hash, at, state) values (1, 0, '', 0, 'open');
`;

const entryFields =
  "seq, id, kind, debit, credit, amount, peer, reference, reverses, authorisation, at, hash";
const deliveryFields = '"transfer", "to", amount, reverses, at, stage, details';

type Row<T> = T & Record<string, SqlStorageValue>;

/** Consequences of a change, in its transaction. */
interface Changes {
  entry: () => void;
  delivery: () => void;
}

/** The book of a wallet in the object's own SQLite: checks and triggers refuse what the book must never write. */
export class SqliteBookStore implements BookStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #receipts: ClosedReceipts;
  #changes: Changes | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#sql.exec(tables);
    this.#receipts = new ClosedReceipts(storage.sql);
  }

  /** Calls these with every new entry and every new delivery. */
  watch(changes: Changes): void {
    this.#changes = changes;
  }

  transaction<T>(work: () => T): T {
    return this.#storage.transactionSync(work);
  }

  state(): WalletState {
    return this.#sql.exec<{ state: WalletState }>("select state from head").one().state;
  }

  setState(state: WalletState): void {
    this.#sql.exec("update head set state = ?", state);
  }

  head(): Head {
    return this.#sql.exec<Row<Head>>("select size, hash, at from head").one();
  }

  counters(account: Account): Counters {
    const sql = "select debits, credits from accounts where name = ?";
    return this.#sql.exec<Row<Counters>>(sql, account).toArray()[0] ?? { debits: 0, credits: 0 };
  }

  accounts(): [Account, Counters][] {
    const sql = "select name, debits, credits from accounts order by name";
    const rows = this.#sql.exec<Row<Counters & { name: Account }>>(sql).toArray();
    return rows.map(({ name, debits, credits }) => [name, { debits, credits }]);
  }

  setCounters(account: Account, counters: Counters): void {
    if (!isValid(account, counters)) throw new Error(`${account} would be out of range`);
    this.#sql.exec(
      "insert into accounts (name, debits, credits) values (?1, ?2, ?3) on conflict (name) do update set debits = ?2, credits = ?3",
      account,
      counters.debits,
      counters.credits,
    );
  }

  hasEntry(id: string): boolean {
    const isThere = this.#sql.exec("select 1 from entries where id = ?", id).toArray().length > 0;
    return isThere || this.#receipts.has(id);
  }

  entry(id: string): Entry | undefined {
    return this.#entries("where id = ?", id)[0];
  }

  append(entry: Entry): void {
    const { seq, id, kind, debit, credit, amount, peer, reference, reverses, authorisation, at, hash } =
      entry;
    this.#sql.exec(
      `insert into entries (${entryFields}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      seq,
      id,
      kind,
      debit,
      credit,
      amount,
      peer,
      reference,
      reverses,
      authorisation,
      at,
      hash,
    );
    this.#sql.exec("update head set size = ?, hash = ?, at = ?", seq, hash, at);
    this.#changes?.entry();
  }

  entries(): Entry[] {
    return this.#entries("order by seq");
  }

  /** Returns entries by number, those after `seq`. */
  entriesAfter(seq: number, limit: number): Entry[] {
    return this.#entries("where seq > ? order by seq limit ?", seq, limit);
  }

  /** Newest first, those before `seq` (null: all), without the wallet's own confirmations. */
  entriesBefore(seq: number | null, limit: number): Entry[] {
    const before = seq ?? Number.MAX_SAFE_INTEGER;
    return this.#entries("where seq < ? and kind <> 'confirm' order by seq desc limit ?", before, limit);
  }

  reversedOf(transfer: string): number {
    const sql = `select coalesce(sum(case kind when 'send' then amount when 'return' then -amount end), 0) as amount
      from entries where reverses = ? and kind in ('send', 'return')`;
    return this.#sql.exec<{ amount: number }>(sql, transfer).one().amount;
  }

  sentSince(at: number): { count: number; amount: number } {
    const sql = `select count(*) as count, coalesce(sum(amount), 0) as amount
      from entries where kind = 'send' and reverses is null and at > ?`;
    return this.#sql.exec<{ count: number; amount: number }>(sql, at).one();
  }

  decided(id: string): Decided<SendAnswer> | undefined {
    const sql = "select content, answer from decided where id = ?";
    const row = this.#sql.exec<{ content: string; answer: string }>(sql, id).toArray()[0];
    return row === undefined ? undefined : { content: row.content, answer: JSON.parse(row.answer) };
  }

  decide(id: string, { content, answer }: Decided<SendAnswer>): void {
    const sql = "insert into decided (id, content, answer) values (?, ?, ?)";
    this.#sql.exec(sql, id, content, JSON.stringify(answer));
  }

  delivery(transfer: string): Delivery | undefined {
    return this.#deliveries("where transfer = ?", transfer)[0];
  }

  /** Oldest first. */
  deliveries(): Delivery[] {
    return this.#deliveries("order by at, transfer");
  }

  addDelivery({ transfer, to, amount, reverses, at, stage, details }: Delivery): void {
    this.#sql.exec(
      `insert into deliveries (${deliveryFields}) values (?, ?, ?, ?, ?, ?, ?)`,
      transfer,
      to,
      amount,
      reverses,
      at,
      stage,
      details,
    );
    this.#changes?.delivery();
  }

  setDeliveryStage(transfer: string, stage: Delivery["stage"]): void {
    const sql = "update deliveries set stage = ?, tries = 0, try_at = 0 where transfer = ?";
    this.#sql.exec(sql, stage, transfer);
  }

  endDelivery(transfer: string): void {
    this.#sql.exec("delete from deliveries where transfer = ?", transfer);
  }

  /** The transfers of at most `limit` deliveries that may be tried at `now`. */
  dueDeliveries(now: number, limit: number): string[] {
    const sql = "select transfer from deliveries where try_at <= ? order by try_at, at, transfer limit ?";
    const rows = this.#sql.exec<{ transfer: string }>(sql, now, limit).toArray();
    return rows.map(({ transfer }) => transfer);
  }

  /** Returns when the next delivery may be tried, or null where there is none. */
  nextDeliveryAt(): number | null {
    return this.#sql.exec<{ at: number | null }>("select min(try_at) as at from deliveries").one().at;
  }

  /** A try has failed. Returns how many have by now, in this stage. */
  putOffDelivery(transfer: string, until: (tries: number) => number): number {
    const sql = "update deliveries set tries = tries + 1 where transfer = ? returning tries";
    const tries = this.#sql.exec<{ tries: number }>(sql, transfer).toArray()[0]?.tries ?? 0;
    this.#sql.exec("update deliveries set try_at = ? where transfer = ?", until(tries), transfer);
    return tries;
  }

  /** Returns how much of a received transfer has come back to its sender. */
  givenBackOf(transfer: string): number {
    const sql = `select coalesce(sum(amount), 0) as amount from entries where reverses = ? and kind = 'confirm'`;
    return this.#sql.exec<{ amount: number }>(sql, transfer).one().amount;
  }

  /** Returns entries to a wallet (without what was returned) and from it. */
  entriesWith(peer: string): Entry[] {
    return this.#entries(
      `where peer = ? and kind in ('send', 'receive')
       and not (kind = 'send' and 'return/' || reference in (select id from entries where kind = 'return'))
       order by seq`,
      peer,
    );
  }

  /** A closed wallet keeps its counters, its head, and for a while the hashes of what it has received. */
  erase(now: number): void {
    const receipts = this.#sql.exec<{ id: string; at: number }>(
      "select id, at from entries where kind = 'receive' and at > ?",
      now - receiptsMs,
    );
    for (const { id, at } of receipts.toArray()) this.#receipts.keep(id, at + receiptsMs);
    this.#sql.exec("delete from entries");
    this.#sql.exec("delete from decided");
  }

  /** Returns when this is to be called again, or null. */
  forgetReceipts(now: number): number | null {
    return this.#receipts.forget(now);
  }

  #entries(rest: string, ...values: SqlStorageValue[]): Entry[] {
    return this.#sql.exec<Row<Entry>>(`select ${entryFields} from entries ${rest}`, ...values).toArray();
  }

  #deliveries(rest: string, ...values: SqlStorageValue[]): Delivery[] {
    const sql = `select ${deliveryFields} from deliveries ${rest}`;
    return this.#sql.exec<Row<Delivery>>(sql, ...values).toArray();
  }
}
