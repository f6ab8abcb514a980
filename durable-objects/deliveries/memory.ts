import * as z from "zod/mini";
import { remembered } from "#packages/durable/memory.ts";

/** Whose deliveries these are, where the runtime does not name the object. */
export const owner = remembered("owner", z.nullable(z.string()), null);
