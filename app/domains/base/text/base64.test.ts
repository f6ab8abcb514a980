import { expect, test } from "vitest";
import { decodeBase64 } from "./base64.ts";

test("base64 is decoded to its bytes, and anything else to nothing", () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, at) => at % 256);
  expect(decodeBase64(Buffer.from(bytes).toString("base64"))).toEqual(bytes);
  expect(decodeBase64("")).toEqual(new Uint8Array());
  for (const text of ["not base64!", "a", "a-_b"]) expect(decodeBase64(text)).toBeNull();
});
