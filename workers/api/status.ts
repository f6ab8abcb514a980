import { listServicesCall } from "#app/domains/status/calls.ts";
import { statusLimits } from "#app/domains/status/contract.ts";
import { listServices } from "#app/domains/status/operations.server.ts";
import { respond, type Served } from "./serve.ts";

export const status: readonly Served[] = [
  respond(listServicesCall, {
    summary:
      "The services and whether each is up. One that is offline and not isConfigured is switched off here, not broken.",
    respond: async (c) => {
      c.header("cache-control", `public, max-age=${statusLimits.keptMs / 1000}`);
      return c.json(await listServices(c.get("app")));
    },
  }),
];
