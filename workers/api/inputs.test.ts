/** Every call's input against its own description: what it does not allow is refused, and the wrong field is named. */
import { Hono } from "hono";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { callsOf, type DescribedCall, exampleBody, type Schema } from "#tests/helpers/described-inputs.ts";
import type { HonoEnv } from "../hono.ts";
import { api, served } from "./index.ts";
import { openApiDocument } from "./open-api.ts";

const app = new Hono<HonoEnv>();
app.get("/api/openapi.json", openApiDocument(app)).route("/api", api);
const description = await app.request("/api/openapi.json", {}, { CUE_ORIGIN: "https://radio.example" });
const calls = callsOf(await description.json());

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the schema allows this value; anything that it leaves open is allowed. */
function isAllowed(schema: Schema, value: unknown): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some((each) => isAllowed(each, value));
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if ("const" in schema) return schema.const === value;
  const { minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = schema;
  switch (schema.type) {
    case "string":
      return typeof value === "string" && value.length >= minLength && value.length <= maxLength;
    case "integer":
      return Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
    case "number":
      return typeof value === "number" && value >= minimum && value <= maximum;
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value) && value.every((item) => isAllowed(schema.items ?? {}, item));
    case "object":
      return isObject(value);
    default:
      return true;
  }
}

const deep = { a: { b: { c: [{ d: {} }] } } };
const oddities = [null, true, 0, -1, 1.5, 1e300, "", "x", "x".repeat(9_000), [], [[null]], [7], {}, deep];
/** Whole bodies that are not objects. */
const bodies = [null, true, 7, "x", [], [{}]];

/** Every body with one wrong field, and what is wrong about it. */
function wrongBodies(call: DescribedCall): { field: string | null; wrong: string; body: unknown }[] {
  const { properties = {}, required = [] } = call.schema;
  const right = exampleBody(call);
  const fields = Object.entries(properties).flatMap(([name, property]) =>
    oddities
      .filter((value) => !isAllowed(property, value))
      .map((value) => ({
        field: name,
        wrong: `${name} is ${JSON.stringify(value).slice(0, 40)}`,
        body: { ...right, [name]: value },
      })),
  );
  const missing = required.map((name) => {
    const { [name]: _, ...body } = right;
    return { field: name, wrong: `${name} is missing`, body };
  });
  const whole = bodies.map((body) => ({ field: null, wrong: `all is ${JSON.stringify(body)}`, body }));
  return [...fields, ...missing, ...whole];
}

test("most API calls describe their input", () => {
  expect(calls.length).toBeGreaterThan(80);
});

test.each(calls)("POST $path refuses input that does not match its description", (call) => {
  const input = served.find(
    (each) => each.call.method === "POST" && `/api${each.call.path}` === call.path,
  )?.input;
  if (input === undefined) throw new Error("The call is described with an input that it does not check.");
  const accepted = wrongBodies(call).filter(({ body }) => z.safeParse(input, body).success);
  expect(accepted.map(({ wrong }) => wrong)).toEqual([]);
  for (const { field, body } of wrongBodies(call)) {
    const wrong = z.safeParse(input, body).error?.issues.map(({ path }) => path[0]);
    if (field !== null) expect(wrong).toContain(field);
  }
});
