/** The text of the emails about the keys of a wallet. */
import { compose, type Mail, type Recipient } from "../../accounts/mails.ts";
import type { KeyChange } from "../port.ts";

const link = (page: string) => ({ link: page, label: "Tokens" });
const ifNotYou = "If it was not you, cancel it there, change your password and sign out all other devices.";
const ifNotYouDone =
  "If it was not you, change your password and sign out all other devices, then set up your keys again:";

export function backupDeletedMail(to: Recipient, page: string): Mail {
  return compose(to, "The backup of your recovery phrase was deleted", [
    "The encrypted backup of your recovery phrase was deleted from Cue Music. Your tokens and the key of your wallet stay as they are. From now on only your 12 words bring the key to another device.",
    "If it was not you, change your password, sign out all other devices, and make a new backup:",
    link(page),
  ]);
}

/** It takes effect in 72 hours. */
export function changeStartedMail(to: Recipient, { kind }: Pick<KeyChange, "kind">, page: string): Mail {
  return kind === "key"
    ? compose(to, "Your wallet gets another key in 72 hours", [
        "Someone, hopefully you, asked for another key for your wallet without the recovery phrase of the present one. It takes effect in 72 hours, and you can cancel it until then:",
        link(page),
        ifNotYou,
      ])
    : compose(to, "Tips without your devices are possible in 72 hours", [
        "Someone, hopefully you, turned off “Only my devices may tip” without your recovery phrase. It takes effect in 72 hours, and you can cancel it until then:",
        link(page),
        ifNotYou,
      ]);
}

/** It has taken effect. */
export function changeDoneMail(to: Recipient, { kind }: Pick<KeyChange, "kind">, page: string): Mail {
  return kind === "key"
    ? compose(to, "Your wallet has another key", [
        "Your wallet now has another key. The devices and the backup of the old one were removed. Your tokens stay as they are.",
        ifNotYouDone,
        link(page),
      ])
    : compose(to, "“Only my devices may tip” is off", [
        "From now on every device that is signed in to your account can tip from your wallet.",
        ifNotYouDone,
        link(page),
      ]);
}
