import { expect, test } from "vitest";
import type { PerformerConnectionView, TestConnectionView } from "#app/domains/air/media/contract/encoder.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

/** The file's bytes as text; its type only says that it is a download. */
const textOf = async (response: Response) => new TextDecoder().decode(await response.arrayBuffer());

test("a configuration file contains the caller's mount and password, or those of the pending stream test", async () => {
  const ask = (as?: Person, program = "butt") =>
    request("/api/media/encoderFile", { as, body: { program, mount: "pothers", user: "another" } });
  const [performer, listener] = [await makePerformer(), await makePerson()];
  const own = await answerOf<PerformerConnectionView>(request("/api/media/connection", { as: performer }));
  const response = await ask(performer);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(response.headers.get("content-disposition")).toContain('attachment; filename="cue.butt"');
  const file = await textOf(response);
  expect(file).toContain(`mount = ${own.mount}\n`);
  expect(file).toContain(`password = ${own.password}\n`);

  expect(await (await ask(listener)).json()).toMatchObject({ code: "no-test" });
  const running = await answerOf<TestConnectionView>(
    request("/api/sets/initialTest", { as: listener, body: { url: null } }),
  );
  const mine = await textOf(await ask(listener, "liquidsoap"));
  expect(mine).toContain(`password="${running.password}"`);
  expect(mine).not.toContain(own.mount);
  await request("/api/sets/endInitialTest", { as: listener, body: { url: running.url } });
  expect((await ask(listener)).status).toBe(409);

  expect((await ask()).status).toBe(401);
  expect(await (await ask(performer, "winamp")).json()).toMatchObject({ code: "bad-input" });
  expect((await request("/api/media/encoderFile", { as: performer })).status).toBe(405);
});
