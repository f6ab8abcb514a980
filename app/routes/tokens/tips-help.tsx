import { tokenLimits } from "#app/domains/value/tokens/rules.ts";
import { formatTokens, tokensOf } from "#app/domains/value/tokens/ui/amount.ts";
import { countOf } from "#app/ui/number.ts";

const { minTip, maxTip, tipsPerMinute, perDay, perDayWithDevice, giveBackMs } = tokenLimits;
const daysToGiveBack = countOf(giveBackMs / 86_400_000, "day", "days");

const facts = [
  "Press Tip while someone plays, or on a performer's profile at any time. You need a confirmed email address.",
  "Others see your tip when they reach the moment you tipped at. You can hide your name: then the tip is from “Anonymous”, for the performer too.",
  `A tip is ${formatTokens(minTip)} to ${tokensOf(maxTip)}. You can send ${countOf(tipsPerMinute, "tip", "tips")} a minute, and ${tokensOf(perDay)} a day; from a device with a key of its own, ${formatTokens(perDayWithDevice)} a day.`,
  `A tip is final. Only the performer can give it back, within ${daysToGiveBack}.`,
  "If a tip cannot arrive because the account was deleted, you get it back.",
];

/** Explains tips to those who send them. */
export function TipsHelp() {
  return (
    <details className="mt-1">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center text-16 underline underline-offset-4">
        How Tips Work
      </summary>
      <ul className="mt-1 max-w-[64ch] list-disc space-y-1.5 pl-5 text-14 text-ink-2 marker:text-ink-3">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </details>
  );
}
