/** The words of the mails about how an account is kept its owner's. */
import { wordFor } from "#app/ui/number.ts";
import { compose, type Mail, type Recipient } from "../mails.ts";

const ifNotYou = "If it was not you, change your password at once and sign out all other devices:";

/** To the address that is to be left: only its reader can let the account go, or keep it. */
export function oldAddressMail(to: Recipient, newEmail: string, link: string): Mail {
  return compose(to, "Your email for Cue Music is to change", [
    `somebody, hopefully you, asked to change the address of your account to ${newEmail}. It changes once you have agreed here and by the link that was sent there. Open this link within a day to agree, or to stop it:`,
    { link, label: "Agree or stop it" },
    "If it was not you, stop it by that link and change your password: whoever asked knows it.",
  ]);
}

export function newAddressMail(to: Recipient, link: string): Mail {
  return compose(to, "Confirm your new email for Cue Music", [
    "please confirm within a day that this address is yours, and that your account is to have it:",
    { link, label: "Confirm this address" },
    "The account keeps its address until you have also agreed by the link that was sent there.",
    "If you did not ask for this, ignore this mail: without the link nothing happens.",
  ]);
}

/** To the address that was left. */
export function addressChangedMail(to: Recipient, newEmail: string): Mail {
  return compose(to, "Your email for Cue Music was changed", [
    `the address of your account is now ${newEmail}. Mail about it is no longer sent here.`,
  ]);
}

export function passkeyAddedMail(to: Recipient, passkey: string, link: string): Mail {
  return compose(to, "A passkey was added to Cue Music", [
    `the passkey “${passkey}” can now be used to log in to your account.`,
    ifNotYou,
    { link, label: "Security settings" },
  ]);
}

export function passkeyRemovedMail(to: Recipient, passkey: string, link: string): Mail {
  return compose(to, "A passkey was removed from Cue Music", [
    `the passkey “${passkey}” can no longer be used to log in to your account.`,
    ifNotYou,
    { link, label: "Security settings" },
  ]);
}

export function secondFactorOnMail(to: Recipient, link: string): Mail {
  return compose(to, "Two-step log-in is on", [
    "from now on a code from your authenticator app is asked for after your password.",
    ifNotYou,
    { link, label: "Security settings" },
  ]);
}

export function secondFactorOffMail(to: Recipient, link: string): Mail {
  return compose(to, "Two-step log-in is off", [
    "your password alone is now enough to log in to your account.",
    ifNotYou,
    { link, label: "Security settings" },
  ]);
}

export function recoveryCodesMail(to: Recipient, link: string): Mail {
  return compose(to, "Your recovery codes were renewed", [
    "new recovery codes were made for your account. The ones before no longer work.",
    ifNotYou,
    { link, label: "Security settings" },
  ]);
}

/** Several wrong codes in a day: each was given with the right password, or by a device that is signed in. */
export function wrongCodesMail(to: Recipient, link: string): Mail {
  return compose(to, "Wrong log-in codes for Cue Music", [
    "wrong two-step codes were entered for your account several times today. They were refused, and nobody got in by them.",
    "If it was not you, somebody knows your password. Change it at once and sign out all other devices:",
    { link, label: "Security settings" },
  ]);
}

/** What is left of the ways into an account whose password was set by a mailed link. */
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
  const signedOut = wordFor(sessionsEnded, "One device was", `${sessionsEnded} devices were`);
  return compose(to, "Your password for Cue Music was changed", [
    `the password of your account was just changed by a link that we mailed to you. ${sessionsEnded === 0 ? "No device was signed in." : `${signedOut} signed out.`}`,
    ...(passkeysRemoved.length === 0
      ? []
      : [`These passkeys were removed: ${listOf(passkeysRemoved)}. You can add yours again.`]),
    ...(passkeysKept.length === 0
      ? []
      : [
          `These passkeys still log in to your account: ${listOf(passkeysKept)}. Remove any that is not yours:`,
        ]),
    ...(passkeysKept.length === 0 ? [] : [{ link, label: "Security settings" }]),
    isSecondFactorOn
      ? "Two-step log-in is on: a code is asked for after the new password."
      : "Two-step log-in is off: the new password alone is enough to log in.",
    "If it was not you, recover your account at once: choose “Forgot password” where you log in. Change the password of your mailbox too.",
  ]);
}

const listOf = (names: readonly string[]) => names.map((name) => `“${name}”`).join(", ");
