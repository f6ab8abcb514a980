import * as z from "zod/mini";
import { remembered } from "#packages/durable/memory.ts";

/** The owner of these deliveries, where the runtime does not name the object. */
export const owner = remembered("owner", z.nullable(z.string()), null);
