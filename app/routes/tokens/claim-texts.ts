import type { ClaimKind } from "#app/domains/value/tokens/rules.ts";

const titles: Record<ClaimKind, string> = {
  welcome: "Welcome to Cue",
  steady: "A week of listening",
  award: "An award",
  referral: "An invitation",
  grant: "From the operators",
  label: "From a label",
};

/**
 * Returns the texts about why tokens were earned. A reason is a text of others: an award's title, a name, an operator's
 * words.
 */
export function claimTexts({ kind, reason }: { kind: ClaimKind; reason: string }): {
  title: string;
  reason: string | null;
} {
  return { title: titles[kind], reason: reason === "" ? null : reason };
}
