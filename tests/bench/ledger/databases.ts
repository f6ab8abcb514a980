/** The same writes in databases that one process owns: SQLite at full synchronisation, and D1 in the local runtime. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { percentile } from "../statistics.ts";
import type { Speed, Wallets } from "./wallets.ts";

const tables = [
  "create table bench_accounts (id text primary key, debits integer not null, credits integer not null, check (credits >= debits))",
  "create table bench_entries (id text primary key, account text not null, peer text not null, amount integer not null, at integer not null)",
  "create index bench_entries_account on bench_entries (account, at)",
  "create table bench_decided (id text primary key, answer text not null)",
];
const fill = `with recursive counter(n) as (select 0 union all select n + 1 from counter where n + 1 < ?)
  insert into bench_accounts (id, debits, credits) select 'w' || n, 0, 1000000 from counter`;

export async function fillD1({ d1 }: Wallets, wallets: number): Promise<void> {
  await d1.batch([...tables.map((table) => d1.prepare(table)), d1.prepare(fill).bind(wallets)]);
}

/** One transaction a tip, each on disk before the next begins. */
export async function runSqlite(run: { hot: boolean; wallets: number; ms: number }): Promise<Speed> {
  const folder = await mkdtemp(join(tmpdir(), "cue-bench-"));
  const database = new DatabaseSync(join(folder, "ledger.sqlite"));
  try {
    database.exec("pragma journal_mode = wal");
    database.exec("pragma synchronous = full");
    for (const table of tables) database.exec(table);
    database.prepare(fill).run(run.wallets);
    const tip = prepareTip(database);
    const took: number[] = [];
    const begin = performance.now();
    for (let start = begin; start < begin + run.ms; ) {
      const to = run.hot ? 0 : Math.floor(Math.random() * run.wallets);
      tip(`w${(to + 1 + Math.floor(Math.random() * (run.wallets - 1))) % run.wallets}`, `w${to}`);
      const now = performance.now();
      took.push(now - start);
      start = now;
    }
    return {
      perSecond: took.length / ((performance.now() - begin) / 1_000),
      p99: percentile(took, 0.99),
    };
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function prepareTip(database: DatabaseSync): (from: string, to: string) => void {
  const decide = database.prepare("insert into bench_decided (id, answer) values (?, ?)");
  const debit = database.prepare("update bench_accounts set debits = debits + 1 where id = ?");
  const credit = database.prepare("update bench_accounts set credits = credits + 1 where id = ?");
  const enter = database.prepare(
    "insert into bench_entries (id, account, peer, amount, at) values (?, ?, ?, ?, ?)",
  );
  return (from, to) => {
    database.exec("begin immediate");
    const id = crypto.randomUUID();
    decide.run(crypto.randomUUID(), id);
    debit.run(from);
    credit.run(to);
    enter.run(`send/${id}`, from, to, 1, Date.now());
    enter.run(`receive/${id}`, to, from, 1, Date.now());
    database.exec("commit");
  };
}
