/** `/oembed?url=…`: how other sites show a stage, a performer or a replay of this one (oembed.com). Public, the same for all. */
import { Hono } from "hono";
import { OEmbedInput } from "#app/domains/outside/embeds/contract.ts";
import { describeEmbed } from "#app/domains/outside/embeds/operations.server.ts";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "./hono.ts";
import { limitCallers } from "./middleware/rates.ts";

export const oembed = new Hono<HonoEnv>().get("/oembed", limitCallers("oembed", "often"), async (c) => {
  const { format = "json", ...query } = c.req.query();
  c.header("access-control-allow-origin", "*");
  // The status that the standard requires for an unsupported format; every consumer reads JSON.
  if (format !== "json") return c.text("Only format=json is supported.", 501);
  const input = OEmbedInput.safeParse(query);
  if (!input.success) throw new AppError("bad-input");
  const view = await describeEmbed(c.get("app"), input.data);
  const { cache_age: seconds } = view;
  c.header("cache-control", seconds === 0 ? "private, no-cache" : `public, max-age=${seconds}`);
  return c.json(view);
});
