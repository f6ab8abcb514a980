import { Link } from "react-router";
import type { ToggleSettings } from "#app/domains/people/accounts/contract/settings.ts";
import type { NotificationSettingsView } from "#app/domains/people/notifications/contract.ts";
import { type KindToggle, mailToggles, toggleNames } from "#app/domains/people/notifications/kinds.ts";
import { Section } from "#app/ui/section.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
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
    title: "From People",
    toggles: [
      {
        name: "followerNotifications",
        description: "Someone follows you.",
      },
      {
        name: "chatNotifications",
        description: "You get a message while the conversation is not open.",
      },
      {
        name: "mentionNotifications",
        description: "Someone mentions you in the chat of a stage or profile.",
      },
    ],
  },
  {
    title: "From Performers and Stages",
    link: { to: "/settings/subscriptions", name: "Your Subscriptions" },
    toggles: [
      {
        name: "notifications",
        description: "A performer you follow goes on air, if their alert is on.",
      },
      {
        name: "roomNotifications",
        description: "A stage you subscribe to goes on air, if its alert is on.",
      },
      {
        name: "bookingNotifications",
        description:
          "A booking is requested, accepted, declined or cancelled, for you as a performer or stage manager.",
      },
    ],
  },
  {
    title: "From Cue",
    toggles: [
      {
        name: "systemNotifications",
        description: "News about Cue, awards you earn, and tips you receive.",
      },
    ],
  },
];

const noEmail = "This site does not send email.";

/** The description of emails, and what prevents them. */
const mailDescription = ({ hasVerifiedEmail }: NotificationSettingsView) =>
  hasVerifiedEmail
    ? "Notifications that are turned on above and still unread after a while, in one email. Emails that keep your account safe are always sent."
    : "Your email is not yet verified, so notifications are not emailed. Emails that keep your account safe are always sent.";

const kinds = groups.flatMap(({ toggles }) => toggles.map(({ name }) => name));

/** The setting that must be on before the one of a kind's emails has an effect, or undefined. */
function whyNotMailed(name: KindToggle, toggles: ToggleSettings, canSendEmail: boolean): string | undefined {
  if (!canSendEmail) return noEmail;
  const off = (["emailNotifications", name] as const).find((needed) => !toggles[needed]);
  return off && `Turn on “${toggleNames[off]}” first.`;
}

/** A setting for each kind and for its emails, this device, and quiet hours: each saved immediately. */
export function NotificationPage({
  saved,
  settings,
}: {
  saved: ToggleSettings;
  settings: NotificationSettingsView;
}) {
  const canSendEmail = useCanSendEmail();
  const mail = canSendEmail ? { description: mailDescription(settings) } : { unavailable: noEmail };
  const { toggles, save } = useToggles(saved);
  return (
    <SettingsPage title="Notification Settings" intro="Changes are saved immediately.">
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
      <Section title="By Email">
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
            Choose What to Email
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
