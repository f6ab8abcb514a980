import { respond, type Served } from "#workers/api/serve.ts";
import { checkClaimedTokensCall, claimTokensCall } from "../calls/claims.ts";
import { checkClaims, claimTokens } from "../claims.server.ts";

export const tokensClaims: readonly Served[] = [
  respond(checkClaimedTokensCall, {
    summary: "What the caller has earned: claimed, claimable now, and waiting.",
    respond: async (c) => {
      c.header("cache-control", "no-store");
      return c.json(await checkClaims(c.get("app")));
    },
  }),
  respond(claimTokensCall, {
    summary: "Bring all claimable tokens into the caller's wallet, once.",
    respond: async (c) => {
      c.header("cache-control", "no-store");
      return c.json(await claimTokens(c.get("app")));
    },
  }),
];
