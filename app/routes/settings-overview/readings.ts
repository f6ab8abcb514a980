import type { ToggleSettings } from "#app/domains/people/accounts/contract/settings.ts";
import type { ConnectedAccountsView } from "#app/domains/people/integrations/contract.ts";
import { partyNames } from "#app/domains/people/integrations/elsewhere.ts";
import type { MyProfileView } from "#app/domains/people/people/contract/my-profile.ts";
import { countOf } from "#app/ui/number.ts";

/** The state of a settings page, in a few words; amber where something needs its owner's attention. */
export interface Reading {
  text: string;
  tone?: "green" | "amber";
}

/** Returns states by the page's address. A page without a state shows its description instead. */
export function readingsOf({
  profile,
  toggles,
  accounts,
  hasSecondFactor,
  deviceCount,
  blockedCount,
  canSendEmail,
}: {
  profile: MyProfileView;
  toggles: ToggleSettings;
  accounts: ConnectedAccountsView;
  hasSecondFactor: boolean;
  deviceCount: number;
  blockedCount: number;
  canSendEmail: boolean;
}): Record<string, Reading> {
  const { mixcloudPersonal: _, twitterLive: __, ...notifications } = toggles;
  const states = Object.values(notifications);
  return {
    "/settings/profile": profile.emailVerified
      ? { text: "Email verified", tone: "green" }
      : { text: "Email not verified", ...(canSendEmail && { tone: "amber" as const }) },
    "/settings/dj": { text: profile.performerType === "musician" ? "Musician" : "DJ" },
    "/settings/social": socialReading(accounts),
    "/settings/notification": { text: `${states.filter(Boolean).length} of ${states.length} on` },
    "/settings/security": hasSecondFactor
      ? { text: "Two-step log-in on", tone: "green" }
      : { text: countOf(deviceCount, "device", "devices") },
    "/settings/blocked": { text: blockedCount === 0 ? "No one" : String(blockedCount) },
  };
}

function socialReading({ linked }: ConnectedAccountsView): Reading {
  const refused = linked.find(({ isRefused }) => isRefused);
  if (refused) return { text: `Link ${partyNames[refused.party]} again`, tone: "amber" };
  if (linked.length === 0) return { text: "Nothing linked" };
  const names = linked.map(({ party }) => partyNames[party]);
  const text =
    names.length > 2
      ? `${countOf(names.length, "service", "services")} linked`
      : `${names.join(" and ")} linked`;
  return { text, tone: "green" };
}
