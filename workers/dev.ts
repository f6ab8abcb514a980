import { Hono } from "hono";
import type { HonoEnv } from "./hono.ts";

/** Mounted at /dev. */
export const dev = new Hono<HonoEnv>();
