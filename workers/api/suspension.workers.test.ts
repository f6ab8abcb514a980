/** The sets of a suspended performer. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { SetRequestAnswer } from "#app/domains/air/sets/contract/requests.ts";
import type { StageLogEntry } from "#app/domains/air/stages/contract/manage.ts";
import { openDb } from "#db/client.ts";
import { setRequests, sets } from "#db/schema/index.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage, operate } from "#tests/helpers/stages.ts";

const hourMs = 3_600_000;
const db = openDb(env.DB);

test("a suspension cancels the performer's upcoming sets and requests, and the stage log gives the reason", async () => {
  const [manager, performer, listener] = [
    await makePerson({ isManager: true }),
    await makePerformer(),
    await makePerson(),
  ];
  const stage = await makeStage(manager);
  const played = await makeSet(stage, performer, -2 * hourMs);
  const coming = [await makeSet(stage, performer, -hourMs / 2), await makeSet(stage, performer, hourMs)];
  const open = await answerOf<SetRequestAnswer>(
    request("/api/setRequests/request", {
      as: performer,
      body: {
        dj: performer.id,
        room: stage.id,
        start: (Math.floor(Date.now() / hourMs) + 5) * hourMs,
        end: (Math.floor(Date.now() / hourMs) + 6) * hourMs,
        name: "Not yet confirmed",
        timeZone: "UTC",
      },
    }),
  );
  const lineup = async () =>
    (
      await answerOf<SetView[]>(
        request("/api/rooms/getRoomLineup", { as: listener, body: { room: stage.id } }),
      )
    ).map(({ id }) => id);
  expect(await lineup()).toEqual(coming.map(({ id }) => id));

  await operate("ban", { user: performer.id });
  expect(await lineup()).toEqual([]);
  const upcoming = await answerOf<SetView[]>(request("/api/sets/getUpcomingSets", { as: listener }));
  expect(upcoming.filter(({ room }) => room?.id === stage.id)).toEqual([]);
  const requests = await answerOf<unknown[]>(
    request("/api/setRequests/getRoomRequests", { as: manager, body: { room: stage.id } }),
  );
  expect(requests).toEqual([]);
  const rows = await db.select().from(sets).where(eq(sets.stageId, stage.id));
  expect(rows.filter(({ status }) => status === "accepted").map(({ id }) => id)).toEqual([played.id]);
  const [answer] = await db.select().from(setRequests).where(eq(setRequests.id, open.id));
  expect(answer?.status).toBe("declined");
  const log = await answerOf<StageLogEntry[]>(
    request("/api/rooms/getLog", { as: manager, body: { room: stage.id } }),
  );
  const entry = { action: "set-cancelled", actor: null, details: { reason: "suspended" } };
  expect(log).toMatchObject([entry, entry]);
});
