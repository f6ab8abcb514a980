import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { pauseListensCall } from "#app/domains/music/scrobbles/calls.ts";
import type {
  ListenAccountView,
  ListenParty,
  SentListenView,
} from "#app/domains/music/scrobbles/contract.ts";
import { unlinkCall } from "#app/domains/people/integrations/calls.ts";
import { partyNames } from "#app/domains/people/integrations/elsewhere.ts";
import { AccountSection } from "#app/domains/people/integrations/ui/account-section.tsx";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";

interface ListensPageProps {
  party: ListenParty;
  account: ListenAccountView | null;
  listens: SentListenView[];
  /** The way to link an account. */
  link: ReactNode;
}

/** An account on which the user keeps what they have heard. */
export function ListensPage({ party, account, listens, link }: ListensPageProps) {
  const { revalidate } = useRevalidator();
  const service = partyNames[party];
  const unlink = async () => {
    await callApi(unlinkCall, { social: party });
    await revalidate();
  };
  return (
    <SettingsPage title={service} back={{ to: "/settings/social", name: "Social" }}>
      <AccountSection service={service} account={account} link={link} onUnlink={unlink}>
        Tracks that you hear live on Cue are added to your listens on {service}: artist, title and time, once
        you have heard four minutes or half of a track. Nothing is sent until you link an account.
      </AccountSection>
      {account !== null && (
        <Section title="Sending">
          <SendToggle party={party} account={account} />
        </Section>
      )}
      {(account !== null || listens.length > 0) && (
        <Section title="Latest listens">
          <SentListens listens={listens} />
        </Section>
      )}
    </SettingsPage>
  );
}

function SendToggle({ party, account }: { party: ListenParty; account: ListenAccountView }) {
  const { revalidate } = useRevalidator();
  const change = async (isOn: boolean) => {
    try {
      await callApi(pauseListensCall, { social: party, isPaused: !isOn });
      await revalidate();
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  };
  return (
    <Toggle
      label={`Send what I hear to ${partyNames[party]}`}
      description="Tracks that you hear while this is off are not sent later."
      isOn={!account.isPaused && !account.isRefused}
      onChange={change}
      unavailable={account.isRefused ? "Link your account again first." : undefined}
    />
  );
}

const states: Record<SentListenView["status"], { tone: LampTone; word: string }> = {
  waiting: { tone: "amber", word: "Waiting" },
  sending: { tone: "amber", word: "Sending" },
  sent: { tone: "green", word: "Sent" },
  unsure: { tone: "amber", word: "No response" },
  failed: { tone: "red", word: "Failed" },
};

function SentListens({ listens }: { listens: SentListenView[] }) {
  if (listens.length === 0)
    return <p className="text-14 text-ink-3">Tracks appear here after you have heard them.</p>;
  return (
    <ul className="border-b border-tick">
      {listens.map(({ id, text, at, status, details }) => (
        <li key={id} className="border-t border-tick py-3">
          <p dir="auto" className="text-16 wrap-anywhere">
            {text}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-14 text-ink-3">
            <Lamp tone={states[status].tone} />
            {states[status].word}, <LocalTime at={at} shape="day-clock" />
            {details !== null && <span className="w-full text-ink-2">{details}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
