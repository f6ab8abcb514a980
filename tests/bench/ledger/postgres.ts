/** A PostgreSQL server of the bench's own, with pgledger or a plain double entry, driven by pgbench. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "#tests/fixtures/rig/ports.ts";
import { percentile } from "../statistics.ts";
import { lanes, type Speed } from "./wallets.ts";

const bin = "/usr/lib/postgresql/15/bin";
const startWithinMs = 30_000;

const plain = `
create table accounts (id text primary key, balance bigint not null check (balance >= 0), version bigint not null);
create table transfers (id uuid primary key default gen_random_uuid(), from_id text not null references accounts,
  to_id text not null references accounts, amount bigint not null, at timestamptz not null default now());
create table entries (id uuid primary key default gen_random_uuid(), account_id text not null references accounts,
  transfer_id uuid not null references transfers, amount bigint not null, balance bigint not null, version bigint not null);
create index on entries (account_id);
create function tip(from_wallet text, to_wallet text) returns uuid as $$
declare transfer uuid; payer accounts; payee accounts;
begin
  perform 1 from accounts where id in (from_wallet, to_wallet) order by id for update;
  update accounts set balance = balance - 1, version = version + 1 where id = from_wallet returning * into payer;
  update accounts set balance = balance + 1, version = version + 1 where id = to_wallet returning * into payee;
  insert into transfers (from_id, to_id, amount) values (from_wallet, to_wallet, 1) returning id into transfer;
  insert into entries (account_id, transfer_id, amount, balance, version) values
    (from_wallet, transfer, -1, payer.balance, payer.version), (to_wallet, transfer, 1, payee.balance, payee.version);
  return transfer;
end $$ language plpgsql;`;
const fillPlain = (wallets: number) =>
  `insert into accounts select 'w' || n, 1000000, 0 from generate_series(0, ${wallets - 1}) n;`;
const fillPgledger = (wallets: number) => `
insert into pgledger_accounts (id, name, currency, balance, allow_negative_balance, allow_positive_balance, created_at, updated_at)
  select 'w' || n, 'w' || n, 'TOK', 1000000, false, true, now(), now() from generate_series(0, ${wallets - 1}) n;
create function tip(from_wallet text, to_wallet text) returns text as $$
  select id from pgledger_create_transfer(from_wallet, to_wallet, 1) $$ language sql;`;

export interface PostgresSpeeds {
  name: string;
  uniform: Speed;
  hot: Speed;
}

/**
 * @param pgledger a folder with a copy of pgledger, or null: then a function of our own does the same
 * @returns null where PostgreSQL 15 is not installed
 */
export async function runPostgres(
  pgledger: string | null,
  { wallets, ms }: { wallets: number; ms: number },
): Promise<PostgresSpeeds | null> {
  if (!existsSync(join(bin, "postgres"))) return null;
  const server = await startServer();
  try {
    await server.sql(pgledger === null ? plain + fillPlain(wallets) : await readPgledger(pgledger, wallets));
    const uniform = await server.pgbench(script(wallets, false), ms);
    const hot = await server.pgbench(script(wallets, true), ms);
    const name = pgledger === null ? "double entry in PL/pgSQL, PostgreSQL 15" : "pgledger, PostgreSQL 15";
    return { name, uniform, hot };
  } finally {
    await server.stop();
  }
}

async function readPgledger(folder: string, wallets: number): Promise<string> {
  const ulid = await readFile(join(folder, "vendor/scoville-pgsql-ulid/uuid-to-ulid.sql"), "utf8");
  const ledger = await readFile(join(folder, "pgledger.sql"), "utf8");
  return `${ulid}\n${ledger}\n${fillPgledger(wallets)}`;
}

const script = (wallets: number, isHot: boolean) => `
\\set receiver ${isHot ? "0" : `random(0, ${wallets - 1})`}
\\set sender (:receiver + random(1, ${wallets - 1})) % ${wallets}
select tip('w' || :sender, 'w' || :receiver);
`;

/**
 * Starts a server on a free port and in a folder of its own. PostgreSQL does not run as root: root starts it as
 * `postgres`.
 */
async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), "cue-bench-"));
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? await idsOf("postgres") : null;
  if (user !== null) await chown(folder, user.uid, user.gid);
  const port = String(await freePort());
  const data = join(folder, "data");
  const run = promisify(execFile);
  const options = { ...user, cwd: folder, maxBuffer: 2 ** 26 };
  await run(join(bin, "initdb"), ["-D", data, "-U", "bench", "--auth=trust"], options);
  const child: ChildProcess = spawn(
    join(bin, "postgres"),
    ["-D", data, "-p", port, "-k", folder, "-c", "listen_addresses="],
    { ...user, cwd: folder, stdio: "ignore" },
  );
  const at = ["-h", folder, "-p", port, "-U", "bench"];
  const stop = async () => {
    // An exit that has happened already is not waited for.
    if (child.exitCode === null && child.kill("SIGINT")) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  };
  const ready = () => run(join(bin, "pg_isready"), at).then(Boolean, () => false);
  for (const end = Date.now() + startWithinMs; !(await ready()); await sleep(100)) {
    if (child.exitCode === null && Date.now() < end) continue;
    await stop();
    throw new Error("PostgreSQL does not start");
  }
  return {
    stop,
    async sql(text: string): Promise<void> {
      const file = join(folder, "bench.sql");
      await writeFile(file, text);
      await run(join(bin, "psql"), [...at, "-q", "-v", "ON_ERROR_STOP=1", "-f", file, "postgres"], options);
    },
    async pgbench(text: string, ms: number): Promise<Speed> {
      const file = join(folder, "tip.sql");
      await writeFile(file, text);
      const log = join(folder, `log-${Date.now()}`);
      const load = [
        "-n",
        "-M",
        "prepared",
        "-c",
        String(lanes),
        "-T",
        String(Math.ceil(ms / 1_000)),
        "-f",
        file,
      ];
      const { stdout } = await run(
        join(bin, "pgbench"),
        [...at, ...load, "-l", `--log-prefix=${log}`, "postgres"],
        options,
      );
      const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
      return { perSecond, p99: await readP99(folder, log) };
    },
  };
}

/** Reads the times from pgbench's logs, one a thread: the third word of a line is how long the transaction took, µs. */
async function readP99(folder: string, prefix: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => join(folder, name).startsWith(prefix));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const lines = texts.flatMap((text) => text.trim().split("\n"));
  return percentile(
    lines.map((line) => Number(line.split(" ")[2]) / 1_000),
    0.99,
  );
}

async function idsOf(name: string): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n");
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
  if (uid === undefined) throw new Error(`There is no user ${name} to run PostgreSQL as.`);
  return { uid: Number(uid), gid: Number(gid) };
}
