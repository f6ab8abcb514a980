import { Hono } from "hono";
import type { HonoEnv } from "./hono.ts";

/** Mounted at /live. */
export const live = new Hono<HonoEnv>();
