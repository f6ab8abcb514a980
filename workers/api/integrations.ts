import { Hono } from "hono";
import { ConnectedAccountsView } from "#app/domains/integrations/contract.ts";
import { getConnectedAccounts } from "#app/domains/integrations/operations.server.ts";
import type { HonoEnv } from "../hono.ts";
import { call } from "./call.ts";

export const integrations = new Hono<HonoEnv>().get(
  "/social/connectedAccounts",
  call("user", "The accounts elsewhere that the signed-in user has linked.", ConnectedAccountsView),
  async (c) => c.json(await getConnectedAccounts(c.get("app"))),
);
