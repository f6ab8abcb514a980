import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { openConnection } from "#app/domains/air/media/connections.server.ts";
import { startTest } from "#app/domains/air/media/stream-test.server.ts";
import { createStage } from "#app/domains/air/stages/create.server.ts";
import { makePerformer, makePerson, type Person, viewerOf } from "#tests/helpers/people.ts";
import { createAppContext } from "./context.ts";

type Asked = [name: string, near: string | null];

/** The context of a request from Tokyo, and every room that is asked for in it. */
function fromTokyo(person: Person) {
  const asked: Asked[] = [];
  const watch = <N extends Env["STAGE_ROOM"] | Env["PROFILE_ROOM"]>(rooms: N) =>
    ({
      getByName(name: string, options?: DurableObjectNamespaceGetDurableObjectOptions) {
        asked.push([name, options?.locationHint ?? null]);
        return rooms.getByName(name, options);
      },
    }) as unknown as N;
  const request = new Request("http://localhost:8787/", { cf: { continent: "AS", longitude: "139.69" } });
  const watched = { ...env, STAGE_ROOM: watch(env.STAGE_ROOM), PROFILE_ROOM: watch(env.PROFILE_ROOM) };
  return { ctx: createAppContext(request, watched, viewerOf(person)), asked };
}

test("a stage's room is made near whoever makes the stage", async () => {
  const manager = await makePerson();
  const { ctx, asked } = fromTokyo(manager);
  const { stage } = await createStage(ctx, { name: "Far", managerId: manager.id });
  expect(asked).toEqual([[stage.id, "apac"]]);
});

test("a performer's room is made near them with their first mount, and not again", async () => {
  const performer = await makePerformer();
  const { ctx, asked } = fromTokyo(performer);
  await openConnection(ctx);
  await openConnection(ctx);
  expect(asked).toEqual([[performer.id, "apac"]]);
});

test("a stream test makes the room of someone who may become a performer", async () => {
  const person = await makePerson();
  const { ctx, asked } = fromTokyo(person);
  await startTest(ctx);
  expect(asked).toEqual([[person.id, "apac"]]);
});

test("someone else's request has no say in where a performer's room is", async () => {
  const [visitor, performer] = [await makePerson(), await makePerformer()];
  const { ctx, asked } = fromTokyo(visitor);
  await ctx.rooms.profile(performer.id).onAir();
  expect(asked).toEqual([[performer.id, null]]);
});
