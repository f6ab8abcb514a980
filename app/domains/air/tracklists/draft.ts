import type { Claim } from "./claims.ts";
import type { Line } from "./evidence.ts";

/** A line while it is built. */
export interface Draft extends Line {
  claims: Claim[];
  /** The ear or the encoder has not said that it is over. */
  isStillHeard: boolean;
}
