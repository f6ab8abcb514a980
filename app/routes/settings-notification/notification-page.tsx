import { Link } from "react-router";
import type { ToggleSettings } from "#app/domains/accounts/contract/settings.ts";
import type { NoticeToggle, NotificationSettingsView } from "#app/domains/notifications/contract.ts";
import { toggleNames } from "#app/domains/notifications/kinds.ts";
import { Toggle } from "#app/ui/toggle.tsx";
import { Section, SettingsPage } from "../settings/settings-page.tsx";
import { useToggles } from "../settings/use-toggles.ts";
import { DeviceSection } from "./device-section.tsx";
import { QuietSection } from "./quiet-section.tsx";

const groups: {
  title: string;
  link?: { to: string; name: string };
  toggles: { name: NoticeToggle; description: string }[];
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
      {
        name: "emailNotifications",
        description: "",
      },
    ],
  },
];

/** Of mails, and what keeps them from being sent. */
const mailDescription = ({ hasVerifiedEmail }: NotificationSettingsView) =>
  hasVerifiedEmail
    ? "What is switched on above and still unread after a while, together in one mail. Mails that keep your account safe always come."
    : "Your email is not yet verified: no notices are mailed to it. Mails that keep your account safe always come.";

/** Eight switches, this device, and the hours in which nothing rings: each saved the moment it is moved. */
export function NotificationPage({
  saved,
  settings,
}: {
  saved: ToggleSettings;
  settings: NotificationSettingsView;
}) {
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
                description={name === "emailNotifications" ? mailDescription(settings) : description}
                isOn={toggles[name]}
                onChange={save(name)}
              />
            ))}
          </div>
        </Section>
      ))}
      <DeviceSection pushKey={settings.pushKey} />
      <QuietSection saved={settings.quietHours} />
    </SettingsPage>
  );
}
