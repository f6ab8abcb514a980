/**
 * The counts of a Cloudflare account, by its GraphQL Analytics API
 * (https://developers.cloudflare.com/analytics/graphql-api/). It keeps them for 31 days.
 */
import * as z from "zod/mini";
import type { Connection } from "#app/domains/people/integrations/elsewhere.ts";
import { ask, type Reply } from "#app/domains/people/integrations/http.ts";
import { prices } from "#packages/usage-meter/prices.ts";
import { noUsage, type Usage } from "#packages/usage-meter/usage.ts";
import type { UsageAnswer } from "./port.ts";

const maxGroups = 10_000;
const dataset = (name: string, fields: string) =>
  `${name}(limit: ${maxGroups}, filter: { datetime_geq: $from, datetime_leq: $to }) { ${fields} }`;

const query = `query Usage($account: string!, $from: Time!, $to: Time!) {
  viewer {
    accounts(filter: { accountTag: $account }) {
      ${dataset("workersInvocationsAdaptive", "sum { requests }")}
      ${dataset("durableObjectsInvocationsAdaptiveGroups", "sum { requests } dimensions { type }")}
      ${dataset("durableObjectsPeriodicGroups", "sum { duration inboundWebsocketMsgCount rowsRead rowsWritten }")}
      ${dataset("d1AnalyticsAdaptiveGroups", "sum { rowsRead rowsWritten }")}
      ${dataset("r2OperationsAdaptiveGroups", "sum { requests } dimensions { actionType }")}
    }
  }
}`;

const Rows = z.object({ rowsRead: z.number(), rowsWritten: z.number() });
const Requests = z.object({ requests: z.number() });
const Account = z.object({
  workersInvocationsAdaptive: z.array(z.object({ sum: Requests })),
  durableObjectsInvocationsAdaptiveGroups: z.array(
    z.object({ sum: Requests, dimensions: z.object({ type: z.string() }) }),
  ),
  durableObjectsPeriodicGroups: z.array(
    // GB-seconds; messages of sockets that do not hibernate.
    z.object({ sum: z.extend(Rows, { duration: z.number(), inboundWebsocketMsgCount: z.number() }) }),
  ),
  d1AnalyticsAdaptiveGroups: z.array(z.object({ sum: Rows })),
  r2OperationsAdaptiveGroups: z.array(
    z.object({ sum: Requests, dimensions: z.object({ actionType: z.string() }) }),
  ),
});
type Account = z.infer<typeof Account>;
const Answer = z.object({
  data: z.object({ viewer: z.object({ accounts: z.array(Account).check(z.minLength(1)) }) }),
});
const Failure = z.object({
  errors: z.array(z.object({ extensions: z.nullish(z.object({ code: z.nullish(z.string()) })) })),
});

/** `service.keys` are the id of the account and a token with the permission Account Analytics: Read. */
export async function readAnalytics(
  service: Connection,
  { from, to }: { from: number; to: number },
): Promise<UsageAnswer> {
  const variables = {
    account: service.keys.id,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  };
  const reply = await ask(service, `${service.at("api.cloudflare.com")}/client/v4/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.keys.secret}`, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  if (reply === null) return { is: "unreachable" };
  if (isRefused(reply)) return { is: "refused" };
  const account = Answer.safeParse(reply.json).data?.data.viewer.accounts[0];
  if (account === undefined) return { is: "unreachable" };
  return { is: "counted", scope: "account", from, to, usage: usageOf(account) };
}

/** A token that is malformed has status 400, and one without the permission an error with status 200. */
function isRefused({ status, json }: Reply): boolean {
  if ([400, 401, 403].includes(status)) return true;
  const errors = Failure.safeParse(json).data?.errors ?? [];
  return errors.some(({ extensions }) => extensions?.code?.startsWith("auth") === true);
}

/** Messages of sockets that the platform bills as one request; the analytics count each. */
const messagesPerRequest = 20;
/** The names of the types are not documented, except that messages of hibernating sockets are among them. */
const isMessage = (type: string) => /message|hibernat/i.test(type);

/** R2's operations of class B and the free ones; all others are of class A, as are any that are added. */
const r2Reads = new Set(["GetObject", "HeadObject", "HeadBucket", "UsageSummary"]);
const r2Free = new Set(["DeleteObject", "DeleteBucket", "AbortMultipartUpload"]);
const isR2Read = (action: string) => r2Reads.has(action) || action.startsWith("GetBucket");

function usageOf(account: Account): Usage {
  const objects = account.durableObjectsInvocationsAdaptiveGroups;
  const periods = account.durableObjectsPeriodicGroups;
  const operations = account.r2OperationsAdaptiveGroups;
  const rows = [...periods, ...account.d1AnalyticsAdaptiveGroups];
  const requestsOf = <T extends { sum: { requests: number } }>(groups: T[], isIt: (group: T) => boolean) =>
    sum(groups.filter(isIt), (group) => group.sum.requests);
  const messages =
    requestsOf(objects, ({ dimensions }) => isMessage(dimensions.type)) +
    sum(periods, (group) => group.sum.inboundWebsocketMsgCount);
  const gbSeconds = sum(periods, (group) => group.sum.duration);
  return {
    ...noUsage,
    rowsWritten: sum(rows, (group) => group.sum.rowsWritten),
    rowsRead: sum(rows, (group) => group.sum.rowsRead),
    alarms: requestsOf(objects, ({ dimensions }) => dimensions.type === "alarm"),
    requests:
      requestsOf(objects, ({ dimensions }) => !isMessage(dimensions.type)) + messages / messagesPerRequest,
    awakeMs: (gbSeconds / prices.gbPerObject) * 1_000,
    r2Writes: requestsOf(
      operations,
      ({ dimensions }) => !isR2Read(dimensions.actionType) && !r2Free.has(dimensions.actionType),
    ),
    r2Reads: requestsOf(operations, ({ dimensions }) => isR2Read(dimensions.actionType)),
    workerCalls: requestsOf(account.workersInvocationsAdaptive, () => true),
  };
}

const sum = <T>(groups: readonly T[], of: (group: T) => number): number =>
  groups.reduce((total, group) => total + of(group), 0);
