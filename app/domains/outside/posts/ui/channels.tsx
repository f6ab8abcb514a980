import { type ReactNode, useState } from "react";
import { callApi } from "#app/api-client.ts";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import { discordLimit } from "#app/domains/people/integrations/discord/limit.ts";
import { telegramLimit } from "#app/domains/people/integrations/telegram/limit.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { removePostTargetCall } from "../calls.ts";
import { addDiscordCall, addTelegramCall } from "../channel-calls.ts";
import { maxChannels } from "../channel-contract.ts";
import type { PostTargetView } from "../contract.ts";
import { AddChannelForm, type AddField } from "./add-channel-form.tsx";
import { type ChannelParty, channelTexts } from "./channel-texts.ts";
import { PostSettings } from "./post-settings.tsx";

const limits = { discord: discordLimit, telegram: telegramLimit };
const names = { discord: "Discord", telegram: "Telegram" };

interface ChannelsProps {
  party: ChannelParty;
  /** Every target of the owner. */
  targets: readonly PostTargetView[];
  /** The stage that they belong to; without it the viewer's own. */
  stage?: string;
  /** Loads the page's data again. */
  onChange: () => Promise<void>;
}

/** The channels of a performer or a stage at one service, each with its settings, and the form that adds one. */
export function Channels(props: ChannelsProps) {
  const { party, targets, onChange } = props;
  const { ask, dialog } = useQuestion();
  const [chosen, setChosen] = useState<string | null>(null);
  const channels = targets.filter((target) => target.party === party);
  // One alone needs no choice.
  const shown = channels.length === 1 ? channels[0] : channels.find(({ id }) => id === chosen);
  const count = targets.filter((target) => target.party === "discord" || target.party === "telegram").length;
  const askToRemove = (target: PostTargetView) =>
    ask({
      title: `Remove ${target.name}?`,
      text: channelTexts[party].removed,
      action: "Remove Channel",
      run: async () => {
        await callApi(removePostTargetCall, { target: target.id });
        showToast("confirm", "Channel removed");
        await onChange();
      },
    });
  return (
    <>
      <Section title={`${names[party]} Channels`} intro={channelTexts[party].about}>
        {channels.length === 0 ? (
          <EmptyState title="No channel added yet">{channelTexts[party].empty}</EmptyState>
        ) : (
          <ul>
            {channels.map((target) => (
              <li key={target.id} className="border-b border-tick py-3 first:pt-0">
                <ChannelLine target={target}>
                  {channels.length > 1 && (
                    <Button
                      aria-expanded={target === shown}
                      aria-label={`Settings of ${target.name}`}
                      onClick={() => setChosen(target === shown ? null : target.id)}
                    >
                      Settings
                    </Button>
                  )}
                  <Button
                    aria-haspopup="dialog"
                    aria-label={`Remove ${target.name}`}
                    onClick={() => askToRemove(target)}
                  >
                    Remove
                  </Button>
                </ChannelLine>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {shown && <PostSettings target={shown} limit={limits[party]} />}
      <Section title={`Add ${names[party]} Channel`}>
        {count >= maxChannels ? (
          <p className="max-w-[60ch] text-16 text-ink-2">
            There are five channels already. Remove one to add another.
          </p>
        ) : (
          <AddChannel {...props} />
        )}
      </Section>
      {dialog}
    </>
  );
}

function ChannelLine({ target, children }: { target: PostTargetView; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex min-w-0 grow items-center gap-2 text-16 font-semibold">
        <Lamp tone={target.isRefused ? "red" : "green"} />
        <bdi className="min-w-0 break-words">{target.name}</bdi>
      </p>
      {children}
      {target.isRefused && (
        <p className="w-full text-14 text-ink-2">
          {names[target.party as ChannelParty]} no longer lets Cue post here. Add the channel again below: it
          keeps its settings.
        </p>
      )}
    </div>
  );
}

const secretHint = "It is stored encrypted and never shown again";

const discordFields = [
  {
    name: "url",
    label: "Webhook URL",
    hint: secretHint,
    placeholder: "https://discord.com/api/webhooks/…",
    codes: ["not-a-webhook", "webhook-unknown"],
  },
] as const satisfies AddField<string>[];

const telegramFields = [
  {
    name: "token",
    label: "Bot token",
    hint: secretHint,
    placeholder: "123456789:ABC…",
    codes: ["not-a-bot-token", "bot-unknown"],
  },
  {
    name: "chat",
    label: "Channel, group or chat",
    hint: "The @name of a public one, or a number",
    placeholder: "@yourchannel",
    codes: ["not-a-chat", "chat-unknown", "bot-shut-out"],
  },
] as const satisfies AddField<string>[];

function AddChannel({ party, stage, onChange }: ChannelsProps) {
  const { steps } = channelTexts[party];
  const added = async ({ name }: PostTargetView) => {
    showToast("confirm", `${name} was added. Send a test post to see how it looks.`);
    await onChange();
  };
  const action = "Add Channel";
  return party === "discord" ? (
    <AddChannelForm
      steps={steps}
      fields={discordFields}
      action={action}
      onAdd={async (typed) => added(await callApi(addDiscordCall, { stage, ...typed }))}
    />
  ) : (
    <AddChannelForm
      steps={steps}
      fields={telegramFields}
      action={action}
      onAdd={async (typed) => added(await callApi(addTelegramCall, { stage, ...typed }))}
    />
  );
}
