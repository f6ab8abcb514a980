import { SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { request } from "#tests/helpers/request.ts";

const megabyte = 1_000_000;

/** Posts 100 MB without a Content-Length. Returns the response and how much was read. */
async function pour(path: string, as: Person | null) {
  let taken = 0;
  const chunk = new Uint8Array(64 * 1024).fill(0x20);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (taken >= 100 * megabyte) return controller.close();
      taken += chunk.length;
      controller.enqueue(chunk);
    },
  });
  const headers = new Headers({ "content-type": "application/json" });
  if (as !== null) headers.set("authorization", `Bearer ${as.token}`);
  const response = await SELF.fetch(`http://localhost:8787${path}`, { method: "POST", headers, body });
  return { status: response.status, code: (await response.json<{ code: string }>()).code, taken };
}

test("an endless body is read only up to the limit of its call", async () => {
  const person = await makePerson();
  const small = await pour("/api/users/checkUsername", null);
  expect(small).toMatchObject({ status: 413, code: "too-large" });
  expect(small.taken).toBeLessThan(megabyte);

  const large = await pour("/api/users/saveProfile", person);
  expect(large).toMatchObject({ status: 413, code: "too-large" });
  expect(large.taken).toBeGreaterThan(3 * megabyte);
  expect(large.taken).toBeLessThan(4 * megabyte);
});

test("only signed-in users can send a body of the size of a picture", async () => {
  const body = { bio: "x", profile: "x".repeat(200_000) };
  const nobody = await request("/api/users/saveProfile", { body });
  expect(await nobody.json()).toMatchObject({ code: "too-large" });
  const somebody = await request("/api/users/saveProfile", { as: await makePerson(), body });
  expect(await somebody.json()).toMatchObject({ error: "Unsupported image type", code: "picture-type" });
});
