import { Hono } from "hono";
import type { HonoEnv } from "../hono.ts";

/** Mounted at /api. */
export const api = new Hono<HonoEnv>();
