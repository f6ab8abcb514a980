import { Hono } from "hono";
import type { HonoEnv } from "./hono.ts";

/** Mounted at /realtime. */
export const realtime = new Hono<HonoEnv>();
