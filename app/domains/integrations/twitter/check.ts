import type { KeyCheck } from "../check-keys.ts";

/** A minimal one until the signed call is there: without it no one can say. */
export const checkKeys = async (): Promise<KeyCheck> => "unknown";
