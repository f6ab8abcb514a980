import { Hono } from "hono";
import type { HonoEnv } from "./hono.ts";

/** Mounted at /ingest. */
export const ingest = new Hono<HonoEnv>();
