import { getConnectedAccountsCall } from "#app/domains/integrations/calls.ts";
import { getConnectedAccounts } from "#app/domains/integrations/operations.server.ts";
import { type Served, serve } from "./serve.ts";

export const integrations: readonly Served[] = [
  serve(getConnectedAccountsCall, {
    summary: "The accounts at other services that the signed-in user has linked.",
    run: getConnectedAccounts,
  }),
];
