export interface SettingsEntry {
  to: string;
  name: string;
  /** Description of the page. */
  about: string;
  isForPerformers?: boolean;
  /** Only where this instance calls webhooks. */
  needsWebhooks?: boolean;
}

const groups: { name: string; entries: SettingsEntry[] }[] = [
  {
    name: "You on Cue",
    entries: [
      {
        to: "/settings/profile",
        name: "Profile",
        about: "Name, pictures, bio, tags, title and badge",
      },
      {
        to: "/settings/dj",
        name: "Performer Profile",
        about: "Your setup, your replays, and what your profile and player show",
        isForPerformers: true,
      },
      { to: "/tokens", name: "Tokens", about: "Your balance, what you can claim, and your tips" },
      { to: "/settings/social", name: "Social", about: "Linked accounts" },
      {
        to: "/settings/notification",
        name: "Notification",
        about: "Choose your notifications",
      },
      {
        to: "/settings/subscriptions",
        name: "Subscriptions",
        about: "Your stages and their alerts",
      },
    ],
  },
  {
    name: "Your Software",
    entries: [
      {
        to: "/settings/webhooks",
        name: "Webhooks",
        about: "Send what happens to your own software",
        isForPerformers: true,
        needsWebhooks: true,
      },
    ],
  },
  {
    name: "Account",
    entries: [
      {
        to: "/settings/security",
        name: "Security",
        about: "Email, passkeys, two-step log-in, signed-in devices",
      },
      { to: "/settings/password", name: "Password", about: "Change your password" },
      {
        to: "/settings/blocked",
        name: "Blocked People",
        about: "People you have blocked",
      },
      {
        to: "/settings/data",
        name: "Your Data",
        about: "Download everything, or delete your account",
      },
    ],
  },
  {
    name: "Cue",
    entries: [
      {
        to: "/settings/feedback",
        name: "Feedback",
        about: "Tell us what is missing or broken",
      },
    ],
  },
];

/** The menu of the settings, for a performer or for a listener, without empty groups. */
export function entriesFor(isPerformer: boolean, hasWebhooks: boolean): typeof groups {
  const isThere = (entry: SettingsEntry) =>
    (isPerformer || !entry.isForPerformers) && (hasWebhooks || !entry.needsWebhooks);
  return groups
    .map(({ name, entries }) => ({ name, entries: entries.filter(isThere) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Pages that open in a separate tab. */
export const papers = [
  { href: "/privacy", name: "Privacy" },
  { href: "/tos", name: "Terms" },
] as const;
