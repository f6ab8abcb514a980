/**
 * Cloudflare's GraphQL Analytics API as https://developers.cloudflare.com/analytics/graphql-api/ describes it, for the
 * one form of query that is sent here: datasets of an account between two times, with sums and dimensions. Its own:
 * `POST /groups` adds counts to a dataset.
 */
import * as z from "zod/mini";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";

/** The account and the token of a local copy (`durable-objects/elsewhere.ts`). */
const account = "local";
const token = "local-secret";

/** The sums and dimensions that each dataset has, as far as they are known here. */
const datasets: Record<string, { sum: readonly string[]; dimensions: readonly string[] }> = {
  workersInvocationsAdaptive: {
    sum: ["requests", "errors", "subrequests", "cpuTimeUs"],
    dimensions: ["scriptName"],
  },
  durableObjectsInvocationsAdaptiveGroups: {
    sum: ["requests", "errors", "responseBodySize"],
    dimensions: ["namespaceId", "scriptName", "type"],
  },
  durableObjectsPeriodicGroups: {
    sum: [
      "activeTime",
      "cpuTime",
      "duration",
      "inboundWebsocketMsgCount",
      "outboundWebsocketMsgCount",
      "rowsRead",
      "rowsWritten",
    ],
    dimensions: ["namespaceId"],
  },
  d1AnalyticsAdaptiveGroups: {
    sum: ["readQueries", "rowsRead", "rowsWritten", "writeQueries"],
    dimensions: ["databaseId"],
  },
  r2OperationsAdaptiveGroups: { sum: ["requests"], dimensions: ["actionType", "bucketName"] },
};

const Group = z.object({
  dataset: z.enum(Object.keys(datasets)),
  /** Epoch ms. */
  at: z.number(),
  sum: z.record(z.string(), z.number()),
  dimensions: z._default(z.record(z.string(), z.string()), {}),
});
type Group = z.infer<typeof Group>;

const Query = z.object({
  query: z.string(),
  variables: z.object({ account: z.string(), from: z.iso.datetime(), to: z.iso.datetime() }),
});

/** A line of a query that asks for a dataset. */
const asked =
  /^(\w+)\(limit: \d+, filter: \{ datetime_geq: \$from, datetime_leq: \$to \}\) \{ sum \{ ([\w ]+) \}(?: dimensions \{ ([\w ]+) \})? \}$/;

/** Simulates the analytics in its own table of the simulators' object. */
export class CloudflareSimulator implements PartySimulator {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec("create table if not exists cloudflare_groups (at integer not null, json text not null)");
  }

  fail({ status }: FaultReply): Response {
    const errors = [{ code: status === 401 ? 10_000 : status, message: "Failed" }];
    return Response.json({ success: false, errors, messages: [], result: null }, { status });
  }

  handle({ method, path, headers, body }: SimulatorRequest): Response {
    if (`${method} ${path}` === "POST /groups") return this.#add(body.json);
    if (`${method} ${path}` !== "POST /client/v4/graphql") return new Response("Not Found", { status: 404 });
    if (!/^Bearer \S+$/.test(headers.get("authorization") ?? ""))
      return this.fail({ status: 400, retryAfterS: null });
    const query = Query.safeParse(body.json).data;
    if (query === undefined) return refuse("cannot parse the query", "parse");
    const isAllowed =
      headers.get("authorization") === `Bearer ${token}` && query.variables.account === account;
    if (!isAllowed) return refuse("not authorized for that account", "authz");
    const { from, to } = query.variables;
    const found: Record<string, unknown> = {};
    for (const line of query.query.split("\n")) {
      const [, dataset, sums = "", dimensions = ""] = asked.exec(line.trim()) ?? [];
      if (dataset === undefined) continue;
      const fields = { sum: sums.split(" "), dimensions: dimensions.split(" ").filter(Boolean) };
      const unknown = unknownOf(dataset, fields);
      if (unknown !== undefined) return refuse(`unknown field "${unknown}"`, "parse");
      found[dataset] = toGroups(this.#groups(dataset, Date.parse(from), Date.parse(to)), fields);
    }
    return Response.json({ data: { viewer: { accounts: [found] } }, errors: null });
  }

  #add(json: unknown): Response {
    const group = Group.safeParse(json);
    if (!group.success) return new Response("invalid", { status: 400 });
    this.#sql.exec("insert into cloudflare_groups values (?, ?)", group.data.at, JSON.stringify(group.data));
    return Response.json(true);
  }

  #groups(dataset: string, from: number, to: number): Group[] {
    return this.#sql
      .exec<{ json: string }>("select json from cloudflare_groups where at between ? and ?", from, to)
      .toArray()
      .map(({ json }) => JSON.parse(json) as Group)
      .filter((group) => group.dataset === dataset);
  }
}

interface Fields {
  sum: string[];
  dimensions: string[];
}

/** The first thing in a query that the service does not have. */
function unknownOf(dataset: string, { sum, dimensions }: Fields): string | undefined {
  const known = datasets[dataset];
  if (known === undefined) return dataset;
  return (
    sum.find((field) => !known.sum.includes(field)) ??
    dimensions.find((field) => !known.dimensions.includes(field))
  );
}

/** One group for each combination of the requested dimensions. */
function toGroups(groups: readonly Group[], { sum, dimensions }: Fields) {
  const byDimensions = new Map<string, Group[]>();
  for (const group of groups) {
    const key = JSON.stringify(dimensions.map((name) => group.dimensions[name] ?? ""));
    byDimensions.set(key, [...(byDimensions.get(key) ?? []), group]);
  }
  return [...byDimensions].map(([key, same]) => {
    const values = JSON.parse(key) as string[];
    const total = (name: string) => same.reduce((all, group) => all + (group.sum[name] ?? 0), 0);
    return {
      sum: Object.fromEntries(sum.map((name) => [name, total(name)])),
      ...(dimensions.length > 0 && {
        dimensions: Object.fromEntries(dimensions.map((name, place) => [name, values[place]])),
      }),
    };
  });
}

const refuse = (message: string, code: string): Response =>
  Response.json({ data: null, errors: [{ message, path: null, extensions: { code } }] });
