import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import { deliveries, inbox, profileRoom, relayShard, soundCheck } from "#durable-objects/stubs.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { erased } from "./erase-object.ts";

test("a call to an erased object is as harmless as to one that was never used", async () => {
  const { id } = await makePerson();
  const room = `stage/${ulid()}`;
  const objects = [
    { object: inbox(env, id), call: () => inbox(env, id).forgetUser(id) },
    { object: deliveries(env, `user/${id}`), call: () => deliveries(env, `user/${id}`).forgetUser(id) },
    { object: profileRoom(env, id), call: () => profileRoom(env, id).forgetUser(id) },
    { object: relayShard(env, room, 0), call: () => relayShard(env, room, 0).forgetUser(id) },
    { object: soundCheck(env, id), call: () => soundCheck(env, id).dropUser() },
  ];
  for (const { object, call } of objects)
    for (let time = 0; time < 40; time++) {
      await erased(object.erase());
      expect(await call()).toBeUndefined();
    }
});
