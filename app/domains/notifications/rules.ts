import type { NoticeKind, NoticeToggles } from "./contract.ts";
import { kindRules, mailToggles } from "./kinds.ts";

/** With a page of Cue open someone gets this long to see it there before a device rings. */
export const openPageMs = 10_000;
/** What is still unread after this long is mailed, with all else that is. */
export const mailAfterMs = 15 * 60_000;
/** So long where a device was told already. */
export const mailAfterPushMs = 3 * 3_600_000;
/** Between two mails of unread notices. */
export const mailGapMs = 3_600_000;

export interface Situation {
  kind: NoticeKind;
  toggles: NoticeToggles;
  /** Mail reaches them: this instance sends mail, and their address is verified. */
  canBeMailed: boolean;
  /** Browsers that take pushes. */
  devices: number;
  /** A page of Cue is open somewhere. */
  hasOpenPage: boolean;
  /** When their quiet hours end, epoch ms; null outside them. */
  quietUntil: number | null;
  now: number;
}

/** Where a notice goes, and when (epoch ms); null: not there. */
export interface Channels {
  inApp: boolean;
  pushAt: number | null;
  mailAt: number | null;
}

/** Decides between in-app, push and mail. What waits is taken back when it is read first. */
export function decideChannels(situation: Situation): Channels {
  const { kind, toggles, devices, hasOpenPage, quietUntil, now } = situation;
  const rule = kindRules[kind];
  const isWanted = toggles[rule.toggle];
  const inApp = rule.inApp === "always" || (rule.inApp === "toggled" && isWanted);
  if (!isWanted) return { inApp, pushAt: null, mailAt: null };
  const isMailed = toggles.emailNotifications && toggles[mailToggles[rule.toggle]] && situation.canBeMailed;
  if (rule.mail === "at-once") {
    // Live: it wakes no one, and one way of telling it is enough.
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
