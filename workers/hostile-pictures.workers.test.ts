import { env } from "cloudflare:test";
import { afterAll, expect, test } from "vitest";
import { pictureWidths } from "#app/domains/base/pictures/contract.ts";
import { readPicturePath } from "#app/domains/base/pictures/rules.ts";
import { AppError, errorCatalogue } from "#app/errors.ts";
import { canary, hostileFiles } from "#tests/helpers/pictures/hostile.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { createAppContext } from "./context.ts";

const files = hostileFiles(isSweep ? undefined : 5);
const { pictures } = createAppContext(new Request("http://localhost:8787/"), env, null);
const times: { name: string; ms: number }[] = [];

/** Returns the refusal, or "kept" for a WebP in both sizes without any of the data hidden in the file. */
async function outcomeOf(bytes: Uint8Array): Promise<string> {
  const dataUrl = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
  const startedAt = performance.now();
  const path = await pictures.keep(dataUrl, "profile", "owner").catch((error: unknown) => error);
  times.push({ name: "", ms: performance.now() - startedAt });
  if (path instanceof AppError) {
    expect(path.message).toBe(errorCatalogue[path.code].message);
    return path.code;
  }
  if (typeof path !== "string") throw path;
  for (const width of pictureWidths.profile) {
    const object = await env.PICTURES.get(`${readPicturePath(path)?.id}/${width}.webp`);
    const kept = Buffer.from((await object?.arrayBuffer()) ?? new ArrayBuffer());
    expect(kept.subarray(0, 4).toString() + kept.subarray(8, 12).toString()).toBe("RIFFWEBP");
    // The header of a WebP contains its length: nothing is appended to it.
    expect(kept.readUInt32LE(4) + 8).toBe(kept.length);
    for (const hidden of [canary, "<script", "Exif", "EXIF", "XMP ", "PK\x03\x04"])
      expect(kept.includes(hidden)).toBe(false);
  }
  return "kept";
}

test("the collection has three hundred hostile pictures", () =>
  expect(hostileFiles().length).toBeGreaterThanOrEqual(300));

test.each(files)("$name: $outcome", async ({ name, bytes, outcome }) => {
  const actual = await outcomeOf(bytes);
  times.splice(-1, 1, { name, ms: times.at(-1)?.ms ?? 0 });
  expect(outcome === "either" ? ["picture-type", "picture-size", "kept"] : [outcome]).toContain(actual);
});

afterAll(() => {
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, 8);
  console.info(slowest.map(({ name, ms }) => `${Math.round(ms)} ms  ${name}`).join("\n"));
});
