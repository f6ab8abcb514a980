import type { NoticeKind, NoticeToggles } from "./contract.ts";
import { kindRules, mailToggles } from "./kinds.ts";

/** Time that someone with a page of Cue open gets to see it there before a device shows it. */
export const openPageMs = 10_000;
/** Time unread after which a notice is emailed, with all others. */
export const mailAfterMs = 15 * 60_000;
/** The same where a device has already shown it. */
export const mailAfterPushMs = 3 * 3_600_000;
/** The minimum time between two emails of unread notices. */
export const mailGapMs = 3_600_000;

export interface Situation {
  kind: NoticeKind;
  toggles: NoticeToggles;
  /** Whether email reaches them: this instance sends email, and their address is verified. */
  canBeMailed: boolean;
  /** The number of browsers that accept pushes. */
  devices: number;
  /** A page of Cue is open somewhere. */
  hasOpenPage: boolean;
  /** End of their quiet hours, epoch ms; null outside them. */
  quietUntil: number | null;
  now: number;
}

/** The channels of a notice, and when (epoch ms); null: not on this one. */
export interface Channels {
  inApp: boolean;
  pushAt: number | null;
  mailAt: number | null;
}

/** Decides between in-app, push and email. What waits is cancelled when it is read first. */
export function decideChannels(situation: Situation): Channels {
  const { kind, toggles, devices, hasOpenPage, quietUntil, now } = situation;
  const rule = kindRules[kind];
  const isWanted = toggles[rule.toggle];
  const inApp = rule.inApp === "always" || (rule.inApp === "toggled" && isWanted);
  if (!isWanted) return { inApp, pushAt: null, mailAt: null };
  const isMailed = toggles.emailNotifications && toggles[mailToggles[rule.toggle]] && situation.canBeMailed;
  if (rule.mail === "at-once") {
    // Live notices wake no one, and one channel is enough.
    const isQuiet = quietUntil !== null;
    const isToldOtherwise = devices > 0 || hasOpenPage;
    return {
      inApp,
      pushAt: devices > 0 && !isQuiet ? now : null,
      mailAt: isMailed && !isQuiet && !isToldOtherwise ? now : null,
    };
  }
  const earliest = quietUntil ?? now;
  return {
    inApp,
    pushAt: devices > 0 ? Math.max(earliest, hasOpenPage ? now + openPageMs : now) : null,
    mailAt: isMailed ? Math.max(earliest, now + (devices > 0 ? mailAfterPushMs : mailAfterMs)) : null,
  };
}
