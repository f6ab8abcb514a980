/** The inputs of calls as the description of the API has them, and bodies made from it. */
export interface Schema {
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

/** A POST with a body. */
export interface DescribedCall {
  /** Path with `/api`. */
  path: string;
  schema: Schema;
}

interface Description {
  paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: Schema }> } } }>;
}

export function callsOf({ paths }: Description): DescribedCall[] {
  return Object.entries(paths).flatMap(([path, { post }]) => {
    const schema = post?.requestBody?.content["application/json"]?.schema;
    return schema === undefined ? [] : [{ path, schema }];
  });
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

/** A body that the description allows; `text` wherever any text is allowed. */
export const exampleBody = ({ schema }: DescribedCall, text = "x"): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, example(property, text)]),
  );
