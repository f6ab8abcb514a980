import { Hono } from "hono";
import * as z from "zod/mini";
import { searchCities } from "#app/domains/people/cities.server.ts";
import { CityInput, CityView } from "#app/domains/people/contract/my-profile.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const cities = new Hono<HonoEnv>().post(
  "/users/searchCity",
  call("user", "Cities whose name begins with what is typed, the largest first.", z.array(CityView)),
  body(CityInput),
  async (c) => c.json(await searchCities(c.get("app"), c.req.valid("json"))),
);
