import { respond, type Served } from "#workers/api/serve.ts";
import { listServicesCall } from "../calls.ts";
import { statusLimits } from "../contract.ts";
import { listServices } from "../operations.server.ts";

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
