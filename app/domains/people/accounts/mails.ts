/** The text of the emails about an account. */
import { cleanLine } from "#app/domains/base/text/clean.ts";
import { plainText } from "#app/domains/base/text/foreign-text.ts";

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
    "Please confirm that this address is yours. Open this link within a day and press the button:",
    { link, label: "Confirm my email address" },
    "If you did not sign up for Cue Music, ignore this email.",
  ]);
}

export function recoveryMail(to: Recipient, link: string): Mail {
  return compose(to, "Choose a new password for Cue Music", [
    "Someone, hopefully you, asked to recover your account. Open this link within ten minutes to choose a new password. It works once:",
    { link, label: "Choose a new password" },
    "If it was not you, ignore this email: nothing happens without the link, and your password stays the same.",
  ]);
}

/** The sentence for every email about a password that was changed. */
export const ifPasswordNotYours =
  "If it was not you, recover your account now: choose “Forgot password” on the login page.";

export const passwordChangedSubject = "Your Cue Music password was changed";

export function passwordChangedMail(to: Recipient): Mail {
  return compose(to, passwordChangedSubject, [
    "The password of your account was just changed. All your devices have to log in again.",
    ifPasswordNotYours,
  ]);
}

export function goodbyeMail(to: Recipient): Mail {
  return compose(to, "Your Cue Music account was deleted", [
    "Your account and everything in it were deleted, as you asked. Your username and this address can be used again.",
    "This is our last email to you, and we keep no copy of it. Thank you for being part of Cue.",
  ]);
}

type Paragraph = string | { link: string; label: string };

/**
 * The same text as plain text and as HTML. Email software makes links of addresses in either: names and words of others
 * go through `plainText` first.
 */
export function compose(to: Recipient, subject: string, paragraphs: Paragraph[]): Mail {
  const all: Paragraph[] = [`Hello ${plainText(to.username)},`, ...paragraphs];
  return {
    to: to.email,
    // A header: a line break in it would start another one.
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
