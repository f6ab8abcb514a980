/** The ear in a browser: the same code that the agent runs, with nothing of Node. */
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { expect, test } from "#tests/fixtures/test.ts";

const entry = fileURLToPath(new URL("../../fixtures/recognize-in-page.ts", import.meta.url));

/** The module and all that it imports as one script; Node's own modules would make it fail. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, lib: { entry, formats: ["iife"], name: "recognition" } },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (result === undefined || !("output" in result)) throw new Error("nothing was built");
  return result.output[0].code;
}

test("the ear names a record in a page", async ({ visit }) => {
  const { page } = await visit();
  await page.setContent("<title>An ear</title>");
  await page.addScriptTag({ content: await bundle() });
  const named = await page.evaluate(() =>
    (
      globalThis as unknown as { recognition: typeof import("#tests/fixtures/recognize-in-page.ts") }
    ).recognition.recognize(),
  );
  expect(named.map(({ reference }) => reference)).toEqual(["record 1"]);
  expect(named[0]?.speed).toBeCloseTo(1.03, 3);
});
