import { Hono } from "hono";
import * as z from "zod/mini";
import { SearchInput, SearchResult } from "#app/domains/search/contract.ts";
import { search as searchAll } from "#app/domains/search/operations.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const search = new Hono<HonoEnv>().post(
  "/search",
  call("user", "Users and tracks by part of a name, a title or an artist.", z.array(SearchResult)),
  body(SearchInput),
  async (c) => c.json(await searchAll(c.get("app"), c.req.valid("json"))),
);
