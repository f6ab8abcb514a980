/** The text of the emails about the keys of a wallet. */
import { compose, type Mail, type Recipient } from "#app/domains/people/accounts/mails.ts";
import type { KeyChange } from "../port.ts";

const link = (page: string) => ({ link: page, label: "Tokens" });
const ifNotYou = "If it was not you, cancel it there, change your password and sign out all other devices.";
const ifNotYouDone =
  "If it was not you, change your password and sign out all other devices, then set up your keys again:";

export function backupDeletedMail(to: Recipient, page: string): Mail {
  return compose(to, "The backup of your recovery phrase was deleted", [
    "The encrypted backup of your recovery phrase was deleted from Cue Music. Your tokens and the key of your wallet did not change. From now on, you need your 12 words to set up another device.",
    "If it was not you, change your password, sign out all other devices, and make a new backup:",
    link(page),
  ]);
}

/** It takes effect in 72 hours. */
export function changeStartedMail(to: Recipient, { kind }: Pick<KeyChange, "kind">, page: string): Mail {
  return kind === "key"
    ? compose(to, "Your wallet gets a new key in 72 hours", [
        "Someone, hopefully you, asked for a new key for your wallet without the recovery phrase of the old one. It takes effect in 72 hours, and you can cancel it until then:",
        link(page),
        ifNotYou,
      ])
    : compose(to, "Any device can tip from your wallet in 72 hours", [
        "Someone, hopefully you, turned off “Only my devices may tip” without your recovery phrase. It takes effect in 72 hours, and you can cancel it until then:",
        link(page),
        ifNotYou,
      ]);
}

/** It has taken effect. */
export function changeDoneMail(to: Recipient, { kind }: Pick<KeyChange, "kind">, page: string): Mail {
  return kind === "key"
    ? compose(to, "Your wallet has a new key", [
        "Your wallet now has a new key. The devices and the backup of the old key were removed. Your tokens did not change.",
        ifNotYouDone,
        link(page),
      ])
    : compose(to, "“Only my devices may tip” is off", [
        "From now on every device that is signed in to your account can tip from your wallet.",
        ifNotYouDone,
        link(page),
      ]);
}
