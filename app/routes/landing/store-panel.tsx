import { Download } from "lucide-react";
import type { MouseEvent } from "react";
import { callApi } from "#app/api-client.ts";
import { keepReferralCall } from "#app/domains/people/accounts/calls/referrals.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import type { Store } from "./device.ts";
import { Panel } from "./panel.tsx";
import type { Referral } from "./referral.ts";

const words: Record<Store["kind"], { lead: string; name: string }> = {
  apple: { lead: "Download on the", name: "App Store" },
  google: { lead: "Get it on", name: "Google Play" },
};

/** A store opens even if the referral could not be stored within this time. */
const patienceMs = 2_000;

/** Shows links to the stores instead of the log-in form, on phones, for an instance that has apps. */
export function StorePanel({
  stores,
  referral,
  takesFocus,
  onLogIn,
}: {
  stores: Store[];
  referral: Referral | null;
  takesFocus: boolean;
  onLogIn: () => void;
}) {
  const leave = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (referral === null) return;
    const { href } = event.currentTarget;
    event.preventDefault();
    // The app registers without this page's address: the server remembers who referred this visitor.
    const stored = callApi(
      keepReferralCall,
      { user: referral.id },
      { signal: AbortSignal.timeout(patienceMs), isParting: true },
    );
    await stored.catch(() => {});
    window.location.assign(href);
  };
  return (
    <Panel
      title="Cue on your phone"
      lead={referral?.username ? `${referral.username} invited you.` : "Take every stage with you."}
      takesFocus={takesFocus}
    >
      <ul className="space-y-3">
        {stores.map(({ kind, href }, index) => (
          <li key={kind}>
            <a
              href={href}
              onClick={(event) => void leave(event)}
              className={buttonClass(
                index === 0 ? "solid" : "quiet",
                "min-h-16 w-full justify-start! gap-4 px-5!",
              )}
            >
              <Download aria-hidden="true" className="size-7 shrink-0" />
              <span>
                <span className="block text-12 font-normal">{words[kind].lead} </span>
                <span className="display block text-20">{words[kind].name}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <TickRule className="mt-6 mb-4 opacity-60" />
      <p className="flex flex-wrap items-center gap-x-3 text-16 text-ink-2">
        No app needed:
        <Button tone="bare" onClick={onLogIn}>
          log in here
        </Button>
      </p>
    </Panel>
  );
}
