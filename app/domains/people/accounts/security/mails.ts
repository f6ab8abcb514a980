/** The text of the emails about the security of an account. */

import { plainText } from "#app/domains/base/text/foreign-text.ts";
import { wordFor } from "#app/ui/number.ts";
import { compose, ifPasswordNotYours, type Mail, passwordChangedSubject, type Recipient } from "../mails.ts";

const ifNotYou = "If it was not you, change your password now and sign out all other devices:";

/** The email to the old address: only its reader can confirm the change or stop it. */
export function oldAddressMail(to: Recipient, newEmail: string, link: string): Mail {
  return compose(to, "Confirm the change of your Cue Music email", [
    `Someone, hopefully you, asked to change the email address of your account to ${newEmail}. It changes after you agree with this link and with the link we sent to the new address. Open this link within a day to agree or to stop the change:`,
    { link, label: "Agree or stop the change" },
    "If it was not you, stop the change with that link and change your password: someone else knows it.",
  ]);
}

export function newAddressMail(to: Recipient, link: string): Mail {
  return compose(to, "Confirm your new email for Cue Music", [
    "Please confirm within a day that this address is yours and that your account should use it:",
    { link, label: "Confirm this address" },
    "Your account keeps its old address until you also agree with the link we sent there.",
    "If you did not ask for this, ignore this email: nothing happens without the link.",
  ]);
}

/** The email to the old address. */
export function addressChangedMail(to: Recipient, newEmail: string): Mail {
  return compose(to, "Your Cue Music email was changed", [
    `The email address of your account is now ${newEmail}. We no longer send emails about it here.`,
  ]);
}

export function passkeyAddedMail(to: Recipient, passkey: string, link: string): Mail {
  return compose(to, "A passkey was added to your Cue Music account", [
    `The passkey “${plainText(passkey)}” can now be used to log in to your account.`,
    ifNotYou,
    { link, label: "Security settings" },
  ]);
}

export function passkeyRemovedMail(to: Recipient, passkey: string, link: string): Mail {
  return compose(to, "A passkey was removed from your Cue Music account", [
    `The passkey “${plainText(passkey)}” can no longer be used to log in to your account.`,
    ifNotYou,
    { link, label: "Security settings" },
  ]);
}

export function secondFactorOnMail(to: Recipient, link: string): Mail {
  return compose(to, "Two-step log-in is on", [
    "From now on you need a code from your authenticator app after your password.",
    ifNotYou,
    { link, label: "Security settings" },
  ]);
}

export function secondFactorOffMail(to: Recipient, link: string): Mail {
  return compose(to, "Two-step log-in is off", [
    "Your password alone is now enough to log in to your account.",
    ifNotYou,
    { link, label: "Security settings" },
  ]);
}

export function recoveryCodesMail(to: Recipient, link: string): Mail {
  return compose(to, "Your recovery codes were renewed", [
    "New recovery codes were created for your account. The old ones no longer work.",
    ifNotYou,
    { link, label: "Security settings" },
  ]);
}

/** Several wrong codes in a day: each was entered with the right password, or by a signed-in device. */
export function wrongCodesMail(to: Recipient, link: string): Mail {
  return compose(to, "Wrong log-in codes for Cue Music", [
    "Wrong two-step codes were entered for your account several times today. They were refused, and no one could log in with them.",
    "If it was not you, someone knows your password. Change it now and sign out all other devices:",
    { link, label: "Security settings" },
  ]);
}

/** Lists what can still log in to an account whose password was set with an emailed link. */
export function recoveredMail(
  to: Recipient,
  ways: {
    sessionsEnded: number;
    passkeysRemoved: string[];
    passkeysKept: string[];
    isSecondFactorOn: boolean;
  },
  link: string,
): Mail {
  const { sessionsEnded, passkeysRemoved, passkeysKept, isSecondFactorOn } = ways;
  const signedOut =
    sessionsEnded === 0
      ? "No device was signed in."
      : `${wordFor(sessionsEnded, "One device was", `${sessionsEnded} devices were`)} signed out.`;
  return compose(to, passwordChangedSubject, [
    `The password of your account was just changed with a link that we emailed to you. ${signedOut}`,
    ...(passkeysRemoved.length === 0
      ? []
      : [`These passkeys were removed: ${listOf(passkeysRemoved)}. You can add yours again.`]),
    ...(passkeysKept.length === 0
      ? []
      : [
          `These passkeys can still log in to your account: ${listOf(passkeysKept)}. Remove any that are not yours:`,
          { link, label: "Security settings" },
        ]),
    isSecondFactorOn
      ? "Two-step log-in is on: you need a code after the new password."
      : "Two-step log-in is off: the new password alone is enough to log in.",
    `${ifPasswordNotYours} Change the password of your mailbox too.`,
  ]);
}

const list = new Intl.ListFormat("en");
const listOf = (names: readonly string[]) => list.format(names.map((name) => `“${plainText(name)}”`));
