/** Every call with input that its own description does not allow, and with hostile input that it allows. */
import { beforeAll, describe, expect, test } from "vitest";
import { makePerformer, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

interface Schema {
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
}
interface Call {
  path: string;
  schema: Schema;
}

const described = await answerOf<{
  paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: Schema }> } } }>;
}>(request("/api/openapi.json"));
const calls = Object.entries(described.paths).flatMap(([path, { post }]): Call[] => {
  const schema = post?.requestBody?.content["application/json"]?.schema;
  return schema === undefined ? [] : [{ path, schema }];
});

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

/** The simplest value that the schema allows; `text` wherever any text is allowed. */
function example(schema: Schema, text: string): unknown {
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return example(first, text);
  if (schema.enum !== undefined) return schema.enum[0];
  if ("const" in schema) return schema.const;
  switch (schema.type) {
    case "string":
      return text.slice(0, schema.maxLength ?? text.length).padEnd(schema.minLength ?? 0, "x");
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    case "array":
      return [example(schema.items ?? {}, text)];
    default:
      return {};
  }
}

const exampleBody = ({ schema }: Call, text = "x"): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, example(property, text)]),
  );

const deep = { a: { b: { c: [{ d: {} }] } } };
const oddities = [null, true, 0, -1, 1.5, 1e300, "", "x", "x".repeat(9_000), [], [[null]], [7], {}, deep];
/** Whole bodies that are not objects. */
const bodies = [null, true, 7, "x", [], [{}]];

/** Every body with one wrong field, and what is wrong about it. */
function wrongBodies(call: Call): { wrong: string; body: unknown }[] {
  const { properties = {}, required = [] } = call.schema;
  const right = exampleBody(call);
  const fields = Object.entries(properties).flatMap(([name, property]) =>
    oddities
      .filter((value) => !isAllowed(property, value))
      .map((value) => ({
        wrong: `${name} is ${JSON.stringify(value).slice(0, 40)}`,
        body: { ...right, [name]: value },
      })),
  );
  const missing = required.map((name) => {
    const { [name]: _, ...body } = right;
    return { wrong: `${name} is missing`, body };
  });
  const whole = bodies.map((body) => ({ wrong: `all is ${JSON.stringify(body)}`, body }));
  return [...fields, ...missing, ...whole];
}

let person: Person;
beforeAll(async () => {
  person = await makePerformer({ username: "Malformed", isManager: true });
});

test("most API calls describe their input", () => {
  expect(calls.length).toBeGreaterThan(80);
});

describe.each(calls)("POST $path", (call) => {
  test("refuses input that does not match its description, and names the field", async () => {
    const found = await Promise.all(
      wrongBodies(call).map(async ({ wrong, body }) => {
        const response = await request(call.path, { as: person, body });
        const { error, ...failure } = await response.json<Record<string, unknown>>();
        const isRight = response.status === 400 && failure.code === "bad-input" && failure.status === 400;
        const isSentence = typeof error === "string" && error === failure.message && error.length > 5;
        return isRight && isSentence ? [] : [`${wrong}: ${response.status} ${JSON.stringify(failure)}`];
      }),
    );
    expect(found.flat()).toEqual([]);
  });
});

/** These would end the caller's session. */
const endsSession = new Set(["/api/users/logout", "/api/users/deleteAccount"]);

/** Problematic texts for queries, paths, objects and encodings; pages have a longer list of their own. */
const hostileTexts = ["' or '1'='1' --", "__proto__", "../../etc/passwd", "a\u0000b", "\ud800 lone"];

test("no call fails with a server error on valid hostile texts", { timeout: 120_000 }, async () => {
  const failures: string[] = [];
  for (const text of hostileTexts) {
    for (const call of calls.filter(({ path }) => !endsSession.has(path))) {
      const response = await request(call.path, { as: person, body: exampleBody(call, text) });
      // Some answers are files.
      const answer = new TextDecoder().decode(await response.arrayBuffer());
      if (response.status >= 500) failures.push(`${call.path}: ${response.status} ${answer}`);
    }
  }
  expect(failures).toEqual([]);
});
