import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

const submit = (as: Person, offender: string, offenseCode: unknown = 3) =>
  request("/api/abuse/submit", { as, body: { offender, offenseCode } });
const codeOf = async (response: Promise<Response>) => (await (await response).json<{ code: string }>()).code;
const reportsOf = async (offender: Person) => {
  const { results } = await env.DB.prepare(
    "select reporter_id as reporter, offense_code as code, settled_at as settled from reports where offender_id = ?",
  )
    .bind(offender.id)
    .all();
  return results;
};

test("a user can be reported once a day", async () => {
  const [reporter, offender] = await Promise.all([makePerson(), makePerson()]);
  expect(await answerOf(submit(reporter, offender.id, 2))).toEqual({
    type: "confirm",
    message: "Your report has been submitted",
  });
  expect(await answerOf(submit(reporter, offender.id, 4))).toEqual({
    type: "warning",
    message: "You have already reported this person today.",
  });
  expect(await reportsOf(offender)).toEqual([{ reporter: reporter.id, code: 2, settled: null }]);
  // A report of the day before does not count.
  await env.DB.prepare("update reports set day = day - 1 where offender_id = ?").bind(offender.id).run();
  expect(await answerOf(submit(reporter, offender.id))).toMatchObject({ type: "confirm" });
});

test.each([0, 1, 2, 3, 4])("reason %i is stored", async (code) => {
  const [reporter, offender] = await Promise.all([makePerson(), makePerson()]);
  await answerOf(submit(reporter, offender.id, code));
  expect(await reportsOf(offender)).toMatchObject([{ code }]);
});

test("a report about oneself, about an unknown user or without a reason is refused", async () => {
  const [reporter, offender] = await Promise.all([makePerson(), makePerson()]);
  expect(await codeOf(submit(reporter, reporter.id))).toBe("report-self");
  expect(await codeOf(submit(reporter, "nobody"))).toBe("not-found");
  for (const code of [-1, 5, 1.5, "3", null, [3]]) {
    expect(await codeOf(submit(reporter, offender.id, code))).toBe("bad-input");
  }
  expect(await reportsOf(offender)).toEqual([]);
});

test("many simultaneous reports count as one, and do not affect the reported user", async () => {
  const offender = await makePerson();
  const reporters = await Promise.all(Array.from({ length: 20 }, () => makePerson()));
  await Promise.all(reporters.flatMap((reporter) => [0, 1, 2].map(() => submit(reporter, offender.id))));
  expect(await reportsOf(offender)).toHaveLength(20);
  expect((await request("/api/users/me", { as: offender })).status).toBe(200);
});

test("reporting too many users is rate-limited", async () => {
  const reporter = await makePerson();
  const others = await Promise.all(Array.from({ length: 21 }, () => makePerson()));
  const codes: unknown[] = [];
  for (const other of others) codes.push(await codeOf(submit(reporter, other.id)));
  expect(codes.filter((code) => code === "rate-limited")).toHaveLength(1);
});
