import type { Config } from "#app/context.ts";

/** Returns the name that requests are sent with, and where to complain: sources of data about music require it. */
export const userAgentOf = ({ version, contact, origin }: Pick<Config, "version" | "contact" | "origin">) =>
  `CueMusic/${version} ( ${contact ?? origin} )`;
