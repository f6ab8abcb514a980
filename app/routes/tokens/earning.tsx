import { TextLink } from "#app/content/text-link.tsx";
import { claimRules, earnings } from "#app/domains/value/tokens/rules.ts";
import { formatTokens } from "#app/domains/value/tokens/ui/amount.ts";
import { countOf } from "#app/ui/number.ts";
import { TipsHelp } from "./tips-help.tsx";

const dayMs = 86_400_000;
const { welcome, steady, referral } = claimRules;
const daysOf = (count: number) => countOf(count, "day", "days");
const performances = countOf(welcome.performances, "performance", "performances");
const [smallAward, middleAward, largeAward] = earnings.award.map(formatTokens);

const ways = [
  {
    name: "Welcome",
    how: `Confirm your email address and hear ${performances} on ${daysOf(welcome.days)}. You can claim them once your account is a day old.`,
    tokens: formatTokens(earnings.welcome),
  },
  {
    name: "Listen every week",
    how: `Listen on ${daysOf(steady.days)} of one week, Monday to Sunday (UTC).`,
    tokens: formatTokens(earnings.steady),
  },
  {
    name: "Earn an award",
    how: "Cue's own awards pay tokens by their tier. Awards from a stage or an operator do not.",
    tokens: `${smallAward}, ${middleAward} or ${largeAward}`,
  },
  {
    name: "Invite someone",
    how: `You both get tokens once they have confirmed their email address, been here for ${daysOf(referral.ageMs / dayMs)} and listened on ${referral.days} of them.`,
    tokens: `${formatTokens(earnings.referral)} each`,
  },
  {
    name: "Grants and label payouts",
    how: "Operators can grant tokens and pay out a label's tokens. They always give a reason.",
    tokens: "Varies",
  },
];

export const firstSteps = (
  <>
    Confirm your email address and listen to {performances} on {daysOf(welcome.days)}. Your first{" "}
    {formatTokens(earnings.welcome)} tokens then appear here.{" "}
    <TextLink to="/">Find something to hear</TextLink>
  </>
);

export const nextSteps = (
  <>
    Listen on {daysOf(steady.days)} of a week for the next {formatTokens(earnings.steady)}, or{" "}
    <TextLink to="/ref">invite someone</TextLink> for {formatTokens(earnings.referral)} each.
  </>
);

/** Explains how tokens are earned, and what they are not. */
export function Earning({ isOpen }: { isOpen: boolean }) {
  return (
    <>
      <details className="mt-5" open={isOpen}>
        <summary className="flex min-h-11 w-fit cursor-pointer items-center text-16 underline underline-offset-4">
          How Tokens Are Earned
        </summary>
        <table className="mt-1 w-full border-b border-tick text-left">
          <thead className="sr-only">
            <tr>
              <th scope="col">How</th>
              <th scope="col">Tokens</th>
            </tr>
          </thead>
          <tbody>
            {ways.map(({ name, how, tokens }) => (
              <tr key={name} className="border-t border-tick align-top">
                <th scope="row" className="py-3 pr-4 font-normal">
                  <span className="block text-16 text-ink">{name}</span>
                  <span className="block max-w-[52ch] text-14 text-ink-3">{how}</span>
                </th>
                <td className="tabular py-3 text-right text-16 font-semibold whitespace-nowrap">{tokens}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <TipsHelp />
      <p className="mt-4 max-w-[64ch] text-14 text-ink-2">
        Tokens are points, not money. They are never bought, sold or cashed out and have no price. You can tip
        performers with them, and nothing else. Tips earn no awards or ranks, and subscriptions do not pay
        tokens.
      </p>
    </>
  );
}
