import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { LogView } from "#app/domains/value/tokens/contract/proof.ts";
import { hashLogLine, logText } from "#app/domains/value/tokens/statement.ts";
import { openDb } from "#db/client.ts";
import { tokenLog, wallets } from "#db/schema/index.ts";
import { isSignedBy } from "#packages/ledger/signature.ts";
import { makeWallet, mint, tip } from "#tests/helpers/proof-world.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { logHeads } from "./log-heads.ts";

const db = openDb(env.DB);
const log = (query = "") => answerOf<LogView>(request(`/api/tokens/log${query}`));

/** The log from the beginning, if every line continues the one before and the signature is that of its end. */
async function checkedLog(): Promise<LogView> {
  const view = await log();
  let before = "";
  for (const [index, line] of view.lines.entries()) {
    expect(line.seq).toBe(index + 1);
    expect(hashLogLine(before, line)).toBe(line.hash);
    before = line.hash;
  }
  const { publicKey, signature, head } = view;
  expect(head).toMatchObject({ seq: view.lines.length, hash: before });
  expect(await isSignedBy({ text: logText(head), publicKey, signature })).toBe(true);
  return view;
}

test("an empty log has a signed end", async () => {
  expect((await checkedLog()).head).toEqual({ seq: 0, hash: "", at: 0 });
});

test("each changed head becomes one line, however often the job runs", async () => {
  const [a, b] = [await makeWallet(), await makeWallet()];
  await logHeads(env);
  await logHeads(env);
  expect((await checkedLog()).lines.map(({ wallet, size }) => [wallet, size])).toEqual([
    [a.id, 1],
    [b.id, 1],
  ]);
  await tip(a, b, 10);
  await mint(a, 5);
  await logHeads(env);
  const { lines } = await checkedLog();
  expect(lines).toHaveLength(4);
  const heads = await Promise.all([a, b].map(({ live }) => live.summary()));
  for (const { head } of heads) expect(lines.map((line) => line.head)).toContain(head.hash);
});

test("a run that ended between a line and the wallet's row adds no second line", async () => {
  const before = (await log()).head.seq;
  const wallet = await makeWallet();
  await logHeads(env);
  await db.update(wallets).set({ loggedSize: 0 }).where(eq(wallets.id, wallet.id));
  await logHeads(env);
  expect((await checkedLog()).head.seq).toBe(before + 1);
  const [row] = await db.select().from(wallets).where(eq(wallets.id, wallet.id));
  expect(row).toMatchObject({ size: 1, loggedSize: 1 });
});

test("a run whose writes are refused leaves nothing half, and the next one does it", async () => {
  const before = (await log()).head.seq;
  await makeWallet();
  const broken = new Proxy(env.DB, {
    get(target, name) {
      if (name === "batch") return () => Promise.reject(new Error("the database is away"));
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await logHeads({ ...env, DB: broken });
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
  expect((await log()).head.seq).toBe(before);
  await logHeads(env);
  expect((await checkedLog()).head.seq).toBe(before + 1);
});

test("runs at the same time write every head once", async () => {
  const before = (await log()).head.seq;
  for (let n = 0; n < 5; n++) await makeWallet();
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await Promise.all([1, 2, 3].map(() => logHeads(env)));
  warned.mockRestore();
  await logHeads(env);
  expect((await checkedLog()).head.seq).toBe(before + 5);
});

test("a part of the log continues the line before it", async () => {
  const { lines, head } = await log();
  const part = await log("?after=2&limit=1");
  expect(part).toMatchObject({ head, before: lines[1]?.hash, lines: [lines[2]] });
  expect(await log(`?after=${head.seq}`)).toMatchObject({ before: head.hash, lines: [] });
});

test("a line can neither be changed nor removed", async () => {
  await expect(db.update(tokenLog).set({ size: 9 }).where(eq(tokenLog.seq, 1))).rejects.toThrow();
  await expect(db.delete(tokenLog).where(eq(tokenLog.seq, 1))).rejects.toThrow();
  await checkedLog();
});
