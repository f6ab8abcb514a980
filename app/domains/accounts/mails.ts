/** The words of the mails about an account. */
import { cleanLine } from "../text/clean.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Recipient {
  username: string;
  email: string;
}

export function verificationMail(to: Recipient, link: string): Mail {
  return compose(to, "Confirm your email for Cue Music", [
    "please confirm that this address is yours. Open this link within a day and press the button:",
    { link, label: "Confirm my email address" },
    "If you did not register at Cue Music, ignore this mail.",
  ]);
}

export function recoveryMail(to: Recipient, link: string): Mail {
  return compose(to, "Choose a new password for Cue Music", [
    "somebody, hopefully you, asked to recover your account. Open this link within ten minutes to choose a new password. It works once:",
    { link, label: "Choose a new password" },
    "If it was not you, ignore this mail: without the link nothing happens, and your password stays as it is.",
  ]);
}

export function passwordChangedMail(to: Recipient): Mail {
  return compose(to, "Your password for Cue Music was changed", [
    "the password of your account was just changed, and every device that was signed in has to log in again.",
    "If it was not you, recover your account at once: choose “Forgot password” where you log in.",
  ]);
}

export function goodbyeMail(to: Recipient): Mail {
  return compose(to, "Your account at Cue Music is deleted", [
    "your account and all that belonged to it is deleted, as you asked. Your username and this address are free again.",
    "This is the last mail you get from us, and we keep no copy of it. Thank you for having been here.",
  ]);
}

type Paragraph = string | { link: string; label: string };

/** The same words as plain text and as HTML. */
export function compose(to: Recipient, subject: string, paragraphs: Paragraph[]): Mail {
  const all: Paragraph[] = [`Hello ${to.username},`, ...paragraphs];
  return {
    to: to.email,
    // A header: a line break in it would begin another one.
    subject: cleanLine(subject),
    text: all.map((part) => (typeof part === "string" ? part : `${part.label}:\n${part.link}`)).join("\n\n"),
    html: all
      .map((part) => `<p>${typeof part === "string" ? escapeHtml(part) : toAnchor(part)}</p>`)
      .join("\n"),
  };
}

function toAnchor({ link, label }: { link: string; label: string }): string {
  return `<a href="${escapeHtml(link)}">${escapeHtml(label)}</a>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
