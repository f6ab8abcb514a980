import { wordFor } from "#app/ui/number.ts";

const exact = new Intl.NumberFormat("en");

/** `25 tokens`: never abbreviated. */
export function tokensInWords(count: number): string {
  return `${exact.format(count)} ${wordFor(count, "token", "tokens")}`;
}
