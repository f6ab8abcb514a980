import { exactly, wordFor } from "#app/ui/number.ts";

/** `1,250`: tokens are counted exactly and never abbreviated. */
export const formatTokens = exactly;

/** `1 token`, `1,250 tokens`. */
export const tokensOf = (count: number): string =>
  `${formatTokens(count)} ${wordFor(count, "token", "tokens")}`;

/** `+25`, `−25`, with a minus sign of the same width as the plus. */
export const signedTokens = (amount: number): string =>
  `${amount < 0 ? "−" : "+"}${formatTokens(Math.abs(amount))}`;
