import { Link } from "react-router";
import type { ToggleSettings } from "#app/domains/accounts/contract/settings.ts";
import type { NotificationSettingsView } from "#app/domains/notifications/contract.ts";
import { type KindToggle, mailToggles, toggleNames } from "#app/domains/notifications/kinds.ts";
import { Toggle } from "#app/ui/toggle.tsx";
import { Section, SettingsPage } from "../settings/settings-page.tsx";
import { useToggles } from "../settings/use-toggles.ts";
import { useCanSendEmail } from "../shell/viewer.ts";
import { DeviceSection } from "./device-section.tsx";
import { QuietSection } from "./quiet-section.tsx";

const groups: {
  title: string;
  link?: { to: string; name: string };
  toggles: { name: KindToggle; description: string }[];
}[] = [
  {
    title: "From people",
    toggles: [
      {
        name: "followerNotifications",
        description: "Somebody starts to follow you.",
      },
      {
        name: "chatNotifications",
        description: "A message arrives in one of your conversations while you are elsewhere.",
      },
      {
        name: "mentionNotifications",
        description: "Somebody writes @ and your name in the chat of a stage or a profile.",
      },
    ],
  },
  {
    title: "From performers and stages",
    link: { to: "/settings/subscriptions", name: "Your subscriptions" },
    toggles: [
      {
        name: "notifications",
        description: "A performer whom you follow, with their alert on, goes on air.",
      },
      {
        name: "roomNotifications",
        description: "A stage to which you subscribed, with its alert on, goes on air.",
      },
      {
        name: "bookingNotifications",
        description:
          "A booking of yours is requested, accepted, declined or cancelled, as a performer or as a stage manager.",
      },
    ],
  },
  {
    title: "From Cue",
    toggles: [
      {
        name: "systemNotifications",
        description: "News about Cue, and awards that you have earned.",
      },
    ],
  },
];

const noEmail = "This site is not set up to send email: nothing is mailed.";

/** Of mails, and what keeps them from being sent. */
const mailDescription = ({ hasVerifiedEmail }: NotificationSettingsView) =>
  hasVerifiedEmail
    ? "What is switched on above and still unread after a while, together in one mail. Mails that keep your account safe always come."
    : "Your email is not yet verified: no notices are mailed to it. Mails that keep your account safe always come.";

const kinds = groups.flatMap(({ toggles }) => toggles.map(({ name }) => name));

/** The switch that has to be on before that of a kind's mails says anything, or undefined. */
function whyNotMailed(name: KindToggle, toggles: ToggleSettings, canSendEmail: boolean): string | undefined {
  if (!canSendEmail) return noEmail;
  const off = (["emailNotifications", name] as const).find((needed) => !toggles[needed]);
  return off && `Switch on “${toggleNames[off]}” first.`;
}

/** A switch for each kind and for its mails, this device, and the hours in which nothing rings: each saved the moment it is moved. */
export function NotificationPage({
  saved,
  settings,
}: {
  saved: ToggleSettings;
  settings: NotificationSettingsView;
}) {
  const canSendEmail = useCanSendEmail();
  const mail = canSendEmail
    ? { description: mailDescription(settings) }
    : { description: noEmail, unavailable: noEmail };
  const { toggles, save } = useToggles(saved);
  return (
    <SettingsPage title="Notification Settings" intro="Each switch takes effect at once.">
      {groups.map((group) => (
        <Section
          key={group.title}
          title={group.title}
          end={
            group.link && (
              <Link
                to={group.link.to}
                className="inline-flex min-h-11 items-center text-14 underline underline-offset-4"
              >
                {group.link.name}
              </Link>
            )
          }
        >
          <div className="-my-2 divide-y divide-tick/50">
            {group.toggles.map(({ name, description }) => (
              <Toggle
                key={name}
                label={toggleNames[name]}
                description={description}
                isOn={toggles[name]}
                onChange={save(name)}
              />
            ))}
          </div>
        </Section>
      ))}
      <Section title="By email">
        <div className="-my-2 divide-y divide-tick/50">
          <Toggle
            label={toggleNames.emailNotifications}
            {...mail}
            isOn={toggles.emailNotifications}
            onChange={save("emailNotifications")}
          />
        </div>
        <details className="mt-4">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center text-14 underline underline-offset-4">
            Choose what is emailed
          </summary>
          <div className="divide-y divide-tick/50">
            {kinds.map((name) => (
              <Toggle
                key={name}
                label={`${toggleNames[name]} by email`}
                isOn={toggles[mailToggles[name]]}
                onChange={save(mailToggles[name])}
                unavailable={whyNotMailed(name, toggles, canSendEmail)}
              />
            ))}
          </div>
        </details>
      </Section>
      <DeviceSection pushKey={settings.pushKey} />
      <QuietSection saved={settings.quietHours} />
    </SettingsPage>
  );
}
