import { vi } from "vitest";
import { answerOf, request } from "./request.ts";

export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  at: number;
}

/** Returns the emails to an address, newest first. */
export async function mailsTo(address: string): Promise<SentMail[]> {
  const mails = await answerOf<SentMail[]>(request("/dev/outbox.json"));
  return mails.filter(({ to }) => to === address);
}

/** Waits for the newest email to an address with this text in its subject: emails are written after the response. */
export function mailTo(address: string, subject: string): Promise<SentMail> {
  return vi.waitFor(async () => {
    const mail = (await mailsTo(address)).find((sent) => sent.subject.includes(subject));
    if (mail === undefined) throw new Error(`no mail "${subject}" to ${address}`);
    return mail;
  }, 5_000);
}

/** Returns the token of the first link in an email. */
export function tokenIn(mail: SentMail): string {
  const token = /[?&]token=([\w-]+)/.exec(mail.text)?.[1];
  if (token === undefined) throw new Error(`no link in "${mail.subject}"`);
  return token;
}
