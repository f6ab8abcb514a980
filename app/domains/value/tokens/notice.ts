import { wordFor } from "#app/ui/number.ts";

/** The notice to a performer: `12 tips, 340 tokens`. */
export function tipsNotice(tips: number, tokens: number): string {
  return `${tips} ${wordFor(tips, "tip", "tips")}, ${tokens} ${wordFor(tokens, "token", "tokens")}`;
}
