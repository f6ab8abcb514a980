import { Hono } from "hono";
import * as z from "zod/mini";
import { ServiceView, statusLimits } from "#app/domains/status/contract.ts";
import { listServices } from "#app/domains/status/operations.server.ts";
import type { HonoEnv } from "../hono.ts";
import { call } from "./call.ts";

export const status = new Hono<HonoEnv>().get(
  "/status",
  call("public", "The services and whether each is up.", z.array(ServiceView)),
  async (c) => {
    c.header("cache-control", `public, max-age=${statusLimits.keptMs / 1000}`);
    return c.json(await listServices(c.get("app")));
  },
);
