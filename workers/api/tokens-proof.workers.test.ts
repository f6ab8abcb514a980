import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { LogView } from "#app/domains/value/tokens/contract/proof.ts";
import { verifyFile } from "#app/domains/value/tokens/statement.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { makeWallet, mint, type OwnedWallet, tip } from "#tests/helpers/proof-world.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { logHeads } from "../jobs/log-heads.ts";

const keyOf = async () => (await answerOf<LogView>(request("/api/tokens/log"))).publicKey;

async function statementOf({ owner }: OwnedWallet): Promise<string> {
  const response = await request("/api/tokens/statement", { as: owner });
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="cue-tokens-.*\.json"/);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  return response.text();
}

test("a statement is in order, continues the one before, and names no one", async () => {
  const [fan, performer] = [await makeWallet(200), await makeWallet(10)];
  const publicKey = await keyOf();
  const earlier = await statementOf(fan);
  expect(await verifyFile(earlier, { publicKey })).toMatchObject({ faults: [], summary: { logged: 0 } });
  await tip(fan, performer, 25);
  await logHeads(env);
  const later = await statementOf(fan);
  expect(await verifyFile(later, { publicKey, earlier })).toMatchObject({
    faults: [],
    summary: { balance: 175, origin: "http://localhost:8787", line: { seq: expect.any(Number) } },
  });
  expect((await verifyFile(earlier, { publicKey, earlier: later })).faults).not.toEqual([]);
  for (const { owner } of [fan, performer]) {
    expect(later).not.toContain(owner.id);
    expect(later).not.toContain(owner.username);
  }
  expect(await verifyFile(await statementOf(performer), { publicKey })).toMatchObject({ faults: [] });
});

test("what a wallet's sums do not say is named by the statement itself", async () => {
  const wallet = await makeWallet(200);
  await mint(wallet, 5);
  const text = (await statementOf(wallet)).replace('"amount":5,', '"amount":6,');
  expect((await verifyFile(text)).faults).toEqual([
    "Entry 2 was changed.",
    "The balance is not the sum of the entries.",
  ]);
});

test("the table has a line for each entry", async () => {
  const wallet = await makeWallet(200);
  await mint(wallet, 5);
  const response = await request("/api/tokens/statement.csv", { as: wallet.owner });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [head, first, second, ...rest] = (await response.text()).split("\r\n");
  expect(head).toBe("seq,id,kind,debit,credit,amount,reference,reverses,authorisation,at,hash");
  expect(first).toMatch(
    /^1,mint\/claim-\d+,mint,issued:grant,spendable,200,claim-\d+,,claim,\d{4}-.*Z,[0-9a-f]{64}$/,
  );
  expect(second).toMatch(/^2,/);
  expect(rest).toEqual([""]);
});

test("someone without a wallet has no statement, and only the signed-in have one", async () => {
  const person = await makePerson();
  for (const path of ["/api/tokens/statement", "/api/tokens/statement.csv"]) {
    expect(await refusalOf(request(path, { as: person }))).toBe("not-found");
    expect(await refusalOf(request(path))).toBe("authorization");
  }
});
