import { expect, test } from "vitest";
import { encodeForm } from "#app/domains/outside/uploads/form.ts";
import { readForm } from "./read-form.ts";

const type = "multipart/form-data; boundary=b-1";
const mp3 = Uint8Array.from({ length: 5_000 }, (_, i) => i % 256);
const { head, tail } = encodeForm("b-1", [["name", "Late žurka"]], new Uint8Array(70));
const form = Buffer.concat([head, mp3, tail]);

/** Returns pieces of this size, whatever they cut. */
const inPieces = (bytes: Uint8Array, size: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });

test.each([1, 7, 64, 100_000])("a form is read in pieces of %i bytes", async (size) => {
  expect(await readForm(inPieces(form, size), type)).toEqual([
    { name: "name", bytes: 11, text: "Late žurka" },
    { name: "picture", bytes: 70, text: null },
    { name: "mp3", bytes: 5_000, text: null },
  ]);
});

test("a form that ends early, and what is no form, are refused", async () => {
  await expect(readForm(inPieces(form.subarray(0, -4), 64), type)).rejects.toThrow("ends early");
  await expect(readForm(inPieces(form, 64), "application/json")).rejects.toThrow("Not multipart");
});
